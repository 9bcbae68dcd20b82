import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSpace, encodeSpace } from '../../src/experiments/spaceFile.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';
import { TrimtabError } from '../../src/model/problem.js';
import { sampleSpace } from './support.js';

const metric = fc.record(
  {
    name: fc.string(),
    title: fc.string(),
    parent: fc.string(),
    unit: fc.constantFrom('seconds' as const, 'count' as const, 'bytes' as const),
    description: fc.string(),
  },
  { requiredKeys: ['name', 'title', 'unit', 'description'], noNullPrototype: true },
);
const uint32 = fc.integer({ min: 0, max: 0xffff_ffff });
const entry = fc.tuple(uint32, uint32, fc.double({ noNaN: true, noDefaultInfinity: true }));

/** Without call paths there are no values. */
function entriesOf<T>(column: readonly T[], nodes: number): readonly T[] {
  return nodes === 0 ? [] : column;
}

const space: fc.Arbitrary<PerformanceSpace> = fc
  .record({
    metrics: fc.uniqueArray(metric, { selector: ({ name }) => name, maxLength: 4 }),
    nodes: fc.array(fc.tuple(fc.integer({ min: -1, max: 1000 }), uint32, uint32), { maxLength: 20 }),
    columns: fc.array(fc.array(entry, { maxLength: 15 }), { minLength: 4, maxLength: 4 }),
    locationCount: fc.integer({ min: 1, max: 0xffff_ffff }),
  })
  .map(({ metrics, nodes, columns, locationCount }) => ({
    // Parents that are no metric, or come before it.
    metrics: metrics.map(({ parent, ...rest }, i) =>
      parent === undefined || metrics.findIndex(({ name }) => name === parent) >= i ? rest : { ...rest, parent },
    ),
    locationCount,
    callTree: {
      size: nodes.length,
      parent: Int32Array.from(nodes, ([parent], node) => ((parent + 1) % (node + 1)) - 1),
      region: Uint32Array.from(nodes, ([, region]) => region),
      site: Uint32Array.from(nodes, ([, , site]) => site),
    },
    severities: new Map(
      metrics.map(({ name }, i) => [
        name,
        {
          callPath: Uint32Array.from(entriesOf(columns[i], nodes.length), ([path]) => path % nodes.length),
          location: Uint32Array.from(entriesOf(columns[i], nodes.length), ([, location]) => location % locationCount),
          value: Float64Array.from(entriesOf(columns[i], nodes.length), ([, , value]) => value),
        },
      ]),
    ),
  }));

describe('the stored performance space', () => {
  it('reads back exactly, bit by bit', () => {
    fc.assert(
      fc.property(space, (value) => {
        const back = decodeSpace(encodeSpace(value));
        expect(back).toEqual(value);
        const bits = ({ severities }: PerformanceSpace) =>
          [...severities.values()].map(({ value: column }) =>
            Buffer.from(column.buffer, column.byteOffset, column.byteLength).toString('hex'),
          );
        expect(bits(back)).toEqual(bits(value));
      }),
    );
  });

  it('leaves out what call tree columns hold beyond its size', () => {
    const value = sampleSpace();
    const roomy = { ...value, callTree: { ...value.callTree, parent: Int32Array.of(-1, 0, 7, 7, 7) } };
    expect(decodeSpace(encodeSpace(roomy))).toEqual(value);
  });

  it('is refused with a sentence when cut or changed, never read past its end', () => {
    const whole = encodeSpace(sampleSpace());
    for (let length = 0; length < whole.length; length++)
      expect(() => decodeSpace(whole.subarray(0, length))).toThrow(TrimtabError);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const changed = whole.slice();
        changed[at] = byte;
        try {
          decodeSpace(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(TrimtabError);
        }
      }),
    );
  });
});
