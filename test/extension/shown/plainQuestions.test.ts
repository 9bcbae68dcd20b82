import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainEntry, plainFrame } from '../../../src/extension/shown/plainQuestions.js';
import { foreignText, hidden, liveIcon, liveLink } from '../../model/foreignText.js';

function isPlain(shown: object): void {
  for (const text of Object.values(shown)) {
    expect(text).not.toMatch(hidden);
    expect(text).not.toMatch(/\n/);
    expect(text).not.toMatch(liveLink);
    expect(text).not.toMatch(liveIcon);
  }
}

describe('questions and lists', () => {
  it('have no link, no icon and nothing hidden in any of their texts', () => {
    fc.assert(
      fc.property(foreignText, (text) => {
        isPlain(plainFrame({ title: text, placeHolder: text, prompt: text }));
        isPlain(plainEntry({ label: text, description: text, detail: text }));
      }),
      { numRuns: 200 },
    );
  });

  it('have all of their texts, and no more', () => {
    expect(plainFrame({ title: 'a', placeHolder: 'b', prompt: 'c' })).toEqual({
      title: 'a',
      placeHolder: 'b',
      prompt: 'c',
    });
    expect(plainFrame({})).toEqual({});
    expect(plainEntry({ label: 'a', description: 'b', detail: 'c' })).toEqual({
      label: 'a',
      description: 'b',
      detail: 'c',
    });
    expect(plainEntry({ label: 'a' })).toEqual({ label: 'a' });
  });

  it('are as long as people read, however long a name is', () => {
    expect(plainEntry({ label: 'a'.repeat(10_000_000) }).label.length).toBeLessThanOrEqual(200);
  });
});
