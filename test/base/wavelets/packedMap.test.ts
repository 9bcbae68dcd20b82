import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { allLevels, extended, restore, transform } from '../../../src/base/wavelets/haar2d.js';
import { droppedFor, packMap, unpackMap } from '../../../src/base/wavelets/packedMap.js';
import { referenceValues } from '../../analysis/dynamics/referenceData.js';

const kept = v.object({
  coefficients: v.number(),
  of: v.number(),
  relativeError: v.number(),
  smallestKept: v.number(),
});
const schema = v.object({
  shape: v.tuple([v.number(), v.number()]),
  values: v.array(v.array(v.number())),
  kept: v.record(v.string(), kept),
  level5: v.object({ approximation: v.array(v.array(v.number())) }),
  energy: v.number(),
});

const references = referenceValues('map.json');
const squares = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, value) => sum + value ** 2, 0);

describe.runIf(references !== undefined)('the transform of a map', () => {
  it('has the coefficients of PyWavelets', () => {
    const { shape, values, kept: known, level5, energy } = v.parse(schema, references);
    const [rows, columns] = shape;
    const plane = extended(Float64Array.from(values.flat()), rows, columns);
    transform(plane, { both: 5, along: 0 });
    level5.approximation.flat().forEach((value, at) => {
      expect(plane.values[at]).toBeCloseTo(value, 9);
    });
    expect(squares(plane.values) / energy).toBeCloseTo(1, 10);
    const sizes = plane.values.map(Math.abs).sort();
    for (const [error, { coefficients, of, relativeError, smallestKept }] of Object.entries(known)) {
      expect(sizes.length).toBe(of);
      const dropped = droppedFor(sizes, Number(error) ** 2 * energy);
      expect(of - dropped).toBe(coefficients);
      expect(sizes[dropped]).toBeCloseTo(smallestKept, 9);
      expect(Math.sqrt(squares(sizes.subarray(0, dropped)) / energy)).toBeCloseTo(relativeError, 9);
    }
  });

  it('is packed to its error', () => {
    const { shape, values } = v.parse(schema, references);
    const flat = Float64Array.from(values.flat());
    for (const error of [0.1, 0.03, 0.01]) {
      const packed = packMap(flat, ...shape, { error, bytes: Infinity });
      expect(packed?.error).toBeLessThanOrEqual(error);
      // As Float32 the map takes 16 KiB.
      expect(packed?.bytes.length).toBeLessThan(error === 0.01 ? 3000 : 800);
    }
  });
});

const maps = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 40 })).chain(([rows, columns]) =>
  fc.record({
    rows: fc.constant(rows),
    columns: fc.constant(columns),
    values: fc.array(fc.float({ min: -1e6, max: 1e6, noNaN: true }), {
      minLength: rows * columns,
      maxLength: rows * columns,
    }),
  }),
);

describe('a map', () => {
  it('is what its transform is restored to, whose energy is the same', () => {
    fc.assert(
      fc.property(maps, ({ rows, columns, values }) => {
        const plane = extended(Float64Array.from(values), rows, columns);
        const before = plane.values.slice();
        const levels = allLevels(plane.rows, plane.columns);
        transform(plane, levels);
        const energy = squares(before);
        expect(Math.abs(squares(plane.values) - energy)).toBeLessThanOrEqual(1e-9 * energy);
        restore(plane, levels);
        const most = Math.sqrt(energy);
        for (const [at, value] of before.entries())
          expect(Math.abs(value - elementAt(plane.values, at))).toBeLessThanOrEqual(1e-12 * most);
      }),
    );
  });

  it('has no larger error than it declares when it is packed, and no larger than requested', () => {
    fc.assert(
      fc.property(maps, fc.double({ min: 1e-3, max: 0.5, noNaN: true }), ({ rows, columns, values }, error) => {
        const map = Float32Array.from(values);
        const packed = packMap(map, rows, columns, { error, bytes: Infinity });
        if (packed === undefined) throw new Error('all values are numbers');
        expect(packed.error).toBeLessThanOrEqual(error * (1 + 1e-6));
        const restored = unpackMap(packed);
        expect(restored.length).toBe(map.length);
        const apart = Math.sqrt(squares(map.map((value, at) => value - elementAt(restored, at))));
        expect(apart).toBeLessThanOrEqual((packed.error * (1 + 1e-6) + 1e-9) * Math.sqrt(squares(map)));
      }),
    );
  });

  it('uses no more bytes than allowed, and reports the resulting error', () => {
    let seed = 1;
    const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const noise = Float32Array.from({ length: 64 * 256 }, random);
    const fine = packMap(noise, 64, 256, { error: 0.01, bytes: Infinity });
    const short = packMap(noise, 64, 256, { error: 0.01, bytes: 2000 });
    if (fine === undefined || short === undefined) throw new Error('all values are numbers');
    expect(fine.bytes.length).toBeGreaterThan(2000);
    expect(short.bytes.length).toBeLessThanOrEqual(2000);
    expect(short.error).toBeGreaterThan(0.01);
    const restored = unpackMap(short);
    const apart = Math.sqrt(squares(noise.map((value, at) => value - elementAt(restored, at))) / squares(noise));
    expect(apart).toBeCloseTo(short.error, 6);
  });

  it('is not packed where a value is none', () => {
    expect(packMap(Float32Array.of(1, Number.NaN), 1, 2, { error: 0.01, bytes: 100 })).toBeUndefined();
    expect(packMap(new Float32Array(0), 0, 0, { error: 0.01, bytes: 100 })).toBeUndefined();
    expect(packMap(new Float32Array(6), 2, 3, { error: 0.01, bytes: 100 })).toMatchObject({ error: 0 });
  });

  it('is refused where its bytes are damaged', () => {
    expect(() => unpackMap({ rows: 2, columns: 2, step: 1, bytes: Uint8Array.of(200, 1, 2) })).toThrow(RangeError);
    expect(() => unpackMap({ rows: 2, columns: 2, step: 1, bytes: Uint8Array.of(1) })).toThrow(RangeError);
  });
});
