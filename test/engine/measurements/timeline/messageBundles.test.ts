/** Messages that have no line in a picture, against all messages of a recorded run and of random ones. */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../../src/base/elements.js';
import type { OpenMeasurement } from '../../../../src/engine/measurements/openMeasurement.js';
import { type BundledMessage, MessageBundles } from '../../../../src/engine/measurements/timeline/messageBundles.js';
import type { Timeline } from '../../../../src/model/timeline.js';
import { exampleArchive } from '../../support/archives.js';
import { asking, openedRun } from '../asking.js';

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, one) => sum + one, 0);

describe('messages of a recorded run that have no line', () => {
  let measurement: OpenMeasurement;
  let timeline: Timeline;
  const ask = asking(() => measurement);
  const locations = [0, 1, 2, 3];

  beforeAll(() => {
    const run = openedRun(join(exampleArchive('heat2d-mpi'), 'traces.otf2'));
    ({ measurement, timeline } = run);
    return run.remove;
  });

  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const window = fc
    .tuple(share, share)
    .filter(([a, b]) => Math.abs(a - b) > 1e-9)
    .map(([a, b]) => ({ from: Math.min(a, b) * timeline.span, to: Math.max(a, b) * timeline.span }));
  const asked = fc.record({
    seen: fc.option(fc.subarray(locations, { minLength: 1 }), { nil: null }),
    ends: fc.constantFrom('one' as const, 'both' as const),
    most: fc.integer({ min: 1, max: 300 }),
    columns: fc.integer({ min: 1, max: 80 }),
    rows: fc.array(fc.nat({ max: 3 }), { minLength: 4, maxLength: 4 }),
  });

  it('and those that have one are all messages between different rows of the window', () => {
    const { messages } = timeline;
    fc.assert(
      fc.property(window, asked, ({ from, to }, { seen, ends, most, columns, rows }) => {
        const marks = ask('marks', { from, to, locations: seen, ends, most });
        const answer = ask('messageBundles', {
          from,
          to,
          locations: seen,
          ends,
          most,
          columns,
          shown: locations,
          rows,
        });
        const isSeen = (location: number): boolean => seen === null || seen.includes(location);
        const rowsAt = (at: number) =>
          [messages.from, messages.to].map((list) => elementAt(rows, elementAt(list, at))) as [number, number];
        const meant = [...messages.send.keys()].filter((at) => {
          const times = [elementAt(messages.send, at), elementAt(messages.receive, at)];
          const both = [elementAt(messages.from, at), elementAt(messages.to, at)].map(isSeen);
          const [sender, receiver] = rowsAt(at);
          return (
            Math.min(...times) < to &&
            Math.max(...times) >= from &&
            (ends === 'one' ? both.includes(true) : !both.includes(false)) &&
            sender !== receiver
          );
        });
        // Messages that have a line.
        const lines = [...marks.columns.messageFrom.keys()].filter((at) => {
          const [sender, receiver] = [marks.columns.messageFrom, marks.columns.messageTo].map((list) =>
            elementAt(rows, elementAt(list, at)),
          );
          return sender !== receiver;
        });
        const { head, columns: bundles } = answer;
        expect(head).toMatchObject({ messages: meant.length, single: lines.length, omitted: 0 });
        expect(lines.length + sumOf(bundles.count)).toBe(meant.length);
        // Bytes, waiting and times add up too.
        const lineSum = (of: Float64Array): number => sumOf(lines.map((at) => elementAt(of, at)));
        const allSum = (of: Float64Array): number => sumOf(meant.map((at) => elementAt(of, at)));
        expect(lineSum(marks.columns.messageBytes) + sumOf(bundles.bytes)).toBe(allSum(messages.bytes));
        expect(lineSum(marks.columns.messageWaiting) + sumOf(bundles.waiting)).toBeCloseTo(allSum(messages.waiting), 9);
        const times = (mean: Float64Array): number =>
          sumOf(mean.map((time, at) => time * elementAt(bundles.count, at)));
        expect(lineSum(marks.columns.messageSend) + times(bundles.send)).toBeCloseTo(allSum(messages.send), 6);
        expect(lineSum(marks.columns.messageReceive) + times(bundles.receive)).toBeCloseTo(allSum(messages.receive), 6);
        // By pair of rows, and the one with the most messages first.
        for (const [at, sender] of bundles.sender.entries()) expect(sender).not.toBe(bundles.receiver[at]);
        expect([...bundles.count]).toEqual([...bundles.count].sort((a, b) => b - a));
      }),
      { numRuns: 80 },
    );
  });

  it('are none where each has a line', () => {
    const all = { from: 0, to: timeline.span, locations: null, columns: 50, shown: locations, rows: locations };
    const { head, columns } = ask('messageBundles', { ...all, most: 2000 });
    expect(timeline.messages.send.length).toBeLessThanOrEqual(2000);
    expect(head.single).toBe(timeline.messages.send.length);
    expect([...columns.count]).toEqual([]);
  });

  it('do not count messages of locations that have no row', () => {
    const all = { from: 0, to: timeline.span, locations: null, columns: 50, most: 1 };
    const { head } = ask('messageBundles', { ...all, shown: [0, 1, 99], rows: [0, 1, 2] });
    const { from, to } = timeline.messages;
    const between = [...from.keys()].filter((at) => [from, to].every((list) => elementAt(list, at) < 2));
    expect(between.length).toBeGreaterThan(0);
    expect(head.messages).toBe(between.length);
    expect(() => ask('messageBundles', { ...all, shown: [0, 1], rows: [0] })).toThrow(/one row for each/);
  });
});

describe('bundles of messages', () => {
  const window = { from: 10, to: 20 };
  const time = fc.double({ min: 5, max: 25, noNaN: true });
  const row = fc.nat({ max: 5 });
  const message = fc.record<BundledMessage>({
    ...{ sender: row, receiver: row, send: time, receive: time },
    ...{ bytes: fc.nat({ max: 1000 }), waiting: fc.double({ min: 0, max: 1, noNaN: true }) },
  });
  const made = (messages: readonly BundledMessage[], columns: number) => {
    const bundles = new MessageBundles(window, 6, columns);
    for (const one of messages) bundles.add(one);
    return bundles;
  };

  it('have the messages of a pair of rows that are sent in one column and received in one column', () => {
    const columnOf = (at: number, columns: number): number =>
      at < 10 ? -1 : at >= 20 ? columns : Math.min(columns - 1, Math.floor(((at - 10) / 10) * columns));
    fc.assert(
      fc.property(fc.array(message, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (messages, columns) => {
        const groups = new Map<string, BundledMessage[]>();
        for (const one of messages) {
          const { sender, receiver, send, receive } = one;
          const key = [sender, receiver, columnOf(send, columns), columnOf(receive, columns)].join();
          groups.set(key, [...(groups.get(key) ?? []), one]);
        }
        const expected = [...groups.values()].map((group) => {
          const sum = (of: (one: BundledMessage) => number): number => sumOf(group.map(of));
          return {
            ...{ sender: group[0]?.sender, receiver: group[0]?.receiver, count: group.length },
            bytes: sum(({ bytes }) => bytes),
            waiting: sum(({ waiting }) => waiting).toFixed(9),
            send: (sum(({ send }) => send) / group.length).toFixed(9),
            receive: (sum(({ receive }) => receive) / group.length).toFixed(9),
          };
        });
        const { bundles, columns: kept, omitted } = made(messages, columns).finish();
        expect([kept, omitted]).toEqual([columns, 0]);
        const told = [...bundles.count.keys()].map((at) => ({
          ...{ sender: bundles.sender[at], receiver: bundles.receiver[at], count: bundles.count[at] },
          bytes: bundles.bytes[at],
          ...{ waiting: bundles.waiting[at]?.toFixed(9), send: bundles.send[at]?.toFixed(9) },
          receive: bundles.receive[at]?.toFixed(9),
        }));
        const inOrder = (a: object, b: object): number => JSON.stringify(a).localeCompare(JSON.stringify(b));
        expect(told.sort(inOrder)).toEqual(expected.sort(inOrder));
      }),
    );
  });

  it('become wider until they are few enough, then the smallest are omitted; no message is lost', () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 20 }),
        (messages, columns, most) => {
          const { bundles, columns: kept, omitted } = made(messages, columns).finish(most);
          expect(bundles.count.length).toBeLessThanOrEqual(most);
          expect(sumOf(bundles.count) + omitted).toBe(messages.length);
          if (omitted > 0) expect(kept).toBe(1);
          expect(kept).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });

  it('are held in bounded memory, however many pairs of rows and columns there are', () => {
    const bundles = new MessageBundles({ from: 0, to: 1 }, 300, 512);
    let count = 0;
    for (let sender = 0; sender < 300; sender++)
      for (let receiver = 0; receiver < 300; receiver++, count++) {
        const send = (count % 997) / 997;
        bundles.add({ sender, receiver, send, receive: send, bytes: Number.NaN, waiting: 0 });
      }
    const { bundles: given, columns, omitted } = bundles.finish();
    expect(columns).toBe(1);
    expect(given.count.length).toBe(8192);
    expect(sumOf(given.count) + omitted).toBe(count);
    expect(given.bytes.every(Number.isNaN)).toBe(true);
    const wide = new MessageBundles({ from: 0, to: 1 }, 1 << 20, 512);
    const fill = (): void => {
      for (let pair = 0; pair <= 1 << 17; pair++)
        wide.add({ sender: pair, receiver: pair + 1, send: 0, receive: 0, bytes: 1, waiting: 0 });
    };
    expect(fill).toThrow(/group the rows/);
  });
});
