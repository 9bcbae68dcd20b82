import { afterAll, describe, expect, test } from 'vitest';

import { elementAt } from '../../../src/base/elements.js';
import { NO_INDEX } from '../../../src/model/definitions.js';
import type { EventBatch } from '../../../src/model/events.js';
import { EVENT_RECORDS, Field } from '../../../src/formats/otf2/eventRecords.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { eventsOf, sentences } from './model.js';
import type { Bytes, LocationSpec } from './otf2Writer.js';
import { BYTE_ORDERS, chunked, NONE_32, pieces, removeArchives, writeArchive } from './otf2Writer.js';
import {
  communicator,
  enter,
  group,
  leave,
  sampleDefinitions,
  sampleEvents,
  send,
  START,
  string,
  TICKS_PER_SECOND,
  time,
} from './sampleArchive.js';

afterAll(removeArchives);

type Write = (bytes: Bytes) => void;

/** Opens an archive of one location with these events. */
function open(
  order: 'little' | 'big',
  count: number,
  events: readonly Write[],
  extra: readonly Write[] = [],
  local: Partial<LocationSpec> = {},
) {
  return openArchive(
    writeArchive({
      order,
      definitions: sampleDefinitions(order, [count], extra),
      locations: [{ id: 0, events: sampleEvents(order, events), ...local }],
    }),
  );
}

describe.each(BYTE_ORDERS)('%s-endian events', (order) => {
  test('enter, leave and send come with time, region and operands', () => {
    const trace = open(order, 5, [
      time(0),
      enter(0),
      time(1500),
      enter(1),
      send(7, 0, 300, 70_000),
      leave(1),
      time(2_500_000),
      leave(0),
    ]);
    expect(eventsOf(trace, 0)).toEqual([
      { kind: 'Enter', time: 0, region: 0, site: 0 },
      { kind: 'Enter', time: 0.0015, region: 1, site: 0 },
      { kind: 'MpiSend', time: 0.0015, operands: { communicator: 0, receiver: 7, tag: 300, bytes: 70_000 } },
      { kind: 'Leave', time: 0.0015, region: 1 },
      { kind: 'Leave', time: 2.5, region: 0 },
    ]);
    expect(sentences(trace)).toEqual([]);
  });

  test('every record of the table puts each field at its position in OPERANDS', () => {
    const written: Write[] = [time(1_000_000)];
    const expected: { kind: string; operands: Record<string, number> }[] = [];
    for (const [type, record] of EVENT_RECORDS) {
      if (record.tail !== undefined) continue;
      const operands: Record<string, number> = { ...record.implied };
      const content = (bytes: Bytes) =>
        record.fields.forEach(([name, field], i) => (operands[name] = writeField(bytes, field, 3 + i * 50)));
      written.push((b) => (record.single === true ? content(b.uint8(type)) : b.record(type, content)));
      expected.push({ kind: record.kind, operands });
    }
    const trace = open(order, expected.length, written);
    const events = eventsOf(trace, 0);
    events.forEach((event, i) => {
      expect(event.kind).toBe(elementAt(expected, i).kind);
      if (event.kind === 'CallingContextSample') return;
      expect(event.operands, event.kind).toEqual(elementAt(expected, i).operands);
    });
    expect(events).toHaveLength(expected.length);
  });

  test('metric values keep their type', () => {
    const trace = open(order, 1, [
      time(0),
      (b) =>
        b.record(31, (r) => {
          r.uint32(9).uint8(3);
          r.uint8(8).uint64(-5n);
          r.uint8(4).uint64(2n ** 40n);
          const view = new DataView(new ArrayBuffer(8));
          view.setFloat64(0, -0.125);
          r.uint8(10).uint64(view.getBigUint64(0));
        }),
    ]);
    expect(eventsOf(trace, 0)).toEqual([
      { kind: 'Metric', time: 0, operands: { metric: 9, valueCount: 3 }, values: [-5, 2 ** 40, -0.125] },
    ]);
  });

  test('a call site is taken from the attribute list in front of an ENTER, and only for that one', () => {
    const attribute =
      (id: number, name: number, type: number): Write =>
      (b) =>
        b.record(11, (r) => r.uint32(id, name).uint8(type).uint32(0));
    const extra = [
      string(30, 'CALL_SITE'),
      string(31, 'heat.c'),
      attribute(4, 30, 20),
      attribute(5, 31, 20),
      (b: Bytes) => b.record(33, (r) => r.uint32(77, 31, 12)),
      (b: Bytes) => b.record(33, (r) => r.uint32(78, 31, 40)),
    ];
    const list = (...values: [id: number, write: Write][]): Write => {
      return (b) =>
        b.record(6, (r) => values.reduce((all, [id, write]) => (write(all.uint32(id)), all), r.uint32(values.length)));
    };
    const place =
      (id: number): Write =>
      (b) =>
        b.uint8(20).uint32(id);
    const trace = open(
      order,
      5,
      [
        time(0),
        list([5, (b) => b.uint8(10).float64(1.5)], [5, place(77)], [4, place(78)]),
        enter(0),
        enter(1),
        list([4, place(999)]),
        leave(1),
        list([4, place(77)]),
        send(0, 0, 0, 0),
        list([5, place(77)]),
        enter(2),
      ],
      extra,
    );
    expect(eventsOf(trace, 0).map((event) => event.site)).toEqual([2, 0, undefined, undefined, 0]);
    expect(trace.definitions.sourceCodeLocations[1]).toEqual({ file: 'heat.c', line: 40 });
  });

  test('calling contexts name region and call site', () => {
    const context =
      (id: number, regionId: number, place: number): Write =>
      (b) =>
        b.record(34, (r) => r.uint32(id, regionId, place, NONE_32));
    const extra = [
      string(31, 'heat.c'),
      (b: Bytes) => b.record(33, (r) => r.uint32(3, 31, 12)),
      context(8, 2, 3),
      context(9, 1, NONE_32),
    ];
    const trace = open(
      order,
      5,
      [
        time(0),
        (b) => b.record(66, (r) => r.uint32(8, 1)),
        (b) => b.record(66, (r) => r.uint32(9, 1)),
        (b) => b.record(68, (r) => r.uint32(8, 2, 5)),
        (b) => b.record(67, (r) => r.uint32(9)),
        (b) => b.record(67, (r) => r.uint32(55)),
      ],
      extra,
    );
    expect(eventsOf(trace, 0)).toEqual([
      { kind: 'Enter', time: 0, region: 2, site: 1 },
      { kind: 'Enter', time: 0, region: 1, site: 0 },
      {
        kind: 'CallingContextSample',
        time: 0,
        operands: { region: 2, callingContext: 8, unwindDistance: 2, interruptGenerator: 5 },
      },
      { kind: 'Leave', time: 0, region: 1 },
      { kind: 'Leave', time: 0, region: NO_INDEX },
    ]);
  });

  test('dense and sparse mapping tables lead to the global definitions', () => {
    const local = chunked(
      order,
      4096,
      pieces(
        order,
        (b) => b.record(5, (r) => r.uint8(3).uint64(2).uint8(0).uint64(2, 0)),
        (b) => b.record(5, (r) => r.uint8(6).uint64(1).uint8(1).uint64(5, 1)),
        (b) => b.record(5, (r) => r.uint8(8).uint64(1).uint8(1).uint64(6, 66)),
      ),
    );
    const extra = [group(2, 6, []), communicator(1, 0, 2)];
    const window =
      (id: number): Write =>
      (b) =>
        b.record(35, (r) => r.uint32(id));
    const trace = open(
      order,
      8,
      [
        time(0),
        enter(0),
        enter(1),
        enter(2),
        send(1, 5, 0, 0),
        send(1, 0, 0, 0),
        send(1, 9, 0, 0),
        window(6),
        window(7),
      ],
      extra,
      { definitions: local },
    );
    const events = eventsOf(trace, 0);
    expect(events.slice(0, 3).map((event) => event.region)).toEqual([2, 0, 2]);
    expect(events.slice(3, 6).map((event) => event.operands?.communicator)).toEqual([1, 0, NO_INDEX]);
    expect(events.slice(6).map((event) => event.operands?.window)).toEqual([66, 7]);
    expect(sentences(trace)).toEqual([
      'Communicators are not defined for 1 event of location "rank 0" (0); they cannot be matched.',
    ]);
  });

  test('clocks are corrected along the line between measured offsets', () => {
    const offset = (ticks: number, difference: number): Write => {
      return (b) =>
        b.record(6, (r) =>
          r
            .full(START + BigInt(ticks), 8)
            .uint64(BigInt(difference))
            .float64(0),
        );
    };
    const local = chunked(order, 4096, pieces(order, offset(1000, -100), offset(3000, 100), offset(5000, 100)));
    const trace = open(
      order,
      5,
      [0, 1000, 2000, 3500, 9000].flatMap((ticks) => [time(ticks), enter(0)]),
      [],
      { definitions: local },
    );
    const ticks = eventsOf(trace, 0).map((event) => Math.round(event.time * TICKS_PER_SECOND));
    expect(ticks).toEqual([-200, 900, 2000, 3600, 9100]);
  });

  test('records go on over chunk boundaries and small batches give the same events', () => {
    const writers = Array.from({ length: 500 }, (_, i) => [
      time(i * 10),
      i % 3 === 2 ? send(i, 0, i, i) : enter(i % 3),
    ]).flat();
    const path = writeArchive({
      order,
      chunkSize: 64,
      definitions: sampleDefinitions(order, [500], [], 64),
      locations: [{ id: 0, events: sampleEvents(order, writers, 64) }],
    });
    const whole = eventsOf(openArchive(path), 0);
    expect(whole).toHaveLength(500);
    expect(whole[499]?.time).toBeCloseTo(0.00499, 12);
    for (const batchSize of [1, 7, 499, 500]) expect(eventsOf(openArchive(path, { batchSize }), 0)).toEqual(whole);
    expect(sentences(openArchive(path))).toEqual([]);
  });
});

test('the batch object is filled again, and two readings at once do not disturb each other', () => {
  const order = 'little';
  const writers = Array.from({ length: 40 }, (_, i) => [time(i), enter(i % 3)]).flat();
  const path = writeArchive({
    order,
    definitions: sampleDefinitions(order, [40, 40]),
    locations: [0, 1].map((id) => ({ id, events: sampleEvents(order, writers) })),
  });
  const trace = openArchive(path, { batchSize: 8 });
  expect(new Set(trace.batches(0)).size).toBe(1);
  const [first, second] = [trace.batches(0), trace.batches(1)];
  const one = nextBatch(first);
  expect(nextBatch(second)).not.toBe(one);
  first.return();
  expect(nextBatch(second).time[0]).toBe(8 / TICKS_PER_SECOND);
  expect(sentences(trace)).toEqual([]);
});

test('a location that does not exist is a mistake of the caller', () => {
  const trace = open('little', 0, []);
  for (const location of [-1, 1, 0.5]) expect(() => [...trace.batches(location)]).toThrow(RangeError);
});

function nextBatch(batches: IterableIterator<EventBatch>): EventBatch {
  const step = batches.next();
  if (step.done === true) throw new Error('no further batch');
  return step.value;
}

/** Writes a value that suits the field and returns what the operand should be. */
function writeField(bytes: Bytes, field: number, value: number): number {
  switch (field) {
    case Field.u8:
      bytes.uint8(value);
      return value;
    case Field.u64:
      bytes.uint64(BigInt(value) << 40n);
      return value * 2 ** 40;
    case Field.i64:
      bytes.uint64(BigInt(-value));
      return -value;
    case Field.time:
      bytes.full(START + BigInt(value), 8);
      return value / TICKS_PER_SECOND;
    case Field.communicator:
      bytes.uint32(value);
      return NO_INDEX;
    default:
      bytes.uint32(value * 1000);
      return value * 1000;
  }
}
