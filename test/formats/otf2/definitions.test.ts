import { afterAll, describe, expect, test } from 'vitest';

import { NO_INDEX } from '../../../src/model/definitions.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { sentences } from './model.js';
import type { Bytes, ByteOrder } from './otf2Writer.js';
import { BYTE_ORDERS, chunked, NONE_32, NONE_64, pieces, removeArchives, writeArchive } from './otf2Writer.js';
import {
  clock,
  communicator,
  enter,
  group,
  location,
  region,
  sampleDefinitions,
  START,
  string,
  time,
} from './sampleArchive.js';

afterAll(removeArchives);

function open(order: ByteOrder, ...writers: ((bytes: Bytes) => void)[]) {
  return openArchive(
    writeArchive({ order, definitions: chunked(order, 256, pieces(order, ...writers)), chunkSize: 256 }),
  );
}

describe.each(BYTE_ORDERS)('%s-endian definitions', (order) => {
  test('a whole archive: system tree, groups, locations, regions, communicators, clock, properties', () => {
    const { definitions, problems } = openArchive(
      writeArchive({ order, definitions: sampleDefinitions(order, [0, 0]), properties: { 'Trimtab::RANKS': '2' } }),
    );
    expect(problems).toEqual([]);
    expect(definitions.clock).toEqual({ ticksPerSecond: 1_000_000n, globalOffset: START, traceLength: 3_000_000n });
    expect(definitions.span).toBe(3);
    expect(definitions.systemTree).toEqual([{ name: 'main', className: 'MPI_Send', parent: NO_INDEX }]);
    expect(definitions.locationGroups[1]).toEqual({
      name: 'rank 1',
      type: 'process',
      systemTreeNode: 0,
      creator: NO_INDEX,
    });
    expect(definitions.locations[1]).toEqual({
      name: 'rank 1',
      type: 'cpu-thread',
      group: 1,
      id: '1',
      announcedEvents: 0,
    });
    expect(definitions.regions[1]).toEqual({
      name: 'MPI_Send',
      canonicalName: 'MPI_Send',
      description: 'MPI_Send',
      file: undefined,
      beginLine: 10,
      endLine: 0,
      paradigm: 'mpi',
      role: 'point2point',
    });
    expect(definitions.communicators).toEqual([
      { name: 'world', parent: NO_INDEX, ranks: [0, 1], self: false, paradigm: 'mpi' },
    ]);
    expect(Object.fromEntries(definitions.properties)).toEqual({
      'Trimtab::RANKS': '2',
      version: '3.0.2',
      machine: 'machine',
      creator: 'test writer',
    });
  });

  test('locations keep their order, 64-bit identifiers and unknown groups', () => {
    const ids = [2n ** 63n + 5n, 3n, 2n ** 32n];
    const { definitions } = open(order, clock, string(0, 'x'), ...ids.map((id) => location(id, 0, NONE_64, 44)));
    expect(definitions.locations.map(({ id }) => id)).toEqual(ids.map(String));
    expect(definitions.locations.map(({ group: place }) => place)).toEqual([NO_INDEX, NO_INDEX, NO_INDEX]);
  });

  test('a writer that did not know how many events it wrote is not contradicted', () => {
    const trace = openArchive(
      writeArchive({
        order,
        definitions: chunked(order, 4096, pieces(order, clock, region(0, 0), location(0, 0, NONE_64, NONE_32))),
        locations: [{ id: 0, events: chunked(order, 4096, pieces(order, time(0), enter(0))) }],
      }),
    );
    for (const batch of trace.batches(0)) expect(batch.count).toBe(1);
    expect(sentences(trace)).toEqual([]);
  });

  test('communicators: members out of order, self, intercommunicator, threads, undefined members', () => {
    const { communicators } = open(
      order,
      clock,
      ...[70n, 50n, 60n].map((id) => location(id, 0, 0, NONE_32)),
      group(9, 5, [2, 0, 8]),
      group(1, 4, [50n, 60n, 70n]),
      group(2, 6, []),
      group(3, 5, [1]),
      group(4, 4, [60n, 70n], 3),
      group(5, 5, [1, 0], 3),
      group(6, 5, [2], 4, 1),
      communicator(4, 0, 9),
      communicator(7, 0, 2, 4),
      (b) => b.record(43, (r) => r.uint32(8, 0, 3, 9, 4, 0)),
      communicator(9, 0, 5),
      communicator(10, 0, 6),
      communicator(11, 0, 99),
    ).definitions;
    expect(communicators.map(({ ranks }) => ranks)).toEqual([[0, 1, NO_INDEX], [], [2], [0, 2], [1, 2, 0], []]);
    expect(communicators.map(({ self }) => self)).toEqual([false, true, false, false, false, false]);
    expect(communicators.map(({ parent }) => parent)).toEqual([NO_INDEX, 0, 0, NO_INDEX, NO_INDEX, NO_INDEX]);
    expect(communicators.map(({ paradigm }) => paradigm)).toEqual(['mpi', 'mpi', 'mpi', 'openmp', 'mpi', undefined]);
    expect(communicators[2]?.remoteRanks).toEqual([0, 1, NO_INDEX]);
  });

  test('records of older versions have no later fields', () => {
    const { definitions } = open(
      order,
      clock,
      string(0, 'loop'),
      location(0, 0, 0, 0),
      (b) => b.record(13, (r) => r.uint32(0, 0).uint8(1).uint32(NONE_32)),
      (b) => b.record(15, (r) => r.uint32(0, 0, 0).uint8(6).uint32(NONE_32, 1, 2)),
      (b) => b.record(15, (r) => r.uint32(1, 0, 0).uint8(99).uint32(NONE_32, 1, 2)),
      (b) => b.record(18, (r) => r.uint32(0, 0).uint8(6).uint32(1).uint64(0)),
      (b) => b.record(18, (r) => r.uint32(1, 0).uint8(4).uint32(1).uint64(0)),
      (b) => b.record(22, (r) => r.uint32(0, 0, 1, NONE_32)),
    );
    expect(definitions.regions.map(({ role, paradigm }) => [role, paradigm])).toEqual([
      ['loop', 'openmp'],
      ['unknown', 'unknown'],
      // Of records of written buffers, which name no region.
      ['artificial', 'measurement'],
    ]);
    expect(definitions.communicators[0]?.ranks).toEqual([0]);
    expect(definitions.locationGroups[0]?.creator).toBe(NO_INDEX);
  });

  test('roles and paradigms newer than known are unknown; records may have grown', () => {
    const { definitions, problems } = open(order, clock, location(0, 0, 0, NONE_32), region(0, 0, 40, 77), (b) =>
      b.record(14, (r) => r.uint64(1).uint32(0).uint8(9).uint64(0).uint32(NONE_32, 1, 2, 3)),
    );
    expect(definitions.regions[0]).toMatchObject({ role: 'unknown', paradigm: 'unknown' });
    expect(definitions.locations[1]?.type).toBe('unknown');
    expect(problems).toEqual([]);
  });

  test('a time of day is kept where the trace has one', () => {
    const withTime = (b: Bytes) => b.record(5, (r) => r.uint64(10, 0, 20, 1_700_000_000_000_000_000n));
    const { definitions } = open(order, withTime, location(0, 0, 0, NONE_32));
    expect(definitions.clock.realtime).toBe(1_700_000_000_000_000_000n);
    expect(definitions.span).toBe(2);
  });

  test('oddities are reported in one sentence each', () => {
    const trace = open(
      order,
      string(0, 'x'),
      location(0, 0, 0, 3),
      location(0, 0, 5, NONE_32),
      string(0, 'y'),
      (b) => b.record(200, (r) => r.uint32(1)),
      (b) => b.record(201, (r) => r.text('a'.repeat(300).slice(0, 200))),
      (b) => b.record(15, (r) => r.uint32(1)),
    );
    expect(sentences(trace)).toEqual([
      'Skipped 1 damaged definition; what refers to them has no name.',
      'Skipped 2 definitions of types unknown to OTF2 3.1; the trace was written by OTF2 3.0.2.',
      'Ignored 2 definitions with an identifier defined before; the first of each is used.',
      'The trace does not contain the resolution of its clock; one tick is read as one nanosecond.',
      'The processes of 1 location are not defined; threads are shown without a process.',
    ]);
    expect(trace.definitions.locations).toHaveLength(1);
    expect(trace.definitions.locations[0]?.name).toBe('x');
  });
});
