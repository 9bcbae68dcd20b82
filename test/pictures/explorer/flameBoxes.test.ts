import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { severityScales } from '../../../src/pictures/colors/severity.js';
import { changeOf, flamePicture } from '../../../src/pictures/explorer/flamePicture.js';
import { flameBoxes } from '../../../src/pictures/explorer/flameBoxes.js';

const NAMES = ['main', 'step', 'solve', 'MPI_Wait'];

/** Some call paths with weights; functions of the same name may have several numbers. */
const anyPaths = fc.integer({ min: 1, max: 20 }).chain((size) => {
  const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: size, maxLength: size });
  return fc.record({
    parent: list(fc.nat(999)).map((drawn) => Int32Array.from(drawn, (one, at) => (one % (at + 1)) - 1)),
    region: list(fc.nat(7)).map((drawn) => Uint32Array.from(drawn)),
    exclusive: list(fc.integer({ min: 0, max: 40 })).map((drawn) => Float64Array.from(drawn)),
  });
});
type Paths = typeof anyPaths extends fc.Arbitrary<infer T> ? T : never;

const regionName = (region: number): string => NAMES[region % NAMES.length] ?? '';

/** The function of a call path, its caller, and so on. */
function chainOf({ parent, region }: Paths, row: number): string[] {
  const chain: string[] = [];
  for (let at = row; at >= 0; at = elementAt(parent, at)) chain.push(regionName(elementAt(region, at)));
  return chain;
}

const run = ({ parent, region, exclusive }: Paths, inclusive = exclusive) => ({
  ...{ parent, region, regionName, weights: { inclusive, exclusive } },
  tree: {
    roots: [...parent.keys()].filter((row) => parent[row] === -1),
    childrenOf: (row: number) => [...parent.keys()].filter((child) => parent[child] === row),
  },
});

describe('boxes of a flame graph', () => {
  it('had before, by callee, what all paths weighed that end in the same functions by name', () => {
    fc.assert(
      fc.property(anyPaths, anyPaths, (own, other) => {
        const before = { inclusive: new Float64Array(0), own: { ...other, regionName } };
        for (const box of flameBoxes(run(own), 'callee', before)) {
          const chain = chainOf(own, box.rows[0] ?? -1).slice(0, box.level + 1);
          const same = [...other.exclusive.keys()].filter((row) =>
            chain.every((name, at) => chainOf(other, row)[at] === name),
          );
          expect(box.before).toBeCloseTo(
            same.reduce((sum, row) => sum + elementAt(other.exclusive, row), 0),
            9,
          );
          expect(box.title).toBe(chain.at(-1));
        }
      }),
    );
  });

  it('had before, from the top down, what their call path had; nothing where there was none', () => {
    const paths = {
      parent: Int32Array.of(-1, 0, 0),
      region: Uint32Array.of(0, 1, 2),
      exclusive: Float64Array.of(1, 2, 3),
    };
    const before = { inclusive: Float64Array.of(9, 1, Number.NaN), own: { ...paths, regionName } };
    const boxes = flameBoxes(run(paths, Float64Array.of(6, 2, 3)), 'down', before);
    expect(boxes.map(({ title, value, before: was }) => [title, value, was])).toEqual([
      ['main', 6, 9],
      ['solve', 3, 0],
      ['step', 2, 1],
    ]);
    expect(flameBoxes(run(paths), 'down').some((box) => 'before' in box)).toBe(false);
  });

  it('are drawn with their change in words and numbers', () => {
    const box = (title: string, from: number, width: number, value: number, before: number) => ({
      ...{ level: 0, title, from, width, value, before, isChosen: false },
    });
    const boxes = [
      box('grows', 0, 0.5, 6, 4),
      box('shrinks', 0.5, 0.3, 3.6, 4),
      box('same', 0.8, 0.1, 1.2, 1.2),
      box('added', 0.9, 0.1, 1.2, 0),
    ];
    const data = { what: 'Time', unit: 'seconds', boxes, size: 4, way: 'callee', other: 'old' } as const;
    const picture = flamePicture(data, { width: 1600, scale: severityScales.light });
    expect(picture.items.flatMap((item) => (item.is === 'text' ? [item.text] : []))).toEqual([
      '▲ grows, +2.00 s', '▼ shrinks, −400 ms', 'same', '▲ added, new', '▼ gone', 'unchanged', '▲ new',
    ]); // prettier-ignore
    expect(picture.numbers.lines.map((line) => line.slice(4))).toEqual([
      ['4.00 s', '+2.00 s'], ['4.00 s', '−400 ms'], ['1.20 s', '±0 s'], ['0 s', 'new'],
    ]); // prettier-ignore
    expect(picture.spots.at(0).text).toBe('grows: 6.00 s, 50.0 %, 4.00 s before (+2.00 s)');
    expect(picture.title).toBe('Time by callee, compared with old');
    const narrow = flamePicture(data, { width: 240, scale: severityScales.light });
    const [first] = narrow.items.flatMap((item) => (item.is === 'text' ? [item.text] : []));
    expect(first).toBe('▲ grows');
  });

  it('change by a share of the larger value', () => {
    expect([changeOf(6, 4), changeOf(4, 8), changeOf(1, 0), changeOf(0, 1), changeOf(0, 0)]).toEqual([1 / 3, -0.5, 1, -1, 0]); // prettier-ignore
  });
});
