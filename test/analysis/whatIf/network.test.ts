/** Predicted run times with another network, compared with programs that are executed with it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { predictRunTimes } from '../../../src/analysis/whatIf/index.js';
import { explains, fitTransfers } from '../../../src/analysis/whatIf/network/fit.js';
import type { Predictions, Scenario } from '../../../src/model/findings/prediction.js';
import type { Trace } from '../../../src/model/trace.js';
import { DilatedRun, type DilatedStep, NO_COSTS } from '../../support/dilatedProgram.js';
import { eventTimes } from '../../support/eventTimes.js';
import { rounds } from '../../support/matrix.js';

interface Network {
  readonly latency: number;
  readonly bandwidth: number;
}

const MEASURED: Network = { latency: 1e-3, bandwidth: 1e8 };
const SIZES = [8, 4096, 1_000_000];

const message = (from: number, to: number, bytes: number, { latency, bandwidth }: Network): DilatedStep => ({
  ...{ kind: 'message', from, to, blocking: true, bytes, seconds: latency + bytes / bandwidth },
});
const compute = (rank: number, seconds: number): DilatedStep => ({ kind: 'compute', rank, seconds });

/** Messages of all sizes from rank 0 to rank 1, which the receiver waits for, and others that wait for it. */
const calibration = (network: Network): DilatedStep[] =>
  SIZES.flatMap((bytes) => [
    ...[compute(0, 10), message(0, 1, bytes, network), compute(1, 3), message(0, 1, bytes, network)],
    message(0, 1, bytes, network),
  ]);

const traceOf = (ranks: number, steps: readonly DilatedStep[]): Trace =>
  new DilatedRun({ ranks, steps }, NO_COSTS).builder.build();

function runTime(trace: Trace): number {
  const times = eventTimes(trace).flat();
  return Math.max(...times) - Math.min(...times);
}

function predictions(trace: Trace, ...scenarios: Scenario[]): Predictions {
  const { replayed, ...analyzed } = analyzeTrace(trace, { program: 'test', correctClocks: false, replay: true });
  const again = predictRunTimes(trace, analyzed, { scenarios });
  if (replayed === undefined) throw new Error('the analysis kept no waits');
  expect(predictRunTimes(trace, { ...analyzed, replayed }, { scenarios })).toEqual(again);
  return again;
}

const factor = fc.integer({ min: 1, max: 40 }).map((tenths) => tenths / 10);
const rank = fc.integer({ min: 0, max: 2 });
type Step = (network: Network) => DilatedStep;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(rank, fc.integer({ min: 1, max: 5000 })).map(
    ([at, ms]): Step =>
      () =>
        compute(at, ms * 1e-3),
  ),
  fc.tuple(rank, fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 2_000_000 })).map(
    ([from, by, bytes]): Step =>
      (network) =>
        message(from, (from + by) % 3, bytes, network),
  ),
);

describe('the run time with another network', () => {
  it('is that of the program whose messages last latency + bytes / bandwidth', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), factor, factor, (steps, latency, bandwidth) => {
        const program = (network: Network): Trace =>
          traceOf(3, [...calibration(network), ...steps.map((one) => one(network))]);
        const trace = program(MEASURED);
        const { predictions: found, limits } = predictions(trace, { kind: 'network', latency, bandwidth });
        const changed = program({
          latency: MEASURED.latency * latency,
          bandwidth: MEASURED.bandwidth * bandwidth,
        });
        expect(found[0]?.runTime).toBeCloseTo(runTime(changed), 9);
        expect(limits[0]).toMatch(/^Latency and bandwidth explain 100\.0 % of the time of transfers/);
      }),
      { numRuns: rounds(60, 1000) },
    );
  });

  it('is the measured one to the last bit if nothing changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const trace = traceOf(3, [...calibration(MEASURED), ...steps.map((one) => one(MEASURED))]);
        const [found] = predictions(trace, { kind: 'network', latency: 1, bandwidth: 1 }).predictions;
        expect([found?.runTime, found?.saved, found?.changed]).toEqual([runTime(trace), 0, 0]);
      }),
      { numRuns: rounds(30, 300) },
    );
  });

  it('follows from a chain of messages in closed form', () => {
    const chain = SIZES.flatMap((bytes) =>
      [0, 1, 2, 3].flatMap((at) => [compute(at, 1), message(at, (at + 1) % 4, bytes, MEASURED)]),
    );
    const [latency, bandwidth, both, none, ideal] = predictions(
      traceOf(4, chain),
      { kind: 'network', latency: 0.5 },
      { kind: 'network', bandwidth: 2 },
      { kind: 'network', latency: 0, bandwidth: 100 },
      { kind: 'network', region: 'MPI_Recv', latency: 0 },
      { kind: 'network' },
    ).predictions.map(({ saved }) => saved);
    // Twelve receives follow each other. A send takes half as long as its receive, and ends before it.
    const transfer = (SIZES.reduce((sum, bytes) => sum + bytes, 0) * 4) / MEASURED.bandwidth;
    expect(latency).toBeCloseTo(6e-3, 9);
    expect(bandwidth).toBeCloseTo(transfer / 2, 9);
    expect(both).toBeCloseTo(12e-3 + 0.99 * transfer, 9);
    expect(none).toBeCloseTo(12e-3, 9);
    expect(ideal).toBeCloseTo(12e-3 + transfer, 9);
  });

  it('has no latency left if communication takes no time', () => {
    const trace = traceOf(3, calibration(MEASURED));
    const found = predictions(trace, { kind: 'network', latency: 0.5 }, { kind: 'network' }).predictions;
    const [, ideal, together] = found.map(({ runTime: time }) => time);
    expect(together).toBe(ideal);
  });

  it('is the measured one if all messages have one size, which latency and bandwidth explain equally', () => {
    const trace = traceOf(
      2,
      [8, 8, 8, 8].flatMap((bytes) => [compute(0, 1), message(0, 1, bytes, MEASURED)]),
    );
    const { predictions: found, limits } = predictions(trace, { kind: 'network', latency: 0 });
    expect(found[0]?.saved).toBe(0);
    expect(limits[0]).toMatch(/explain 0\.0 %/);
  });
});

describe('the fit of latency and bandwidth', () => {
  const sizes = Array.from({ length: 200 }, (_, index) => Math.round(2 ** (3 + (index % 20))));

  it('is not changed by a fifth of the calls that are outliers', () => {
    const seconds = sizes.map((bytes, index) => (index % 5 === 0 ? 0.5 : 2e-6 + bytes / 1e10));
    const fit = fitTransfers(sizes, seconds);
    expect(fit?.latency).toBeCloseTo(2e-6, 9);
    expect(1 / (fit?.perByte ?? 0)).toBeCloseTo(1e10, -6);
    expect(fit !== undefined && explains(fit, 8, 0.5)).toBe(false);
    expect(fit !== undefined && explains(fit, 1024, 2.1e-6)).toBe(true);
  });

  it('is within a tenth of both if times vary by a fifth', () => {
    const times = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: sizes.length, maxLength: sizes.length });
    fc.assert(
      fc.property(times, (noise) => {
        const seconds = sizes.map((bytes, index) => (2e-6 + bytes / 1e10) * (1 + (noise[index] ?? 0) / 100));
        const { latency = 0, perByte = 0 } = fitTransfers(sizes, seconds) ?? {};
        expect(Math.abs(latency / 2e-6 - 1)).toBeLessThan(0.15);
        expect(Math.abs(perByte * 1e10 - 1)).toBeLessThan(0.15);
      }),
      { numRuns: rounds(50, 500) },
    );
  });

  it('has no bandwidth for calls without data', () => {
    expect(fitTransfers([0, 0, 0], [1, 2, 3])).toEqual({ latency: 2, perByte: 0 });
  });

  it('is not made from two calls, or from one size', () => {
    expect(fitTransfers([8, 16], [1, 2])).toBeUndefined();
    expect(fitTransfers([8, 8, 8], [1, 1, 1])).toBeUndefined();
  });
});
