import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CausalGraph, CausalGraphBuilder } from '../../../../src/analysis/trace/clocks/causalGraph.js';
import { clockCorrections } from '../../../../src/analysis/trace/clocks/clockCorrection.js';
import { elementAt } from '../../../../src/base/elements.js';
import { expectSame } from '../../../support/expectSame.js';
import { rounds } from '../../../support/matrix.js';

const PROCESSES = 4;
/** Seconds, before, during and after a run. */
const moments = Array.from({ length: 30 }, (_, i) => -1 + 3.7 * i);
const RUNS = { numRuns: rounds(200, 1000) };

/** A message of a real execution: sent at a true time, received some seconds later. */
const message = fc.record({
  from: fc.nat(PROCESSES - 1),
  hop: fc.integer({ min: 1, max: PROCESSES - 1 }),
  sent: fc.integer({ min: 0, max: 100_000 }).map((ticks) => ticks / 1000),
  latency: fc.integer({ min: 1, max: 5000 }).map((ticks) => ticks / 1000),
});
const clock = fc.record({
  offset: fc.integer({ min: 0, max: 3000 }).map((ticks) => ticks / 1000),
  rate: fc.integer({ min: 990, max: 1010 }).map((parts) => parts / 1000),
});
const clocks = fc.array(clock, { minLength: PROCESSES, maxLength: PROCESSES });
const execution = fc.record({ messages: fc.array(message, { maxLength: 40 }), clocks });
type Execution = typeof execution extends fc.Arbitrary<infer T> ? T : never;

const measuredAt = ({ clocks }: Execution, process: number, time: number): number =>
  elementAt(clocks, process).offset + elementAt(clocks, process).rate * time;

/** Measured moments of each message: [sending process, time, receiving process, time]. */
function messagesOf(execution: Execution): [number, number, number, number][] {
  return execution.messages.map(({ from, hop, sent, latency }) => {
    const to = (from + hop) % PROCESSES;
    return [from, measuredAt(execution, from, sent), to, measuredAt(execution, to, sent + latency)];
  });
}

function graphOf(execution: Execution): CausalGraph {
  const builder = new CausalGraphBuilder(PROCESSES);
  for (const [from, sent, to, received] of messagesOf(execution)) {
    const joint = builder.joint();
    builder.order(builder.moment(from, sent), joint);
    builder.order(joint, builder.moment(to, received));
  }
  return builder.build();
}

describe('the controlled logical clock', () => {
  test('leaves no message that arrives before it was sent', () => {
    fc.assert(
      fc.property(execution, (execution) => {
        const corrections = clockCorrections(graphOf(execution));
        for (const [from, sent, to, received] of messagesOf(execution)) {
          expect(corrections[to]?.at(received)).toBeGreaterThanOrEqual(elementAt(corrections, from).at(sent));
        }
      }),
      RUNS,
    );
  });

  test('never goes back, and shortens no interval of a process by more than 1 %', () => {
    fc.assert(
      fc.property(execution, fc.array(fc.double({ min: 0, max: 110, noNaN: true }), { minLength: 2 }), (run, times) => {
        times.sort((a, b) => a - b);
        for (const correction of clockCorrections(graphOf(run))) {
          const corrected = times.map((time) => correction.at(time));
          const early = times.filter((time, i) => !(elementAt(corrected, i) >= time - 1e-9));
          const shortened = times.filter((time, i) => {
            if (i === 0) return false;
            const least = 0.99 * (time - elementAt(times, i - 1));
            return !(elementAt(corrected, i) - elementAt(corrected, i - 1) >= least - 1e-9);
          });
          expect([early, shortened]).toEqual([[], []]);
        }
      }),
      RUNS,
    );
  });

  test('changes nothing where the clocks agree', () => {
    fc.assert(
      fc.property(execution, (execution) => {
        const right = { ...execution, clocks: execution.clocks.map(() => ({ offset: 0, rate: 1 })) };
        for (const correction of clockCorrections(graphOf(right))) {
          expectSame(
            moments.map((time) => correction.at(time)),
            moments,
          );
        }
      }),
      RUNS,
    );
  });

  test('gives the same time to a moment in whatever order moments are asked for', () => {
    fc.assert(
      fc.property(execution, fc.array(fc.double({ min: 0, max: 110, noNaN: true })), (execution, times) => {
        const asked = elementAt(clockCorrections(graphOf(execution)), 0);
        const first = times.map((time) => asked.at(time));
        const fresh = (time: number): number => elementAt(clockCorrections(graphOf(execution)), 0).at(time);
        expect(times.slice(0, 3).map(fresh)).toEqual(first.slice(0, 3));
        expect([...times].reverse().map((time) => asked.at(time))).toEqual([...first].reverse());
      }),
      { numRuns: rounds(100, 1000) },
    );
  });

  test('ends where causes go round in a circle', () => {
    const builder = new CausalGraphBuilder(2);
    builder.order(builder.moment(0, 2), builder.moment(1, 1));
    builder.order(builder.moment(1, 2), builder.moment(0, 1));
    const corrections = clockCorrections(builder.build());
    for (const correction of corrections) expect(correction.at(2)).toBeGreaterThanOrEqual(correction.at(1));
  });
});
