import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absent, elementAt } from '../../src/base/elements.js';
import { compareApart, exportApart, followApart } from '../../src/engine/comparison/comparisons.js';
import { compareExperiments, ExperimentStore, seriesOf, type Experiment } from '../../src/experiments/index.js';
import { CancelledError, TrimtabError } from '../../src/base/problem.js';
import { analyzedExample, kept } from '../cli/recordedExample.js';
import type { Call } from '../experiments/compare/runs.js';
import { addMeasured } from '../experiments/measured.js';
import { bundleEngine, type EngineBundle } from './support/bundle.js';

let folder: string;
let bundle: EngineBundle;
let experiments: Experiment[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-comparisons-'));
  bundle = await bundleEngine();
  const program = (wait: number): Call[] => [
    { region: 'main', line: 0, comp: 1, calls: [{ region: 'MPI_Recv', line: 2, wait }] },
  ];
  const store = new ExperimentStore(folder);
  experiments = [4, 2].map((wait, index) =>
    store.get(
      addMeasured(store, new Date(2026, 0, 1 + index), program(wait), { text: 'int main() {\n  receive();\n}' }),
    ),
  );
});
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true });
});

const groups = () => experiments.map((experiment) => ({ experiments: [experiment] }));

/** Returns a worker that runs a script. */
function misbehaving(script: string): string {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.cjs`);
  writeFileSync(path, script);
  return path;
}

describe('comparisons in a separate thread', () => {
  it('are what they are in this one', async () => {
    const options = { workerPath: bundle.comparisonWorker };
    expect(await compareApart(groups(), options)).toEqual(compareExperiments(groups()));
    const request = { property: 'time', experiments: experiments.map(({ id }) => id) };
    const find = (id: string) => experiments.find((experiment) => experiment.id === id) ?? absent(id);
    expect(await followApart(request, experiments, options)).toEqual(seriesOf(request, find));
  });

  it('write reports with the timeline that lies in the folder of the experiment', async () => {
    const recorded = new ExperimentStore(folder).get(kept(folder, analyzedExample('heat2d-mpi')));
    const reportOf = async (experiment: Experiment): Promise<string> => {
      const path = join(folder, `${experiment.id}.html`);
      const where = { to: 'html', path, project: folder } as const;
      expect(await exportApart(experiment, where, { workerPath: bundle.comparisonWorker })).toBe(1);
      return readFileSync(path, 'utf8');
    };
    expect(await reportOf(recorded)).toMatch(/<svg[^]* waited [^]*<h2>Findings<\/h2>/);
    expect(await reportOf(elementAt(experiments, 0))).not.toContain('<svg');
  });

  it('are refused in the sentence of the worker', async () => {
    const first = elementAt(groups(), 0);
    await expect(compareApart([first], { workerPath: bundle.comparisonWorker })).rejects.toEqual(
      new TrimtabError('Choose at least two experiments to compare.'),
    );
  });

  it.each([
    [
      'const hold = Array.from({ length: 50 }, () => new Float64Array(1 << 20).fill(1)); for (;;) hold[0][0]++;',
      /^The comparison of these experiments needs more than 67\.1 MB of memory, .*, or compare fewer or smaller ones\.$/,
    ],
    ['process.exit(3)', 'The comparison of these experiments ended unexpectedly (code 3); start it again.'],
  ])('end with a sentence when their thread dies: %s', async (script, sentence) => {
    await expect(compareApart(groups(), { workerPath: misbehaving(script), memoryLimit: 64 << 20 })).rejects.toThrow(
      sentence,
    );
  });

  it('end when they are cancelled, even where the thread does not listen', async () => {
    const abort = new AbortController();
    const work = compareApart(groups(), { workerPath: misbehaving('for (;;) {}'), signal: abort.signal });
    abort.abort();
    await expect(work).rejects.toThrow(CancelledError);
  });
});
