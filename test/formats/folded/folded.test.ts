import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from '../../../src/formats/folded/index.js';
import { readFolded } from '../../../src/formats/folded/read.js';
import { flatOf, totalOf } from '../stacks/support.js';

const name = fc.stringMatching(/^[a-z_:<> ]{0,8}[a-z]$/);
const stacks = fc.array(
  fc.record({ frames: fc.array(name, { minLength: 1, maxLength: 6 }), count: fc.integer({ min: 1, max: 1000 }) }),
  { minLength: 1, maxLength: 20 },
);

describe('folded stacks', () => {
  it('have the sums of a plain reading, by function alone and with callees', () => {
    fc.assert(
      fc.property(stacks, (list) => {
        const [own, whole] = [new Map<string, number>(), new Map<string, number>()];
        const add = (sums: Map<string, number>, key: string, count: number) =>
          sums.set(key, (sums.get(key) ?? 0) + count);
        for (const { frames, count } of list) {
          add(own, frames.at(-1) ?? '', count);
          for (const frame of new Set(frames)) add(whole, frame, count);
        }
        const profile = readFolded(list.map(({ frames, count }) => `${frames.join(';')} ${count}`));
        if (profile === undefined) throw new Error('nothing was read');
        expect(totalOf(profile, 'samples')).toBe(list.reduce((sum, { count }) => sum + count, 0));
        const flat = flatOf(profile);
        expect(new Set(flat.keys())).toEqual(new Set(whole.keys()));
        for (const [region, count] of whole) {
          expect(flat.get(region)?.inclusive).toBeCloseTo(count / 100, 9);
          expect(flat.get(region)?.exclusive).toBeCloseTo((own.get(region) ?? 0) / 100, 9);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('leave other lines out and say so; that times are not known is said too', () => {
    const profile = readFolded(['# a remark', '', 'main;f 3', 'nothing', 'main 2']);
    expect(profile?.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/each count is read as 10 ms/),
      '1 line that is no folded stack was ignored.',
    ]);
  });

  it('are recognized by several functions on a line, and other text is not', () => {
    const recognizes = (text: string): boolean => folded.recognizes(Buffer.from(text));
    expect(recognizes('main 2\nmain;f 3\n')).toBe(true);
    for (const text of ['Total 5\nSum 6\n', 'a;b;c\n', 'int x; // 5\nreturn;\n', ''])
      expect(recognizes(text)).toBe(false);
  });

  it('as deep as they come are read', () => {
    const profile = readFolded([`${Array.from({ length: 5000 }, (_, i) => `f${i}`).join(';')} 4`]);
    expect(profile?.space.callTree.size).toBe(1024);
    expect(profile?.problems.map(({ message }) => message).join()).toMatch(/deeper than is read/);
  });
});
