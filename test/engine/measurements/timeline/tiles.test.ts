/** Tiles of recorded runs against plain specifications: sums over single calls, waits and operations. */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { timeClass } from '../../../../src/analysis/trace/metrics/timeClasses.js';
import { elementAt } from '../../../../src/base/elements.js';
import type { Answer } from '../../../../src/protocol/queries/index.js';
import { asking, openedRun } from '../asking.js';
import type { OpenMeasurement } from '../../../../src/engine/measurements/openMeasurement.js';
import { focusOn } from '../../../../src/engine/measurements/timeline/focus.js';
import { secondsOfWindows } from '../../../../src/engine/measurements/timeline/shares.js';
import { byClass, byFocus } from '../../../../src/engine/measurements/timeline/tileShares.js';
import { LATENESS, TIME_CLASSES, type Timeline } from '../../../../src/model/timeline.js';
import { exampleArchive } from '../../support/archives.js';

const PIXELS = 256;

let measurement: OpenMeasurement;
let timeline: Timeline;
/** All calls of the run by location, from one tile of the whole run. */
let calls: Answer<'tiles'>['columns'];
let below: readonly (readonly number[])[];
const locations = [0, 1, 2, 3];

const ask = asking(() => measurement);

beforeAll(() => {
  const run = openedRun(join(exampleArchive('heat2d-mpi'), 'traces.otf2'));
  ({ measurement, timeline } = run);
  calls = ask('tiles', { level: 0, tile: 0, locations, intervals: true }).columns;
  below = callsBelow();
  return run.remove;
});

/** Seconds of a part of time in which the innermost call of a location is meant. */
function seconds(location: number, from: number, to: number, isMeant: (node: number) => boolean): number {
  let sum = 0;
  const inside = (at: number): number =>
    Math.max(0, Math.min(to, elementAt(calls.to, at)) - Math.max(from, elementAt(calls.from, at)));
  for (const at of calls.row.keys()) {
    if (calls.row[at] !== location || !isMeant(elementAt(calls.node, at))) continue;
    // Less what the calls right below it take.
    sum += inside(at) - (below[at] ?? []).reduce((less, other) => less + inside(other), 0);
  }
  return sum;
}

/** By call, those right below it. */
function callsBelow(): number[][] {
  return Array.from(calls.row, (row, at) =>
    [...calls.row.keys()].filter(
      (other) =>
        calls.row[other] === row &&
        calls.depth[other] === elementAt(calls.depth, at) + 1 &&
        elementAt(calls.from, other) >= elementAt(calls.from, at) &&
        elementAt(calls.to, other) <= elementAt(calls.to, at),
    ),
  );
}

const regionOf = (node: number): number => elementAt(measurement.space.callTree.region, node);

/** A tile somewhere, and how wide its pixels are. */
const place = fc.tuple(fc.integer({ min: 0, max: 18 }), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));

describe('tiles of a recorded run', () => {
  it('have the shares of classes that single calls add up to, at any zoom', () => {
    const classes = TIME_CLASSES.length;
    fc.assert(
      fc.property(place, fc.nat(3), fc.nat(PIXELS - 1), ([level, share], location, pixel) => {
        const tile = Math.floor(share * 2 ** level);
        const { head, columns } = ask('tiles', { level, tile, locations: [location], intervals: true });
        const width = timeline.span / (PIXELS * 2 ** level);
        const from = (tile * PIXELS + pixel) * width;
        // At its end the measurement wrote its buffers, which is no time of the call around it.
        const last = (timeline.blocks.first[location + 1] ?? 0) - 2;
        if (from + width > elementAt(timeline.blocks.start, last)) return;
        for (let each = 0; each < classes; each++) {
          const region = (node: number) => elementAt(measurement.definitions.regions, regionOf(node));
          const expected = seconds(location, from, from + width, (node) => timeClass(region(node)) === each) / width;
          const found = elementAt(columns.shares, pixel * head.values + each) / 255;
          expect(Math.abs(found - expected), `class ${each} at ${from}`).toBeLessThanOrEqual(0.5 / 255 + 1e-6);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('have the same shares to 1e-9 from blocks and from calls, of functions too; the remainder is the rest', () => {
    const file = measurement.timeline(() => undefined);
    const regions = [...new Set([...calls.node].map(regionOf))].slice(0, 8);
    const focus = focusOn(
      measurement,
      file,
      regions.map((region) => ({ region, own: true })),
    );
    // From the begin of a block to the end of one.
    const windows = { from: 0, width: timeline.span, count: 1 };
    for (const location of locations) {
      const told = byFocus(focus, file, windows, byClass(measurement, file, windows), () => undefined).of(
        location,
        undefined,
        secondsOfWindows(file.blocks, location, windows),
      );
      for (const [at, region] of regions.entries())
        expect(
          Math.abs(elementAt(told, at) - seconds(location, 0, timeline.span, (node) => regionOf(node) === region)),
        ).toBeLessThan(1e-9 * timeline.span);
      const all = seconds(location, 0, timeline.span, () => true);
      expect(Math.abs(told.reduce((sum, one) => sum + one, 0) - all)).toBeLessThan(1e-9 * timeline.span);
    }
  });

  it('give time to the innermost of the call paths that are looked at', () => {
    const { parent } = measurement.space.callTree;
    const isBelow = (node: number, above: number): boolean =>
      node === above || (node >= 0 && isBelow(elementAt(parent, node), above));
    const nodes = [...new Set(calls.node)];
    fc.assert(
      fc.property(
        place,
        fc.nat(3),
        fc.nat(PIXELS - 1),
        fc.constantFrom(...nodes),
        ([level, share], location, pixel, node) => {
          const tile = Math.floor(share * 2 ** level);
          const color = { by: 'focus' as const, focus: [{ nodes: [node], own: false }] };
          const { head, columns } = ask('tiles', { level, tile, locations: [location], color, intervals: true });
          expect(head.values).toBe(2);
          const width = timeline.span / (PIXELS * 2 ** level);
          const from = (tile * PIXELS + pixel) * width;
          const expected = seconds(location, from, from + width, (one) => isBelow(one, node)) / width;
          expect(Math.abs(elementAt(columns.shares, pixel * 2) / 255 - expected)).toBeLessThanOrEqual(0.5 / 255 + 1e-6);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of several locations in a row are the means of theirs', () => {
    const one = locations.map((location) => ask('tiles', { level: 2, tile: 1, locations: [location] }).columns);
    const { head, columns } = ask('tiles', { level: 2, tile: 1, locations, rows: [3, 1] });
    for (let at = 0; at < PIXELS * head.values; at++) {
      const mean = one.slice(0, 3).reduce((sum, { shares }) => sum + elementAt(shares, at), 0) / 3;
      expect(Math.abs(elementAt(columns.shares, at) - mean)).toBeLessThanOrEqual(1);
      expect(columns.shares[PIXELS * head.values + at]).toBe(one[3]?.shares[at]);
    }
    expect(() => ask('tiles', { level: 0, tile: 0, locations, color: { by: 'focus' } })).toThrow(/One to 8/);
    expect(() => ask('tiles', { level: 0, tile: 0, locations, rows: [2] })).toThrow(/do not have all locations/);
  });

  it('by lateness and in logical order show each operation with its exact lateness', () => {
    const latest = Math.max(...timeline.steps.late);
    const bucket = (late: number): number => {
      const at = LATENESS.findIndex((most) => late / latest <= most);
      return 1 + (at < 0 ? LATENESS.length : at);
    };
    const count = Math.max(...timeline.steps.step) + 1;
    const { first, enter, leave, late, step } = timeline.steps;
    for (const location of locations) {
      const inTime = ask('tiles', { level: 3, tile: 2, locations: [location], color: { by: 'lateness' } });
      const inSteps = ask('tiles', { level: 3, tile: 2, locations: [location], order: 'logical' });
      const { values } = inTime.head;
      for (const [{ columns }, whole, ends] of [
        [inTime, timeline.span, (row: number) => [elementAt(enter, row), elementAt(leave, row)]],
        [inSteps, count, (row: number) => [elementAt(step, row), elementAt(step, row) + 1]],
      ] as const) {
        const width = whole / (PIXELS * 8);
        for (const pixel of [0, 17, 100, 255]) {
          const from = (2 * PIXELS + pixel) * width;
          const sums = new Float64Array(values);
          for (let row = first[location] ?? 0; row < (first[location + 1] ?? 0); row++) {
            const [begin = 0, end = 0] = ends(row);
            const inside = Math.min(end, from + width) - Math.max(begin, from);
            const at = bucket(elementAt(late, row));
            if (inside > 0) sums[at] = elementAt(sums, at) + inside;
          }
          for (let value = 1; value < values; value++)
            expect(
              Math.abs(elementAt(columns.shares, pixel * values + value) / 255 - elementAt(sums, value) / width),
            ).toBeLessThanOrEqual(0.5 / 255 + 1e-6);
        }
      }
    }
  });
});

describe('the next call', () => {
  it('is the first one after a moment, on whatever location', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 30, noNaN: true }),
        fc.constantFrom(...new Set([...calls.node].map(regionOf))),
        (after, region) => {
          const own = [...calls.node.keys()].filter(
            (at) => regionOf(elementAt(calls.node, at)) === region && elementAt(calls.from, at) > after,
          );
          const first = own.reduce((least, at) => Math.min(least, elementAt(calls.from, at)), Infinity);
          const { call } = ask('nextCall', { regions: [region], locations, after }).head;
          expect(call?.from ?? Infinity).toBe(first);
        },
      ),
      { numRuns: 30 },
    );
  });
});
