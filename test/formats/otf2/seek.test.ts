import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { EventIndex } from '../../../src/engine/measurements/eventIndex.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { EventBatch } from '../../../src/model/events.js';
import type { EventPlace } from '../../../src/model/trace.js';
import { conformanceData } from '../../support/conformanceData.js';
import { expectSame } from '../../support/expectSame.js';
import { rounds } from '../../support/matrix.js';
import { removeArchives, writeArchive } from './otf2Writer.js';
import { enter, leave, sampleDefinitions, sampleEvents, send, time } from './sampleArchive.js';

afterAll(removeArchives);

type Trace = ReturnType<typeof openArchive>;

/** Yields every distinguishable part of each event. */
function* eventsOf(batches: Iterable<EventBatch>): Generator<string> {
  for (const { count, kind, time: times, reference, site, operands } of batches)
    for (let i = 0; i < count; i++) {
      const known =
        elementAt(kind, i) < 3
          ? [reference[i], site[i]]
          : [...operands.subarray(reference[i], elementAt(reference, i) + 4)];
      yield [kind[i], times[i], ...known].join(' ');
    }
}

function* batchesFrom(trace: Trace, location: number, place?: EventPlace): Generator<EventBatch> {
  for (const { batch } of trace.batchesFrom(location, place)) yield batch;
}

/** An archive of two locations whose chunks are small, with several events at one moment and messages between calls. */
function sampleArchive(order: 'little' | 'big', events: number): Trace {
  const records = (step: number) => [
    ...Array.from({ length: events / 4 }, (_, i) => [
      ...(i % 3 === 0 ? [] : [time(i * step)]),
      enter(1),
      ...(i % 2 === 0 ? [send(1, 0, 7, i)] : [enter(2), leave(2)]),
      leave(1),
    ]).flat(),
  ];
  const locations = [records(100), records(150)].map((each, id) => ({ id, events: sampleEvents(order, each) }));
  return openArchive(writeArchive({ order, definitions: sampleDefinitions(order, [events, events]), locations }));
}

const data = conformanceData('otf2');
const archives: [string, () => Trace][] = [
  ['little-endian', () => sampleArchive('little', rounds(6000, 20_000))],
  ['big-endian', () => sampleArchive('big', rounds(6000, 20_000))],
  ...(data === undefined
    ? []
    : ['pipit_ping-pong/traces.otf2', 'casita_1_sptc/traces.otf2', 'casita-hist_1_sptc_2015/traces.otf2'].map(
        (name): [string, () => Trace] => [name, () => openArchive(join(data, name))],
      )),
];

describe.each(archives)('reading from a place within %s', (_, open) => {
  it('gives what reading from the start gives behind it', () => {
    const trace = open();
    for (const location of trace.definitions.locations.keys()) {
      const all = [...eventsOf(trace.batches(location))];
      expectSame([...eventsOf(batchesFrom(trace, location))], all);
      const places = [...trace.batchesFrom(location)].map(({ next }) => next).slice(0, -1);
      for (const place of places)
        expectSame([...eventsOf(batchesFrom(open(), location, place))], all.slice(place.events));
    }
  });

  it('counts the events of any window', () => {
    const trace = open();
    const index = new EventIndex(trace, new Room(1 << 30));
    for (const location of trace.definitions.locations.keys()) {
      const times: number[] = [];
      for (const batch of trace.batches(location)) times.push(...batch.time.subarray(0, batch.count));
      const moment = fc.oneof(
        fc.double({ min: -1, max: trace.definitions.span * 1.1, noNaN: true }),
        fc.constantFrom(-Infinity, Infinity, ...times.slice(0, 1000)),
      );
      fc.assert(
        fc.property(fc.array(moment, { minLength: 1, maxLength: 6 }), (drawn) => {
          const moments = Float64Array.from(drawn).sort();
          const counts = index.countsBefore(location, moments, () => undefined);
          expect([...counts]).toEqual([...moments].map((each) => times.filter((one) => one < each).length));
        }),
        { numRuns: rounds(30, 200) },
      );
    }
  });
});
