import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { TrimtabError } from '../../src/base/problem.js';
import { countIn, largest, type Window } from '../../src/engine/measurements/timeline/largest.js';
import { waitRows } from '../../src/engine/measurements/timeline/waits.js';
import { TimelineFile, writeTimeline } from '../../src/experiments/files/timelineFile.js';
import { sampleTimeline } from './timelineSample.js';
import { temporaryFolder } from './support.js';

const expected = { locations: 2, callPaths: 3 };
const open = (path: string): TimelineFile => TimelineFile.open(path, expected, () => undefined);

function written(waits: number): { readonly path: string; readonly timeline: ReturnType<typeof sampleTimeline> } {
  const path = join(temporaryFolder(), 'timeline.bin');
  const timeline = sampleTimeline(waits);
  writeTimeline(path, timeline, 3);
  return { path, timeline };
}

describe('a stored timeline', () => {
  it('reads back what was written, run by run', () => {
    const { path, timeline } = written(9000);
    const file = open(path);
    expect(file.blocks).toEqual(timeline.blocks);
    expect(file.properties).toEqual(timeline.properties);
    const runs = [0, 1, 2].map((run) => file.waits(run));
    for (const name of ['from', 'to', 'location', 'late', 'property'] as const)
      expect(runs.flatMap((rows) => [...rows[name]])).toEqual([...timeline.waits[name]]);
    expect([...file.messages(0).waiting]).toEqual([...timeline.messages.waiting]);
    expect([...file.path(0).to]).toEqual([...timeline.path.to]);
    expect([0, 4, 3].map((communicator) => [...file.membersOf(communicator)])).toEqual([[0, 1], [1], []]);
    let held = 0;
    expect(file.clocks(2, (bytes) => void (held = bytes))).toEqual(timeline.clocks);
    expect(held).toBeGreaterThanOrEqual(16 * 3);
    file.close();
  });

  it('is refused when it belongs to another run, is cut off, or is none', () => {
    const { path } = written(10);
    expect(() => TimelineFile.open(path, { locations: 3, callPaths: 3 }, () => undefined)).toThrow(/another run/);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 8));
    expect(() => open(path)).toThrow(TrimtabError);
    writeFileSync(path, 'TTTIME01');
    expect(() => open(path)).toThrow(/does not begin as one/);
  });
});

describe('clocks and members of a stored timeline', () => {
  const changed = (change: Partial<ReturnType<typeof sampleTimeline>>): TimelineFile => {
    const path = join(temporaryFolder(), 'timeline.bin');
    writeTimeline(path, { ...sampleTimeline(1), ...change }, 3);
    return open(path);
  };
  const hold = (): void => undefined;

  it('are none where nothing is kept', () => {
    const { clocks, ...without } = sampleTimeline(1);
    const path = join(temporaryFolder(), 'timeline.bin');
    writeTimeline(path, without, 3);
    expect(clocks).toBeDefined();
    expect(open(path).clocks(2, hold)).toBeUndefined();
  });

  it('are refused where they are damaged', () => {
    const clocks = {
      first: Uint32Array.of(0, 1, 3),
      measured: Float64Array.of(1, 5, 5),
      corrected: new Float64Array(3),
    };
    expect(() => changed({ clocks }).clocks(2, hold)).toThrow(/knots of a clock are not in order/);
    expect(() => changed({ clocks }).clocks(1, hold)).toThrow(/clocks are not those of its locations/);
    const member = Int32Array.of(0, 2, 1);
    const communicators = { number: Int32Array.of(0, 4), first: Uint32Array.of(0, 2, 3), member };
    expect(() => changed({ communicators }).membersOf(0)).toThrow(/members are unknown locations/);
    const beyond = { ...communicators, first: Uint32Array.of(0, 2, 9) };
    expect(() => changed({ communicators: beyond }).membersOf(4)).toThrow(/members are missing/);
  });
});

describe('the largest waits in a window', () => {
  it('are those of a search through all of them, as is how many there are', () => {
    const { path, timeline } = written(20_000);
    const file = open(path);
    const { from, to, location } = timeline.waits;
    const seconds = (row: number): number => elementAt(to, row) - elementAt(from, row);
    const moment = fc.double({ min: -1, max: 21_000, noNaN: true });
    fc.assert(
      fc.property(
        moment,
        moment,
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(0, 1, 2),
        (one, other, most, only) => {
          const window: Window = { from: Math.min(one, other), to: Math.max(one, other) };
          const isMeant = (own: number | undefined): boolean => only === 2 || own === only;
          const read = (run: number) => waitRows(file.waits(run), (rows, row) => isMeant(rows.location[row]));
          const all = [...from.keys()].filter(
            (row) => elementAt(from, row) < window.to && elementAt(to, row) >= window.from && isMeant(location[row]),
          );
          const worst = all.sort((a, b) => seconds(b) - seconds(a) || a - b).slice(0, most);
          const found = largest(file.runsOf('waits'), window, most, read, () => undefined);
          expect(found.map(({ run, row }) => run * 4096 + row)).toEqual(worst);
          const count = countIn(file.runsOf('waits'), window, only === 2, read, () => undefined);
          expect(count).toBe(all.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});
