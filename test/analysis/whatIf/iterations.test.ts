/** Predicted run times with functions balanced in each iteration, compared with programs that are executed so. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { predictRunTimes } from '../../../src/analysis/whatIf/index.js';
import type { Prediction, Scenario } from '../../../src/model/findings/prediction.js';
import type { Trace } from '../../../src/model/trace.js';
import { DilatedRun, type DilatedStep, NO_COSTS } from '../../support/dilatedProgram.js';
import { eventTimes } from '../../support/eventTimes.js';
import { rounds } from '../../support/matrix.js';

/** Seconds of `tiny` by iteration and rank. */
type Times = readonly (readonly number[])[];

const barrier: DilatedStep = { kind: 'collective', name: 'MPI_Barrier', root: 0, seconds: 1e-3 };

/** Each rank computes in each iteration, and all meet at its end; rank 0 also computes before the first iteration. */
function traceOf(times: Times): Trace {
  const ranks = times[0]?.length ?? 0;
  const steps = times.flatMap((ofRank): DilatedStep[] => [
    ...ofRank.map((seconds, rank): DilatedStep => ({ kind: 'calls', rank, count: 1, seconds })),
    barrier,
  ]);
  const start: DilatedStep = { kind: 'compute', rank: 0, seconds: 0.25 };
  return new DilatedRun({ ranks, steps: [start, ...steps] }, NO_COSTS).builder.build();
}

function runTime(trace: Trace): number {
  const times = eventTimes(trace).flat();
  return Math.max(...times) - Math.min(...times);
}

function predicted(trace: Trace, ...scenarios: Scenario[]): Prediction[] {
  const { replayed, ...analyzed } = analyzeTrace(trace, { program: 'test', correctClocks: false, replay: true });
  const again = predictRunTimes(trace, analyzed, { scenarios });
  if (replayed === undefined) throw new Error('the analysis kept no waits');
  expect(predictRunTimes(trace, { ...analyzed, replayed }, { scenarios })).toEqual(again);
  return [...again.predictions];
}

const balanced: Scenario = { kind: 'balance', region: 'tiny', per: 'iteration' };
const halved: Scenario = { kind: 'scale', region: 'tiny', factor: 0.5 };

const meansOf = (times: Times): Times =>
  times.map((ofRank) => ofRank.map(() => ofRank.reduce((sum, time) => sum + time, 0) / ofRank.length));

const seconds = fc.integer({ min: 100, max: 1000 }).map((hundredths) => hundredths / 100);
const programs: fc.Arbitrary<Times> = fc
  .integer({ min: 2, max: 4 })
  .chain((ranks) =>
    fc.array(fc.array(seconds, { minLength: ranks, maxLength: ranks }), { minLength: 6, maxLength: 12 }),
  );

describe('a function balanced in each iteration', () => {
  it('has the run time of the program with the mean of each iteration on all ranks', () => {
    fc.assert(
      fc.property(programs, (times) => {
        const [found] = predicted(traceOf(times), balanced);
        expect(found?.runTime).toBeCloseTo(runTime(traceOf(meansOf(times))), 9);
        expect(found?.changed).toBeCloseTo(0, 9);
      }),
      { numRuns: rounds(50, 500) },
    );
  });

  it('composes with other changes from left to right', () => {
    const times: Times = Array.from({ length: 6 }, (_, at) => [1 + (at % 2), 3, 2 - (at % 2)]);
    const [, , together] = predicted(traceOf(times), halved, balanced);
    const expected = runTime(traceOf(meansOf(times).map((ofRank) => ofRank.map((time) => time / 2))));
    expect(together?.runTime).toBeCloseTo(expected, 9);
    const [, , reverse] = predicted(traceOf(times), balanced, halved);
    expect(reverse?.runTime).toBeCloseTo(expected, 9);
    expect(reverse?.changed).toBeCloseTo(together?.changed ?? Number.NaN, 9);
    // All ranks have equal times after it: balancing the run changes nothing.
    const [, , twice] = predicted(traceOf(times), balanced, { kind: 'balance', region: 'tiny' });
    expect(twice?.runTime).toBeCloseTo(runTime(traceOf(meansOf(times))), 9);
  });

  it('saves more than one balanced over the run if the imbalance moves', () => {
    const moving: Times = Array.from({ length: 8 }, (_, at) => [at % 2 === 0 ? 3 : 1, at % 2 === 0 ? 1 : 3]);
    const [each, run] = predicted(traceOf(moving), balanced, { kind: 'balance', region: 'tiny' });
    expect(run?.saved).toBeCloseTo(0, 9);
    // Rank 1 leaves the barrier a seventh of a millisecond later.
    expect(each?.saved).toBeCloseTo(8, 2);
  });

  it('is refused without a loop', () => {
    const trace = traceOf([[1, 2]]);
    expect(() => predicted(trace, balanced)).toThrow(/^Iterations cannot be balanced\. No loop was found/);
  });
});
