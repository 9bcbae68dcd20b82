import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { Documents } from '../../src/engine/editor/documents.js';
import { Placement } from '../../src/engine/editor/placement.js';
import { ShownExperiment } from '../../src/engine/project/shownExperiment.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { sampleReport, temporaryFolder } from '../experiments/support.js';
import { runOf } from '../experiments/compare/runs.js';

const quiet = (): void => undefined;
const day = (number: number): Date => new Date(2026, 0, number, 12);
/** The file that the sample report speaks of. */
const MEASURED = '/home/u/heat2d/heat2d.c';
const TEXT = 'int main(void)\n{\n  work();\n}\n';

/** A project with experiments of the same source, all of whose places are in it. */
function measured(count: number): { source: string; shown: ShownExperiment[] } {
  const store = new ExperimentStore(temporaryFolder());
  const ids = Array.from({ length: count }, (_, index) => {
    const recorder = store.create({ program: 'heat2d', target: 'local' }, day(index + 1));
    writeFileSync(join(recorder.folder, 'copy.c'), TEXT);
    recorder.update({ sources: [{ measured: MEASURED, copy: 'copy.c', project: 'main.c' }] });
    recorder.storeResults(sampleReport(), runOf([{ region: 'main', line: 1, comp: 1 }]).space);
    recorder.finish('complete');
    return recorder.id;
  });
  writeFileSync(join(store.project, 'main.c'), TEXT);
  return {
    source: join(store.project, 'main.c'),
    shown: ids.map((id) => new ShownExperiment(store.get(id), store.project)),
  };
}

describe('the lines of a document', () => {
  it('are found once for each side of a comparison, and for the experiment shown', async () => {
    const { source, shown } = measured(3);
    const placement = new Placement(new Documents(new TextDocuments(TextDocument)), quiet);
    const uri = pathToFileURL(source).href;
    const maps = async () => {
      const found = await Promise.all(shown.map((one) => placement.mapsOf(uri, one, [])));
      return found.map((byFile) => byFile.get(MEASURED));
    };
    const first = await maps();
    const second = await maps();
    for (const [index, map] of first.entries()) {
      expect(map).toBeDefined();
      expect(second[index]).toBe(map);
    }
    writeFileSync(source, `\n${TEXT}`);
    expect((await maps())[0]?.place(1)).toEqual({ line: 1, stale: false });
  });

  it('are those of another file once the user has mapped it', async () => {
    const { source, shown } = measured(1);
    const placement = new Placement(new Documents(new TextDocuments(TextDocument)), quiet);
    const elsewhere = join(source, '..', 'elsewhere');
    mkdirSync(elsewhere);
    const other = join(elsewhere, 'heat2d.c');
    writeFileSync(other, `\n\n${TEXT}`);
    const before = elementAt(shown, 0);
    const finding = { place: { file: MEASURED, line: 1 } };
    expect(await placement.locate(finding, before, [])).toEqual({ path: source, line: 0 });
    const store = new ExperimentStore(join(source, '..'));
    const again = new ShownExperiment(store.get(before.id), store.project, [
      { remote: '/home/u/heat2d', local: elsewhere },
    ]);
    expect(await placement.locate(finding, again, [])).toEqual({ path: other, line: 2 });
  });
});
