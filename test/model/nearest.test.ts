import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { nearestWord } from '../../src/model/text/nearest.js';

describe('the word that was meant', () => {
  it('is one a slip or two away', () => {
    const words = ['ranks', 'repeats', 'accept'];
    for (const typed of ['rank', 'Ranks', 'rnaks', 'renks', 'rankss']) expect(nearestWord(typed, words)).toBe('ranks');
    expect(nearestWord('repaets', words)).toBe('repeats');
    for (const typed of ['x', '', 'threads', 'target']) expect(nearestWord(typed, words), typed).toBeUndefined();
    expect(nearestWord('ranks', [])).toBeUndefined();
  });

  it('is the word itself where it is one of them', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }), (words) => {
        expect(nearestWord(elementAt(words, 0), words)).toBe(words[0]);
      }),
    );
  });
});
