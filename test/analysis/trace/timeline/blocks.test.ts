/** Contents of blocks by window, compared with their events. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absent, elementAt } from '../../../../src/base/elements.js';
import {
  BlockRecorder,
  emptyBlocks,
  emptyTeams,
  mostSmall,
  secondsOf,
} from '../../../../src/analysis/trace/timeline/blockRecorder.js';
import { secondsUntil } from '../../../../src/analysis/trace/timeline/spread.js';
import { secondsOfWindows, VALUES, WAITING } from '../../../../src/engine/measurements/timeline/shares.js';
import { BLOCK_EVENTS, TIME_CLASSES, type TimelineBlocks } from '../../../../src/model/timeline.js';
import { rounds } from '../../../support/matrix.js';

interface Step {
  /** Seconds until the next event, and their class; the last number has no meaning. */
  readonly seconds: number;
  readonly timeClass: number;
}

type Spans = readonly (readonly [from: number, to: number])[];

/** Returns the blocks of a location that takes these steps, and then waits. */
function blocksOf(
  steps: readonly Step[],
  waits: Spans,
  locations = 1,
): { readonly blocks: TimelineBlocks; readonly times: number[] } {
  const rows = emptyBlocks();
  const recorder = new BlockRecorder(0, rows, emptyTeams(), mostSmall(locations));
  const times = [0];
  recorder.event(0);
  for (const { seconds, timeClass } of steps) {
    const now = (times.at(-1) ?? 0) + seconds;
    recorder.goOn(timeClass, -1);
    recorder.spend(seconds);
    recorder.event(now);
    times.push(now);
  }
  recorder.finish(times.at(-1) ?? 0);
  const start = rows.columns.start.slice(0, rows.length);
  const first = Uint32Array.from([0, rows.length]);
  const [from, to] = [waits.map(([begin]) => begin), waits.map(([, end]) => end)];
  const spans = { length: waits.length, location: waits.map(() => 0), from, to };
  const waiting = secondsUntil({ first, start }, spans, false);
  const blocks: TimelineBlocks = {
    ...{ first, start, waiting, path: waiting, seconds: secondsOf(rows) },
    events: Float64Array.of(times.length),
    node: rows.columns.node.slice(0, rows.length),
  };
  return { blocks, times };
}

const overlap = ([from, to]: readonly [number, number], begin: number, end: number): number =>
  Math.max(0, Math.min(to, end) - Math.max(from, begin));

/** Seconds by class, and waiting, of a window: from single steps. */
function specified(steps: readonly Step[], times: readonly number[], waits: Spans, from: number, to: number): number[] {
  const sums = Array.from({ length: VALUES - 1 }, () => 0);
  for (const [at, { timeClass }] of steps.entries())
    if (timeClass < TIME_CLASSES.length)
      sums[timeClass] =
        elementAt(sums, timeClass) + overlap([elementAt(times, at), elementAt(times, at + 1)], from, to);
  sums[WAITING] = waits.reduce((sum, wait) => sum + overlap(wait, from, to), 0);
  return sums;
}

const step = fc.record({
  seconds: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true }), fc.constant(1e-320)),
  timeClass: fc.nat(TIME_CLASSES.length),
});

function expectWindow(made: ReturnType<typeof blocksOf>, expected: readonly number[], from: number, to: number): void {
  const found = secondsOfWindows(made.blocks, 0, { from, width: to - from, count: 1 });
  for (const [value, seconds] of expected.entries())
    expect(Math.abs(elementAt(found, value) - seconds), `value ${value} of ${from} to ${to}`).toBeLessThan(
      1e-9 * Math.max(1, made.times.at(-1) ?? 0),
    );
}

describe('what a location spent in a window', () => {
  it('is exact to the second for any window where there are few events', () => {
    const moment = fc.double({ min: -1, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), moment, moment, (steps, one, other) => {
        const made = blocksOf(steps, []);
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        expectWindow(made, specified(steps, made.times, [], from, to), from, to);
      }),
    );
  });

  it('is exact between the begins of blocks where there are many, waiting too; nothing is lost', () => {
    // Enough events for blocks to become as long as they get.
    const some = fc.array(step, { minLength: 40, maxLength: 80 });
    const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    const of = fc.constantFrom(1, 4096, 1 << 20);
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 4000 }), of, place, place, (drawn, times, locations, one, other) => {
        const steps = Array.from({ length: times }, () => drawn).flat();
        const all = blocksOf(steps, [], locations).times;
        const end = all.at(-1) ?? 0;
        const waits: Spans = [[end * 0.25, end * 0.5], [end * 0.5, end]]; // prettier-ignore
        const made = blocksOf(steps, waits, locations);
        const { start } = made.blocks;
        const at = (share: number): number => start[Math.floor(share * start.length)] ?? absent('a block');
        const [from, to] = [Math.min(at(one), at(other)), Math.max(at(one), at(other))];
        expectWindow(made, specified(steps, made.times, [], from, to).slice(0, WAITING), from, to);
        expectWindow(made, specified(steps, made.times, waits, 0, end), 0, end);
        expect(start.length).toBeLessThanOrEqual(mostSmall(locations) + 6 + steps.length / BLOCK_EVENTS);
      }),
      { numRuns: rounds(5, 12) },
    );
  });
});
