import { setMaxListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { compareApart } from '../../../src/engine/comparison/comparisons.js';
import { Measurements, type MeasurementsOptions } from '../../../src/engine/measurements/measurements.js';
import { compareExperiments, type Experiment, ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { CancelledError, TrimtabError } from '../../../src/base/problem.js';
import type { PerformanceSpace, SeverityColumn } from '../../../src/model/performanceSpace.js';
import { temporaryFolder } from '../../experiments/support.js';
import { rounds } from '../../support/matrix.js';
import { bundleEngine, type EngineBundle } from '../support/bundle.js';
import { anySpace, experimentOf, replaceSpace, spaceOf } from './support.js';

const space = spaceOf([-1, 0], 2, new Map([['time', [[1, 2], [3, 4]]]])); // prettier-ignore
const twice = spaceOf([-1, 0], 2, new Map([['time', [[2, 4], [6, 8]]]])); // prettier-ignore
const whole = { metric: 'time', node: null, inclusive: true } as const;

let bundle: EngineBundle;
let folder: string;
let experiments: readonly [Experiment, Experiment, Experiment];
let measurements: Measurements;
beforeAll(async () => {
  bundle = await bundleEngine();
});
afterAll(() => bundle.remove());
beforeEach(() => {
  folder = temporaryFolder();
  const store = new ExperimentStore(folder);
  experiments = [experimentOf(store, space), experimentOf(store, space), experimentOf(store, twice)];
  measurements = opened({});
});
afterEach(() => measurements.close());

function opened(options: MeasurementsOptions): Measurements {
  return new Measurements({ workerPath: bundle.measurementWorker, ...options });
}

const byLocation = async (experiment: Experiment, signal?: AbortSignal): Promise<number[]> => [
  ...(await measurements.query(experiment, 'locationValues', whole, signal)).columns.value,
];

function taking(questions: number): AbortController {
  const abort = new AbortController();
  setMaxListeners(questions, abort.signal);
  return abort;
}

async function expectTakenBack(asked: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(asked))
    expect(each).toEqual({ status: 'rejected', reason: new CancelledError() });
}

/** A space with a value for each call path and location. */
function large(callPaths: number, locations: number): PerformanceSpace {
  const parents = Array.from({ length: callPaths }, (_, node) => node - 1);
  const length = callPaths * locations;
  const time: SeverityColumn = {
    callPath: Uint32Array.from({ length }, (_, at) => Math.floor(at / locations)),
    location: Uint32Array.from({ length }, (_, at) => at % locations),
    value: new Float64Array(length).fill(1),
  };
  return { ...spaceOf(parents, locations, new Map()), severities: new Map([['time', time]]) };
}

/** Returns a thread that runs a script. */
function misbehaving(script: string): string {
  const path = join(folder, `worker-${Math.random().toString(36).slice(2)}.cjs`);
  writeFileSync(path, `const { parentPort, workerData } = require('node:worker_threads');\n${script}`);
  return path;
}

describe('measurements that are open', () => {
  it('answer as often as they are asked, several questions at a time', async () => {
    const [first] = experiments;
    const answers = await Promise.all(Array.from({ length: 50 }, () => byLocation(first)));
    expect(answers).toEqual(Array.from({ length: 50 }, () => [4, 6]));
    expect(measurements.isOpen(first)).toBe(true);
  });

  it('are two at most: the one asked about longest ago is closed, and opened again when it is asked about', async () => {
    const [a, b, c] = experiments;
    const open = () => experiments.map((each) => measurements.isOpen(each));
    await byLocation(a);
    await byLocation(b);
    expect(open()).toEqual([true, true, false]);
    await byLocation(a);
    expect(await byLocation(c)).toEqual([8, 12]);
    expect(open()).toEqual([true, false, true]);
    expect(await byLocation(b)).toEqual([4, 6]);
    expect(open()).toEqual([false, true, true]);
  });

  it('answer what was asked before they are closed', async () => {
    const answers = await Promise.all(
      [0, 1, 2, 0, 1, 2, 2, 1, 0].map((each) => byLocation(elementAt(experiments, each))),
    );
    expect(answers).toEqual([0, 1, 2, 0, 1, 2, 2, 1, 0].map((each) => (each === 2 ? [8, 12] : [4, 6])));
    expect(experiments.filter((each) => measurements.isOpen(each))).toHaveLength(2);
  });

  it('are read again when their results have changed', async () => {
    const [first] = experiments;
    expect(await byLocation(first)).toEqual([4, 6]);
    replaceSpace(first, spaceOf([-1], 3, new Map([['time', [[1, 2, 3]]]])));
    expect(measurements.isOpen(first)).toBe(false);
    expect(await byLocation(first)).toEqual([1, 2, 3]);
  });

  it('are closed when no client asks about them any more', async () => {
    const [first] = experiments;
    measurements = opened({ idle: 1 });
    await byLocation(first);
    await expect.poll(() => measurements.isOpen(first)).toBe(false);
    expect(await byLocation(first)).toEqual([4, 6]);
  });

  it('report in one sentence that they are damaged, and answer once they are fixed', async () => {
    const [first, second] = experiments;
    writeFileSync(join(first.folder, FILES.space), 'TTSPACE1 and nothing that belongs to it');
    await expect(byLocation(first)).rejects.toThrow(
      new TrimtabError('The stored performance space is damaged: it ends too early; run the analysis again.'),
    );
    expect(await byLocation(second)).toEqual([4, 6]);
    replaceSpace(first, space);
    expect(await byLocation(first)).toEqual([4, 6]);
  });

  it('report in one sentence that memory does not suffice for them', async () => {
    // Memory of other work in this process counts too, but is far less.
    measurements = opened({ limit: 96 << 20 });
    const [first] = experiments;
    replaceSpace(first, large(24_000, 300));
    await expect(byLocation(first)).rejects.toThrow(
      /^Reading the results of experiment \S+ needs more than 100\.7 MB of memory, which is the limit here; .*, or record fewer functions\.$/,
    );
    expect(await byLocation(experiments[1])).toEqual([4, 6]);
  });

  it.each([
    ['process.exit(3)', /ended unexpectedly \(code 3\); start it again\.$/],
    [
      'const hold = []; for (;;) hold.push(new Array(1 << 16).fill({}).map(() => ({})));',
      /needs more than .* of memory, /,
    ],
  ])('lose the questions of one when its thread dies, and restart it for the next: %s', async (script, sentence) => {
    // The first thread dies of its first question, those after it do not.
    const died = join(folder, 'died');
    const worker = misbehaving(`
      const { existsSync, writeFileSync } = require('node:fs');
      const dies = workerData.experiment.manifest.id === ${JSON.stringify(experiments[0].id)} && !existsSync(${JSON.stringify(died)});
      if (!dies) require(${JSON.stringify(bundle.measurementWorker)});
      else parentPort.on('message', () => { writeFileSync(${JSON.stringify(died)}, ''); ${script} });
    `);
    measurements = opened({ workerPath: worker, limit: 128 << 20 });
    const [first, second] = experiments;
    // Answered before: threads of one process share its memory, so that a working one counts the growth of another one.
    expect(await byLocation(second)).toEqual([4, 6]);
    const lost = await Promise.allSettled([byLocation(first), byLocation(first)]);
    for (const each of lost) {
      expect(each).toMatchObject({ status: 'rejected' });
      if (each.status === 'rejected') expect(String(each.reason)).toMatch(sentence);
    }
    expect(await byLocation(second)).toEqual([4, 6]);
    expect(await byLocation(first)).toEqual([4, 6]);
  });

  it('take a question back at once, even where the thread does not listen', async () => {
    measurements = opened({ workerPath: misbehaving('parentPort.on("message", () => { for (;;) {} });') });
    const abort = taking(40);
    // More than a thread is given at once.
    const asked = Array.from({ length: 40 }, () => byLocation(experiments[0], abort.signal));
    setImmediate(() => abort.abort());
    await expectTakenBack(asked);
  });

  it('notify the thread that a question is canceled, and continue answering', async () => {
    const [first] = experiments;
    await byLocation(first);
    const abort = taking(40);
    const asked = Array.from({ length: 40 }, () => byLocation(first, abort.signal));
    abort.abort();
    await expectTakenBack(asked);
    expect(await Promise.all(Array.from({ length: 40 }, () => byLocation(first)))).toHaveLength(40);
  });
});

describe('comparisons of open measurements', () => {
  it('are those of results that are read, to the last bit', async () => {
    const options = { workerPath: bundle.comparisonWorker, measurements };
    await fc.assert(
      fc.asyncProperty(anySpace, anySpace, anySpace, async (one, two, three) => {
        [one, two, three].forEach((each, index) => replaceSpace(elementAt(experiments, index), each.space));
        const [a, b, c] = experiments;
        for (const groups of [
          [[a], [b]],
          [[a], [b, c]],
          [[c], [a], [b]],
        ]) {
          const named = groups.map((group) => ({ experiments: group }));
          expect(await compareApart(named, options)).toEqual(compareExperiments(named));
        }
      }),
      { numRuns: rounds(2, 8) },
    );
  });

  it('add up source lines in the same order where large values cancel out', async () => {
    const options = { workerPath: bundle.comparisonWorker, measurements };
    const [a, b] = experiments;
    const time = [[262144.0002720799, 0], [0, 0], [-245760.11180269896, 9.094947017729284e-13]]; // prettier-ignore
    replaceSpace(a, spaceOf([-1, -1, -1], 2, new Map([['time', time]])));
    const named = [a, b].map((each) => ({ experiments: [each] }));
    expect(await compareApart(named, options)).toEqual(compareExperiments(named));
  });

  it('leave what they compared open, and read no more than they may keep open', async () => {
    const [a, b, c] = experiments;
    const options = { workerPath: bundle.comparisonWorker, measurements };
    const named = (...groups: Experiment[]) => groups.map((each) => ({ experiments: [each] }));
    await compareApart(named(a, c, b), options);
    expect(experiments.map((each) => measurements.isOpen(each))).toEqual([false, false, false]);
    await compareApart(named(a, c), options);
    expect(experiments.map((each) => measurements.isOpen(each))).toEqual([true, false, true]);
    await compareApart(named(a, c, b), options);
    expect(experiments.map((each) => measurements.isOpen(each))).toEqual([true, false, true]);
  });
});
