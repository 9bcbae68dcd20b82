import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOut } from '../../../src/formats/gprof/callPaths.js';
import { readGprof } from '../../../src/formats/gprof/read.js';
import type { Edge, GraphEntry } from '../../../src/formats/gprof/entries.js';
import { flatOf, profileAt, sample, totalOf } from '../stacks/support.js';

describe('what gprof printed of a program', () => {
  const profile = profileAt(sample('work.gprof'));
  const flat = flatOf(profile);

  it('has the times and calls of its flat profile', () => {
    for (const [name, self, calls] of [
      ['inner', 0.43, 880],
      ['outer', 0.18, 20],
      ['factorial', 0.1, 20],
      ['even', 0, 120],
      ['odd', 0, 100],
    ] as const) {
      expect(flat.get(name)?.exclusive).toBeCloseTo(self, 9);
      expect(flat.get(name)?.calls).toBeCloseTo(calls, 9);
    }
    expect(totalOf(profile, 'time')).toBeCloseTo(0.71, 9);
    expect(totalOf(profile, 'samples')).toBeCloseTo(71, 6);
  });

  it('has the times with callees of its call graph, to the digits that are printed', () => {
    for (const [name, whole] of [
      ['main', 0.71],
      ['outer', 0.57],
      ['factorial', 0.11],
    ] as const)
      expect(flat.get(name)?.inclusive).toBeCloseTo(whole, 1);
    // 800 of the 880 calls of inner are made by outer.
    expect(flat.get('outer')?.inclusive).toBeCloseTo(0.18 + (0.43 * 800) / 880, 9);
  });

  it('says that call paths are inferred', () => {
    expect(profile.confidence?.get('time')).toBe(0.5);
    expect(profile.problems.at(0)?.message).toMatch(/shared out among its callers by their calls/);
  });

  it('names lines where gprof was asked for them', () => {
    const text =
      'Flat profile:\n\nEach sample counts as 0.01 seconds.\n 60.00      0.03     0.03                             inner (work.c:10 @ 1190)\n';
    const lines = readGprof(text.split('\n'));
    expect(lines?.definitions.regions).toMatchObject([{ name: 'inner', file: 'work.c', beginLine: 10 }]);
  });
});

describe('sharing out by calls', () => {
  const graphs = fc
    .record({
      selfs: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 12 }),
      calls: fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.integer({ min: 1, max: 50 })), { maxLength: 40 }),
    })
    .map(({ selfs, calls }) => {
      const entries = selfs.map((self, index): GraphEntry => ({
        index,
        name: `f${index}`,
        self,
        calls: 1,
        cycle: 0,
        isWhole: false,
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
          share: (_, { index }, part) => (parts[index] = (parts[index] ?? 0) + part),
        });
        for (const part of parts) expect(part).toBeCloseTo(1, 9);
      }),
    );
  });

  it('ends where functions would make paths without end', () => {
    // Each of 60 functions calls the next one twice over: 2^59 paths.
    const entries = Array.from({ length: 120 }, (_, index): GraphEntry => ({
      index,
      name: `f${index}`,
      self: 1,
      calls: 1,
      cycle: 0,
      isWhole: false,
    }));
    const edges = entries.slice(0, -2).flatMap((_, index): Edge[] => {
      const next = 2 * Math.floor(index / 2) + 2;
      return [0, 1].map((other) => ({ caller: index, callee: next + other, calls: 1 }));
    });
    let paths = 0;
    const parts = new Float64Array(entries.length);
    shareOut(entries, edges, {
      path: () => paths++,
      share: (_, { index }, part) => (parts[index] = (parts[index] ?? 0) + part),
    });
    expect(paths).toBeLessThan(200_000);
    for (const part of parts) expect(part).toBeCloseTo(1, 9);
  });
});
