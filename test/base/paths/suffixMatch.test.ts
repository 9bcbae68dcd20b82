import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestSuffixMatch, commonSuffix, pairFiles, pathParts } from '../../../src/base/paths/suffixMatch.js';

describe('bestSuffixMatch', () => {
  it('takes the file with the longest common tail', () => {
    const files = ['/w/test/solver/main.c', '/w/src/solver/main.c', '/w/main.c'];
    expect(bestSuffixMatch('/cluster/home/me/app/src/solver/main.c', files)).toBe('/w/src/solver/main.c');
  });

  it('never guesses between equals', () => {
    expect(bestSuffixMatch('/x/main.c', ['/w/a/main.c', '/w/b/main.c'])).toBeUndefined();
    expect(bestSuffixMatch('/x/a/main.c', ['/w/1/a/main.c', '/w/2/a/main.c', '/w/b/main.c'])).toBeUndefined();
  });

  it('takes the only file of that name, and none of another', () => {
    expect(bestSuffixMatch('C:\\work\\heat.c', ['/w/heat.c', '/w/xheat.c'])).toBe('/w/heat.c');
    expect(bestSuffixMatch('/x/heat.c', ['/w/xheat.c'])).toBeUndefined();
    expect(bestSuffixMatch('', ['/w/xheat.c'])).toBeUndefined();
  });

  it('agrees with the definition, whatever the order of the files', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((p) => `/${p.join('/')}`);
    fc.assert(
      fc.property(path, fc.uniqueArray(path, { maxLength: 8 }), (measured, files) => {
        const lengths = files.map((file) => commonSuffix(pathParts(measured), pathParts(file)));
        const longest = Math.max(0, ...lengths);
        const best = files.filter((_, index) => longest > 0 && lengths[index] === longest);
        const expected = best.length === 1 ? best[0] : undefined;
        expect(bestSuffixMatch(measured, files)).toBe(expected);
        expect(bestSuffixMatch(measured, [...files].reverse())).toBe(expected);
      }),
    );
  });
});

describe('pairFiles', () => {
  it('pairs files of two places by their longest common tails', () => {
    const there = ['/ann/p/main.c', '/ann/p/sub/main.c', '/ann/p/x.c'];
    const here = ['/bob/q/sub/main.c', '/bob/q/main.c', '/bob/q/y.c'];
    expect([...pairFiles(there, here)].sort()).toEqual([
      ['/ann/p/main.c', '/bob/q/main.c'],
      ['/ann/p/sub/main.c', '/bob/q/sub/main.c'],
    ]);
  });

  it('takes the same name first, and never guesses between equals', () => {
    expect([...pairFiles(['/a/main.c'], ['/b/main.c', '/a/main.c'])]).toEqual([['/a/main.c', '/a/main.c']]);
    expect(pairFiles(['/a/main.c'], ['/b/x/main.c', '/b/y/main.c']).size).toBe(0);
    expect(pairFiles(['/b/x/main.c', '/b/y/main.c'], ['/a/main.c']).size).toBe(0);
  });

  it('gives each file to one file, and the same pairs in both directions', () => {
    const part = fc.constantFrom('a', 'b', 'x.c', 'y.c');
    const files = fc.uniqueArray(fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')));
    fc.assert(
      fc.property(files, files, (from, to) => {
        const pairs = pairFiles(from, to);
        expect(new Set(pairs.values()).size).toBe(pairs.size);
        const back = pairFiles(to, from);
        expect([...back].map(([b, a]) => `${a} ${b}`).sort()).toEqual([...pairs].map(([a, b]) => `${a} ${b}`).sort());
      }),
    );
  });
});
