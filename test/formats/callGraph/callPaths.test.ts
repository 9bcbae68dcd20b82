import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Edge, type GraphFunction, shareOut } from '../../../src/formats/callGraph/callPaths.js';

describe('sharing out by calls', () => {
  const graphs = fc
    .record({
      selfs: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 12 }),
      calls: fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.integer({ min: 1, max: 50 })), { maxLength: 40 }),
    })
    .map(({ selfs, calls }) => {
      const entries = selfs.map((self, index): GraphFunction => ({
        index,
        self,
      }));
      const edges = calls
        .filter(([caller, callee]) => caller < selfs.length && callee < selfs.length && caller !== callee)
        .map(([caller, callee, count]): Edge => ({ caller, callee, calls: count }));
      return { entries, edges };
    });

  it('gives all of each function to its call paths, whatever calls whom', () => {
    fc.assert(
      fc.property(graphs, ({ entries, edges }) => {
        const parts = new Float64Array(entries.length);
        let paths = 0;
        shareOut(entries, edges, {
          path: () => paths++,
          share: (_, { index }, { value }) => (parts[index] = (parts[index] ?? 0) + value),
        });
        for (const part of parts) expect(part).toBeCloseTo(1, 9);
      }),
    );
  });

  it('ends where functions would make paths without end', () => {
    // Each of 60 functions calls the next one twice over: 2^59 paths.
    const entries = Array.from({ length: 120 }, (_, index): GraphFunction => ({
      index,
      self: 1,
    }));
    const edges = entries.slice(0, -2).flatMap((_, index): Edge[] => {
      const next = 2 * Math.floor(index / 2) + 2;
      return [0, 1].map((other) => ({ caller: index, callee: next + other, calls: 1 }));
    });
    let paths = 0;
    const parts = new Float64Array(entries.length);
    shareOut(entries, edges, {
      path: () => paths++,
      share: (_, { index }, { value }) => (parts[index] = (parts[index] ?? 0) + value),
    });
    expect(paths).toBeLessThan(200_000);
    for (const part of parts) expect(part).toBeCloseTo(1, 9);
  });

  it('follows inclusive values, and numbers of calls for calls', () => {
    const entries = [0, 1, 2, 3].map((index): GraphFunction => ({ index, self: 10 }));
    const edges: Edge[] = [
      { caller: 0, callee: 1, calls: 1, inclusive: 20 },
      { caller: 0, callee: 2, calls: 1, inclusive: 20 },
      { caller: 1, callee: 3, calls: 1, inclusive: 9, site: { file: 'a.c', line: 4 } },
      { caller: 2, callee: 3, calls: 9, inclusive: 1 },
    ];
    const names: string[] = [];
    const shared: Record<string, number[]> = {};
    shareOut(entries, edges, {
      path: (caller, { index }, site) =>
        names.push(`${names[caller] ?? ''}/${index}${site === undefined ? '' : `@${site.line}`}`) - 1,
      share: (path, _, { value, calls }) => (shared[names[path] ?? ''] = [value, calls]),
    });
    expect(shared).toEqual({
      '/0': [1, 1],
      '/0/1': [1, 1],
      '/0/2': [1, 1],
      '/0/1/3@4': [0.9, 0.1],
      '/0/2/3': [0.1, 0.9],
    });
  });

  it('follows numbers of calls where no call has a value', () => {
    const parts: number[] = [];
    shareOut(
      [0, 1, 2].map((index): GraphFunction => ({ index, self: 0 })),
      [
        { caller: 0, callee: 2, calls: 3, inclusive: 0 },
        { caller: 1, callee: 2, calls: 1, inclusive: 0 },
      ],
      { path: (_, { index }) => index, share: (path, _, { value }) => path === 2 && parts.push(value) },
    );
    expect(parts.sort()).toEqual([0.25, 0.75]);
  });
});
