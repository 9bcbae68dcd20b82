/** Results in the file of a search, on the lines of an open document, while the run continues. */
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, it } from 'vitest';
import { Documents } from '../../../src/engine/editor/documents.js';
import { LiveLines, type SearchedExperiment } from '../../../src/engine/live/liveLines.js';
import { Placement } from '../../../src/engine/editor/placement.js';
import { ShownExperiment } from '../../../src/engine/project/shownExperiment.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { emptyHistory, SEARCH_FILE } from '../../../src/measurement/search/history.js';
import { sampleReport, temporaryFolder } from '../../experiments/support.js';
import { runOf } from '../../experiments/compare/runs.js';

const quiet = (): void => undefined;
/** The file that the sample report speaks of. */
const MEASURED = '/home/u/heat2d/heat2d.c';
const TEXT = 'int main(void)\n{\n  work();\n}\n';

/** Creates a program with an earlier run, and one that is running and is searched. */
function searchedProgram() {
  const store = new ExperimentStore(temporaryFolder());
  const earlier = store.create({ program: 'heat2d', target: 'local' }, new Date(2026, 0, 1));
  writeFileSync(join(earlier.folder, 'copy.c'), TEXT);
  earlier.update({ sources: [{ measured: MEASURED, copy: 'copy.c', project: 'main.c' }] });
  const calls = [{ region: 'main', line: 1, calls: [{ region: 'work', line: 3, comp: 1 }] }];
  const { space, definitions } = runOf(calls);
  const regions = definitions.regions.map((region) => ({ ...region, file: MEASURED }));
  const sourceCodeLocations = definitions.sourceCodeLocations.map((site) => ({ ...site, file: MEASURED }));
  earlier.storeResults(sampleReport(), { ...space, definitions: { ...definitions, regions, sourceCodeLocations } });
  earlier.finish('complete');
  const running = store.create({ program: 'heat2d', target: 'local' }, new Date(2026, 0, 2));
  const source = join(store.project, 'main.c');
  writeFileSync(source, `\n${TEXT}`);
  const run: SearchedExperiment = { store, experiment: running.id, file: join(running.folder, SEARCH_FILE) };
  return { store, run, uri: pathToFileURL(source).href };
}

const written = (severity: number): string => {
  const about = { number: 1, parents: [0], property: 'comp', path: ['work'], ranks: [], state: 'true', severity };
  return JSON.stringify({ ...emptyHistory(), hypotheses: [...emptyHistory().hypotheses, about] });
};

describe('the search of a run in progress', () => {
  it('is on the present lines, follows its file, and goes when the run ends', async () => {
    const { store, run, uri } = searchedProgram();
    const [running, said]: [SearchedExperiment[], string[]] = [[], []];
    let changes = 0;
    const lines = new LiveLines({
      workspace: { shown: (id) => new ShownExperiment(store.get(id), store.project) },
      searched: () => running,
      changed: () => void changes++,
      log: (sentence) => void said.push(sentence),
    });
    const placement = new Placement(new Documents(new TextDocuments(TextDocument)), quiet);
    const shown = async (): Promise<[number, string | undefined][]> => {
      lines.watch();
      const lenses = await lines.lenses(uri, { placement, folders: [store.project] }, true);
      return lenses.map(({ range, command }) => [range.start.line, command?.title]);
    };
    const write = (text: string, second: number): void => {
      writeFileSync(run.file, text);
      utimesSync(run.file, second, second);
    };
    expect(await shown()).toEqual([]);
    running.push(run);
    expect(await shown()).toEqual([]);
    expect(changes).toBe(0);

    write(written(0.3), 1000);
    // A line was inserted before it.
    expect(await shown()).toEqual([[3, 'running: Computation 30.0 %']]);
    await shown();
    expect(changes).toBe(1);
    write(written(0.4), 1002);
    expect(await shown()).toEqual([[3, 'running: Computation 40.0 %']]);
    write('{"format": "trimtab-search"', 1004);
    expect(await shown()).toEqual([]);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^The search of .* is not shown on lines: /);
    write(written(0.5), 1006);
    expect(await shown()).toHaveLength(1);
    expect(changes).toBe(4);

    running.pop();
    expect(await shown()).toEqual([]);
    expect(changes).toBe(5);
    lines.close();
  });

  it('is on no line where no earlier run of the program is known', async () => {
    const { store, run, uri } = searchedProgram();
    for (const { id } of store.list()) if (id !== run.experiment) rmSync(store.get(id).folder, { recursive: true });
    writeFileSync(run.file, written(0.3));
    const lines = new LiveLines({
      workspace: { shown: (id) => new ShownExperiment(store.get(id), store.project) },
      ...{ searched: () => [run], changed: quiet, log: quiet },
    });
    lines.watch();
    const placement = new Placement(new Documents(new TextDocuments(TextDocument)), quiet);
    expect(await lines.lenses(uri, { placement, folders: [store.project] }, true)).toEqual([]);
    lines.close();
  });
});
