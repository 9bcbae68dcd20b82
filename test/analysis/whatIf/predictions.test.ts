/** Predicted run times of programs whose times are known in closed form. */
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { predictRunTimes } from '../../../src/analysis/whatIf/index.js';
import { TrimtabError } from '../../../src/base/problem.js';
import type { Predictions, Scenario } from '../../../src/model/findings/prediction.js';
import type { Trace } from '../../../src/model/trace.js';
import { DilatedRun, type DilatedStep, NO_COSTS } from '../../support/dilatedProgram.js';
import { DilatedTeams, type TeamStep } from '../../support/dilatedTeams.js';

const calls = (rank: number, seconds: number): DilatedStep => ({ kind: 'calls', rank, count: 1, seconds });
const message = (from: number, to: number, seconds: number): DilatedStep => ({
  ...{ kind: 'message', from, to, blocking: true, seconds },
});
const barrier = (seconds: number): DilatedStep => ({ kind: 'collective', name: 'MPI_Barrier', root: 0, seconds });

const traceOf = (ranks: number, steps: readonly DilatedStep[]): Trace =>
  new DilatedRun({ ranks, steps }, NO_COSTS).builder.build();

function predictions(trace: Trace, ...scenarios: Scenario[]): Predictions {
  const analyzed = analyzeTrace(trace, { program: 'test', correctClocks: false });
  return predictRunTimes(trace, analyzed, { scenarios });
}

function runTimes(trace: Trace, ...scenarios: Scenario[]): number[] {
  return predictions(trace, ...scenarios).predictions.map(({ runTime }) => Number(runTime.toFixed(9)));
}

const halved: Scenario = { kind: 'scale', region: 'tiny', factor: 0.5 };
const balanced: Scenario = { kind: 'balance', region: 'tiny' };
const network: Scenario = { kind: 'network' };

describe('the predicted run time of a late rank at a barrier', () => {
  // Ends of the ranks in the barrier: 4 s and 1.0, 8/7, 9/7, 10/7 s.
  const late = traceOf(4, [calls(0, 4), calls(1, 1), calls(2, 1), calls(3, 2), barrier(0.7)]);

  it('follows the last arrival', () => {
    expect(runTimes(late, halved)).toEqual([3]);
    expect(runTimes(late, balanced)).toEqual([3]);
    expect(runTimes(late, network)).toEqual([4]);
  });

  it('is that of all scenarios together in the end, applied from left to right', () => {
    expect(runTimes(late, halved, balanced, network)).toEqual([3, 3, 4, 1]);
  });

  it('is reported with the measured one, and the time that changes', () => {
    const { runTime, predictions: found } = predictions(late, halved);
    expect(runTime).toBeCloseTo(5, 9);
    const [first] = found;
    expect([found.length, first?.scenarios]).toEqual([1, [halved]]);
    for (const [value, expected] of [
      [first?.runTime, 3],
      [first?.saved, 2],
      [first?.share, 0.4],
      [first?.changed, 4],
    ])
      expect(value).toBeCloseTo(expected ?? Number.NaN, 9);
  });
});

describe('the predicted run time of messages', () => {
  it('does not change with code that no rank waits for', () => {
    const trace = traceOf(2, [calls(1, 1), { kind: 'compute', rank: 0, seconds: 5 }, message(0, 1, 0.25)]);
    expect(runTimes(trace, halved, { ...halved, factor: 0 })).toEqual([5.25, 5.25, 5.25]);
  });

  it('adds up along a chain of ranks', () => {
    const chain = traceOf(
      4,
      [0, 1, 2].flatMap((rank) => [calls(rank, 1), message(rank, rank + 1, 0.5)]),
    );
    // Each rank computes when the message of the one before has come.
    expect(runTimes(chain, halved, network)).toEqual([3, 3, 1.5]);
  });

  it('adds up around a ring, whose ranks compute in turn', () => {
    const ring = traceOf(
      3,
      [0, 1, 2].flatMap((rank) => [message(rank, (rank + 1) % 3, 0.2), calls((rank + 1) % 3, 1)]),
    );
    expect(runTimes(ring, halved, { ...halved, factor: 0 })).toEqual([2.1, 0.6, 0.6]);
  });

  it('is that of the slowest worker of a master that collects results', () => {
    const collected = traceOf(3, [calls(1, 2), calls(2, 6), message(1, 0, 0.1), message(2, 0, 0.1)]);
    // The second message is received after the first one.
    expect(runTimes(collected, balanced, halved)).toEqual([4.2, 3.1, 2.2]);
  });
});

describe('the predicted run time of a team of threads', () => {
  const work = (thread: number, seconds: number): TeamStep => ({ kind: 'calls', thread, count: 1, seconds });

  it('is that of equal parts of the work before each barrier', () => {
    const team = new DilatedTeams([[work(0, 1), work(1, 2), work(2, 6)]], NO_COSTS).builder.build();
    const { runTime, predictions: found } = predictions(team, { kind: 'teams' });
    // The workers begin 2 µs after the fork; the master leaves the barrier 1 µs after the last arrival.
    expect(runTime).toBeCloseTo(6 + 2e-6 + 3e-6, 12);
    expect(found[0]?.runTime).toBeCloseTo(3 + 4e-6 / 3 + 3e-6, 12);
  });
});

describe('the scenarios of a trace', () => {
  it('contain file I/O if it takes at least 0.5 % of the time', () => {
    const writing = (seconds: number): Trace =>
      traceOf(2, [calls(0, 1), calls(1, 1), { kind: 'writes', rank: 1, count: 1, seconds }, barrier(0.001)]);
    const kinds = (trace: Trace): string[] =>
      predictions(trace).predictions.flatMap(({ scenarios }) => scenarios.map(({ kind }) => kind));
    expect(kinds(writing(0.004))).not.toContain('io');
    expect(kinds(writing(0.02))).toContain('io');
    expect(() => predictions(traceOf(2, [calls(0, 1), barrier(0.1)]), { kind: 'io' })).toThrow(/no file I\/O/);
  });

  it('are refused for serial code that runs in parallel regions only', () => {
    const team = new DilatedTeams([[{ kind: 'calls', thread: 0, count: 1, seconds: 1 }]], NO_COSTS).builder.build();
    expect(() => predictions(team, { kind: 'parallelize', region: 'tiny' })).toThrow(/outside parallel regions/);
  });

  it('are those that suit it if none are given, the one that saves most first', () => {
    const trace = traceOf(3, [calls(0, 4), calls(1, 1), barrier(0.1)]);
    const found = predictions(trace).predictions;
    expect(found.map(({ scenarios }) => scenarios)).toEqual([[halved], [balanced], [network]]);
    expect(found.map(({ saved }) => saved)).toEqual(
      found.map(({ saved }) => saved).toSorted((one, other) => other - one),
    );
  });

  it('are refused where the trace has no such function, or one that only communicates', () => {
    const trace = traceOf(2, [calls(0, 1), barrier(0.1)]);
    const predict = (region: string) => () => predictions(trace, { ...halved, region });
    expect(predict('absent')).toThrow(new TrimtabError('The trace has no calls of a function or construct "absent".'));
    expect(predict('MPI_Barrier')).toThrow(/^"MPI_Barrier" only communicates or waits/);
  });

  it('change called functions too if wanted', () => {
    const trace = traceOf(2, [calls(0, 1), { kind: 'compute', rank: 0, seconds: 1 }, barrier(0.5)]);
    const main: Scenario = { kind: 'scale', region: 'main', factor: 0 };
    expect(runTimes(trace, main)).toEqual([1.571428571]);
    expect(runTimes(trace, { ...main, withCallees: true })).toEqual([0.571428571]);
  });
});
