import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOfText, wrapped } from '../../../src/pictures/drawing/fonts.js';
import { captioned } from '../../../src/pictures/explorer/captioned.js';

const sentence = fc
  .array(fc.stringMatching(/^[a-zA-Z0-9.%]{1,12}$/), { maxLength: 40 })
  .map((words) => words.join(' '));

describe('a text in several lines', () => {
  it('has all its words in their order, and each line has as many as fit', () => {
    fc.assert(
      fc.property(sentence, fc.integer({ min: 200, max: 900 }), (text, room) => {
        const lines = wrapped(text, 12, room);
        expect(lines.join(' ')).toBe(text);
        for (const [at, line] of lines.entries()) {
          expect(widthOfText(line, 12)).toBeLessThanOrEqual(room);
          const [first] = lines[at + 1]?.split(' ') ?? [];
          if (first !== undefined) expect(widthOfText(`${line} ${first}`, 12)).toBeGreaterThan(room);
        }
      }),
    );
  });

  it('is above and below a picture that is moved as a whole', () => {
    const items = [
      { is: 'line', points: [1, 2, 3, 4], ink: 'text', thickness: 1 },
      { is: 'clip', x: 0, y: 0, width: 9, height: 9, items: [{ is: 'area', x: 1, y: 2, width: 3, height: 4, fill: { ink: 'text' } }] },
    ] as const; // prettier-ignore
    const picture = captioned({
      width: 300,
      height: 50,
      title: 'What',
      description: 'It is so. '.repeat(9).trim(),
      items,
    });
    const texts = picture.items.flatMap((item) => (item.is === 'text' ? [item] : []));
    expect(texts.map(({ text }) => text).join(' ')).toBe(`What ${'It is so. '.repeat(9).trim()}`);
    const [title, ...below] = texts.map(({ y }) => y);
    const moved = picture.items.filter(({ is }) => is !== 'text');
    const by = picture.items.find((item) => item.is === 'line')?.points[1] ?? Number.NaN;
    expect(moved).toEqual([
      { ...items[0], points: [1, by, 3, by + 2] },
      { ...items[1], y: by - 2, items: [{ ...items[1].items[0], y: by }] },
    ]);
    expect(title).toBeLessThan(by - 2);
    for (const y of below) expect(y).toBeGreaterThan(by - 2 + 50);
    for (const y of below) expect(y).toBeLessThan(picture.height);
  });
});
