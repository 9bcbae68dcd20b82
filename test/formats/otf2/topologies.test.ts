/** Cartesian topologies of OTF2 archives: what is defined, and what damaged or hostile files define. */
import { afterAll, describe, expect, test } from 'vitest';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { sentences } from './model.js';
import { type Bytes, BYTE_ORDERS, removeArchives, writeArchive } from './otf2Writer.js';
import { sampleDefinitions, string } from './sampleArchive.js';

afterAll(removeArchives);

const dimension = (id: number, name: number, size: number, isPeriodic: boolean) => (b: Bytes) =>
  b.record(30, (r) => r.uint32(id, name, size).uint8(isPeriodic ? 1 : 0));
const topology = (id: number, name: number, communicator: number, dimensions: readonly number[]) => (b: Bytes) =>
  b.record(31, (r) =>
    r
      .uint32(id, name, communicator)
      .uint8(dimensions.length)
      .uint32(...dimensions),
  );
const place = (id: number, rank: number, coordinates: readonly number[]) => (b: Bytes) =>
  b.record(32, (r) =>
    r
      .uint32(id, rank)
      .uint8(coordinates.length)
      .uint32(...coordinates),
  );

describe.each(BYTE_ORDERS)('topologies of a %s-endian archive', (order) => {
  const open = (...records: ((bytes: Bytes) => void)[]) => {
    const names = [string(50, 'halo'), string(51, 'X'), string(52, 'Y')];
    const definitions = sampleDefinitions(order, [0, 0], [...names, ...records]);
    return openArchive(writeArchive({ order, definitions }));
  };

  test('have names, sizes, periods and the coordinates of locations', () => {
    const { definitions, problems } = open(
      dimension(7, 51, 2, true),
      dimension(8, 52, 3, false),
      topology(4, 50, 0, [7, 8]),
      place(4, 1, [0, 2]),
      place(4, 0, [1, 0]),
    );
    expect(problems).toEqual([]);
    expect(definitions.topologies).toEqual([
      {
        name: 'halo',
        dimensions: [
          { name: 'X', size: 2, isPeriodic: true },
          { name: 'Y', size: 3, isPeriodic: false },
        ],
        locations: [1, 0],
        coordinates: [0, 2, 1, 0],
      },
    ]);
  });

  test('omit meaningless coordinates, and report so', () => {
    const trace = open(
      dimension(7, 51, 2, true),
      dimension(8, 52, 0xffff_fffe, false),
      topology(4, 50, 0, [7, 8]),
      place(4, 0, [1, 4_000_000_000]),
      place(4, 0, [0, 0]), // has a place already
      place(4, 1, [2, 0]), // outside
      place(4, 1, [0]), // too few
      place(4, 9, [0, 0]), // no such rank
      topology(5, 50, 77, [7]), // no such communicator
      place(5, 0, [0]),
      topology(6, 50, 0, [7, 99]), // no such dimension
      place(6, 0, [0, 0]),
    );
    const { definitions } = trace;
    expect(definitions.topologies).toHaveLength(1);
    expect(definitions.topologies?.[0]).toMatchObject({ locations: [0], coordinates: [1, 4_000_000_000] });
    expect(sentences(trace)).toEqual([expect.stringMatching(/^Ignored 6 places in topologies/)]);
  });

  test('of too many dimensions, or too many of them, are excluded', () => {
    const dimensions = Array.from({ length: 200 }, (_, at) => dimension(at, 51, 4, false));
    const many = Array.from({ length: 70 }, (_, at) => [topology(at, 50, 0, [0]), place(at, 0, [1])]).flat();
    const wide = [topology(500, 50, 0, [...Array(200).keys()]), place(500, 0, Array<number>(200).fill(0))];
    const trace = open(...dimensions, ...wide, ...many);
    expect(trace.definitions.topologies).toHaveLength(64);
    expect(sentences(trace)).toEqual([expect.stringMatching(/^Ignored 7 places in topologies/)]);
  });
});
