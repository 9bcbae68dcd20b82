/** Messages and collective operations of a recorded run in logical order, and who sends to whom, against all that was found. */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAt, elementAt } from '../../../../src/base/elements.js';
import { asking, openedRun } from '../asking.js';
import type { OpenMeasurement } from '../../../../src/engine/measurements/openMeasurement.js';
import type { Timeline } from '../../../../src/model/timeline.js';
import { exampleArchive } from '../../support/archives.js';

let measurement: OpenMeasurement;
let timeline: Timeline;
const locations = [0, 1, 2, 3];
const MOST = 2000;

const ask = asking(() => measurement);

beforeAll(() => {
  const run = openedRun(join(exampleArchive('heat2d-mpi'), 'traces.otf2'));
  ({ measurement, timeline } = run);
  return run.remove;
});

/** The step in which a location is at a moment, looked for one by one. */
function stepAt(location: number, time: number): number {
  const { first, enter, leave, step } = timeline.steps;
  for (let row = elementAt(first, location); row < elementAt(first, location + 1); row++)
    if (elementAt(enter, row) <= time && time <= elementAt(leave, row)) return elementAt(step, row);
  return Number.NaN;
}

const window = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  // Windows that are still some when they are stretched to the run.
  .filter(([a, b]) => Math.abs(a - b) > 1e-9)
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

describe('logical order of a recorded run', () => {
  it('has all messages between the steps that send and receive them, a sender always before its receiver', () => {
    const steps = Math.max(...timeline.steps.step) + 1;
    const { send, receive, from, to } = timeline.messages;
    const all = [...send.keys()].map((row) => ({
      from: elementAt(from, row),
      to: elementAt(to, row),
      send: stepAt(elementAt(from, row), elementAt(send, row)),
      receive: stepAt(elementAt(to, row), elementAt(receive, row)),
    }));
    expect(all.length).toBeGreaterThan(100);
    for (const message of all) expect(message.send).toBeLessThan(message.receive);
    fc.assert(
      fc.property(window, fc.subarray(locations, { minLength: 1 }), (part, shown) => {
        const [begin, end] = [part.from * steps, part.to * steps];
        const isIn = (step: number): boolean => step + 1 > begin && step < end;
        const meant = all.filter(
          (one) => shown.includes(one.from) && shown.includes(one.to) && (isIn(one.send) || isIn(one.receive)),
        );
        const { head, columns } = ask('stepMarks', { from: begin, to: end, locations: shown, most: MOST });
        expect(head.messages).toBe(meant.length);
        const told = [...columns.messageFrom.keys()].map((at) =>
          [columns.messageFrom, columns.messageTo, columns.messageSend, columns.messageReceive]
            .map((column) => column[at])
            .join(),
        );
        const wanted = meant.map((one) => [one.from, one.to, one.send, one.receive].join());
        if (meant.length <= MOST) expect(told.sort()).toEqual(wanted.sort());
        else expect(told).toHaveLength(MOST);
      }),
      { numRuns: 25 },
    );
  });

  it('has collective operations of all ranks in one step each, with what is waited in them', () => {
    const steps = Math.max(...timeline.steps.step) + 1;
    const { head, columns } = ask('stepMarks', { from: 0, to: steps, locations, most: MOST });
    expect(head.collectives).toBe(timeline.collectives.first.length);
    expect(columns.memberEnd.at(-1)).toBe(4 * columns.collectiveStep.length);
    const found = [...columns.collectiveWaiting].sort((a, b) => a - b);
    expect(found).toEqual([...timeline.collectives.waiting].sort((a, b) => a - b));
    for (const [at, step] of columns.collectiveStep.entries()) {
      const members = columns.member.subarray(4 * at, 4 * at + 4);
      expect([...members].sort()).toEqual(locations);
      // All of them do something in this step.
      const { first, step: steps } = timeline.steps;
      for (const member of members)
        expect(steps.subarray(elementAt(first, member), elementAt(first, member + 1)).includes(step)).toBe(true);
    }
    // Each begins with the first of its members, and is complete from the last one on.
    const { first: begins, last } = timeline.collectives;
    const { first, step, enter } = timeline.steps;
    const entered = [...columns.collectiveStep].map((meeting) =>
      locations.map((location) => elementAt(enter, step.indexOf(meeting, elementAt(first, location)))),
    );
    const byBegin = (a: readonly number[], b: readonly number[]): number => (a[0] ?? 0) - (b[0] ?? 0);
    const kept = [...begins.keys()].map((row) => [elementAt(begins, row), elementAt(last, row)]);
    expect(kept.sort(byBegin)).toEqual(entered.map((times) => [Math.min(...times), Math.max(...times)]).sort(byBegin));
    expect(ask('stepMarks', { from: 0, to: steps, locations: [2], most: MOST }).head.collectives).toBe(0);
    expect(() => ask('stepMarks', { from: 0, to: steps, locations: [9], most: MOST })).toThrow(/no location 9/);
  });
});

describe('who sends to whom', () => {
  it('is the sum over the messages of a window, asked for once or again', () => {
    const { send, receive, from, to, bytes, waiting } = timeline.messages;
    fc.assert(
      fc.property(window, fc.constantFrom('count' as const, 'bytes' as const, 'waiting' as const), (part, of) => {
        const asked = { from: part.from * timeline.span, to: part.to * timeline.span };
        const expected = new Float64Array(16);
        for (const row of send.keys()) {
          const [sent, received] = [elementAt(send, row), elementAt(receive, row)];
          if (Math.min(sent, received) >= asked.to || Math.max(sent, received) < asked.from) continue;
          const amount = of === 'count' ? 1 : elementAt(of === 'bytes' ? bytes : waiting, row);
          addAt(expected, 4 * elementAt(from, row) + elementAt(to, row), amount);
        }
        const { columns } = ask('matrix', { of, most: 512, window: asked });
        for (const [cell, value] of columns.value.entries()) expect(value).toBeCloseTo(elementAt(expected, cell), 9);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what happens in a window', () => {
  /** Whether something from a moment to another one overlaps a window. */
  const isIn = (from: number, to: number, window: { from: number; to: number }): boolean =>
    Math.min(from, to) < window.to && Math.max(from, to) >= window.from;

  it('is all that overlaps it on the locations that are seen', () => {
    const { waits, messages, collectives } = timeline;
    fc.assert(
      fc.property(window, fc.subarray(locations, { minLength: 1 }), fc.boolean(), (part, shown, isOne) => {
        const asked = { from: part.from * timeline.span, to: part.to * timeline.span };
        const ends = isOne ? 'one' : 'both';
        const { head, columns } = ask('marks', { ...asked, locations: shown, ends, most: MOST });
        const isShown = (location: number): boolean => shown.includes(location);
        const waited = [...waits.from.keys()].filter(
          (row) =>
            waits.part[row] === 0 &&
            isShown(elementAt(waits.location, row)) &&
            isIn(elementAt(waits.from, row), elementAt(waits.to, row), asked),
        );
        expect(head.waits).toBe(waited.length);
        const longest = waited.map((row) => elementAt(waits.to, row) - elementAt(waits.from, row));
        const told = Array.from(columns.waitFrom, (from, at) => elementAt(columns.waitTo, at) - from);
        expect(told).toEqual(longest.sort((a, b) => b - a).slice(0, MOST));
        const sent = [...messages.send.keys()].filter((row) => {
          const both = [elementAt(messages.from, row), elementAt(messages.to, row)].map(isShown);
          const isMeant = isOne ? both.includes(true) : !both.includes(false);
          return isMeant && isIn(elementAt(messages.send, row), elementAt(messages.receive, row), asked);
        });
        expect(head.messages).toBe(sent.length);
        const met = [...collectives.first.keys()].filter((row) =>
          isIn(elementAt(collectives.first, row), elementAt(collectives.end, row), asked),
        );
        expect(head.collectives).toBe(met.length);
        if (met.length > 0) {
          // All operations are of MPI_COMM_WORLD.
          expect([...columns.communicatorEnd]).toEqual([shown.length]);
          expect([...columns.communicatorMember]).toEqual(shown);
          expect(new Set(columns.collectiveCommunicator)).toEqual(new Set(columns.communicator));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('has its longest waits one by one, those of a property, call path, location and window too', () => {
    const { waits, properties } = timeline;
    const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
    const asks = fc.record({
      window: optional(window),
      shown: optional(fc.subarray(locations, { minLength: 1 })),
      node: optional(fc.constantFrom(...new Set(waits.node))),
      after: fc.nat({ max: 5 }),
    });
    const { parent } = measurement.space.callTree;
    const isBelow = (node: number, above: number): boolean => {
      for (let at = node; at >= 0; at = elementAt(parent, at)) if (at === above) return true;
      return false;
    };
    fc.assert(
      fc.property(asks, ({ window: part, shown, node, after }) => {
        const asked = part === undefined ? undefined : { from: part.from * timeline.span, to: part.to * timeline.span };
        const meant = [...waits.from.keys()]
          .filter((row) => {
            const [from, to] = [elementAt(waits.from, row), elementAt(waits.to, row)];
            return (
              waits.part[row] === 0 &&
              (shown === undefined || shown.includes(elementAt(waits.location, row))) &&
              (node === undefined || isBelow(elementAt(waits.node, row), node)) &&
              (asked === undefined || isIn(from, to, asked))
            );
          })
          .map((row) => ({
            seconds: elementAt(waits.to, row) - elementAt(waits.from, row),
            property: properties[elementAt(waits.property, row)],
          }))
          .sort((a, b) => b.seconds - a.seconds);
        const { wait } = ask('worst', {
          after,
          ...(asked === undefined ? {} : { window: asked }),
          ...(shown === undefined ? {} : { locations: shown }),
          ...(node === undefined ? {} : { nodes: [node] }),
        }).head;
        expect(wait === undefined ? undefined : wait.to - wait.from).toBe(meant[after]?.seconds);
      }),
      { numRuns: 60 },
    );
  });

  it('leads with the longest one of the property and call path with most waiting', () => {
    const sums = new Map<string, number>();
    const keyOf = (row: number): string =>
      `${timeline.properties[elementAt(waits.property, row)]} ${elementAt(waits.node, row)}`;
    const { waits } = timeline;
    const secondsOf = (row: number): number => elementAt(waits.to, row) - elementAt(waits.from, row);
    const rows = [...waits.from.keys()].filter((row) => waits.part[row] === 0);
    for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + secondsOf(row));
    const [[most] = []] = [...sums].sort((a, b) => b[1] - a[1]);
    const expected = Math.max(...rows.filter((row) => keyOf(row) === most).map(secondsOf));
    const { wait, isLongest } = ask('worst', { leading: true }).head;
    expect(wait === undefined ? undefined : wait.to - wait.from).toBe(expected);
    expect(isLongest).toBe(expected === Math.max(...rows.map(secondsOf)));
    expect(ask('worst', {}).head).not.toHaveProperty('isLongest');
  });

  it('is a wait where a location is asked about in the middle of one', () => {
    const { waits } = timeline;
    for (let row = 0; row < waits.from.length; row += 17) {
      if (waits.part[row] !== 0) continue;
      const [from, to] = [elementAt(waits.from, row), elementAt(waits.to, row)];
      const location = elementAt(waits.location, row);
      const { wait } = ask('at', { location, time: (from + to) / 2 }).head;
      expect(wait).toMatchObject({ location, from, to, node: elementAt(waits.node, row) });
    }
  });
});
