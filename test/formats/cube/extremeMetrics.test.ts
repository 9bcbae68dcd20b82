/** Minimum and maximum values in CUBE files: non-additive metrics, written and read again. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { readCube, toSpace } from '../../../src/formats/cube/index.js';
import { deepOrder } from '../../../src/formats/cube/treeOrder.js';
import type { ApartMetric } from '../../../src/model/profile.js';
import { callPathValues, pathsOf } from '../../../src/model/profileValues.js';
import { anySpace, bytesOf, sampleDefinitions, sampleSpace } from './support.js';

type Entry = readonly [callPath: number, location: number, value: number];

function apartMetric(name: string, combine: ApartMetric['combine'], size: number, entries: readonly Entry[]) {
  const [callPath, location, value] = [0, 1, 2].map((field) => entries.map((entry) => elementAt(entry, field)));
  return {
    definition: { name, title: `${name} of calls`, unit: 'seconds', description: 'Least or greatest' },
    combine,
    values: callPathValues({ callPath: callPath ?? [], location: location ?? [], value: value ?? [] }, size, 4),
  } as const satisfies ApartMetric;
}

const entriesOf = ({ values }: ApartMetric): Entry[] =>
  [...pathsOf(values)].map((path, i) => [path, elementAt(values.location, i), elementAt(values.value, i)]);

describe('least and greatest values in a CUBE file', () => {
  it('read back exactly, at their call paths and locations, and change nothing else', () => {
    const value = fc.double({ min: 1e-300, max: 1e290, noNaN: true });
    const entry = fc.tuple(fc.nat(), fc.nat(3), value);
    fc.assert(
      fc.property(anySpace, fc.array(entry, { maxLength: 12 }), fc.boolean(), (space, entries, compress) => {
        const { size, parent } = space.callTree;
        const unique = new Map(entries.map(([path, at, one]) => [(path % size) * 4 + at, one]));
        const told = [...unique].map(([key, one]): Entry => [Math.floor(key / 4), key % 4, one]);
        const apart = [apartMetric('least of all', 'min', size, told), apartMetric('most of all', 'max', size, told)];
        const back = toSpace(readCube(bytesOf(space, sampleDefinitions(), { apart, compress }), 'x'));
        const plain = toSpace(readCube(bytesOf(space, sampleDefinitions(), { compress }), 'x'));
        expect(back.problems).toEqual([]);
        expect(back.space).toEqual(plain.space);
        const place = new Map([...deepOrder(parent)].map((node, at) => [node, at]));
        // Locations are ordered by rank in the file.
        const expected = told
          .map(([path, at, one]): Entry => [place.get(path) ?? -1, elementAt([0, 2, 1, 3], at), one])
          .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        // Several roots get a common one above them.
        const shift = back.space.callTree.size - size;
        for (const [index, combine] of (['min', 'max'] as const).entries()) {
          const metric = back.apart?.[index];
          expect(metric?.combine).toBe(combine);
          expect(metric === undefined ? [] : entriesOf(metric)).toEqual(
            expected.map(([path, at, one]) => [path + shift, at, one]),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are of the types that CUBE combines so, and contain the shortest and longest calls of functions', () => {
    const apart = [
      apartMetric('min_time', 'min', 4, [
        [2, 0, 0.25],
        [3, 1, 0.125],
      ]),
      apartMetric('max_time', 'max', 4, [[2, 0, 4]]),
      apartMetric('rate', 'none', 4, [[2, 0, 4]]),
      // A metric of the space is written as that.
      apartMetric('visits', 'max', 4, [[2, 0, 4]]),
    ];
    const file = readCube(bytesOf(sampleSpace(), sampleDefinitions(), { apart }), 'x');
    expect(file.anchor.metrics.map(({ name, dataType, unit, id }) => [id, name, dataType, unit])).toEqual([
      [0, 'time', 'DOUBLE', 'sec'],
      [1, 'mpi', 'DOUBLE', 'sec'],
      [2, 'visits', 'UINT64', 'occ'],
      [3, 'min_time', 'MINDOUBLE', 'sec'],
      [4, 'max_time', 'MAXDOUBLE', 'sec'],
    ]);
    // Both call paths are those of MPI_Send.
    expect(toSpace(file).extremes).toEqual({ shortest: new Map([[2, 0.125]]), longest: new Map([[2, 4]]) });
  });
});
