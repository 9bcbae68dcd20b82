import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DocumentLine, LINE_REST_MS, RestingCursor } from '../../../src/extension/selection/restingCursor.js';

const at = (line: number, uri = 'file:///heat.c'): DocumentLine => ({ uri, line });

let followed: { readonly line: DocumentLine; readonly signal: AbortSignal }[];
let cursor: RestingCursor;
beforeEach(() => {
  vi.useFakeTimers();
  followed = [];
  cursor = new RestingCursor((line, signal) => followed.push({ line, signal }));
});
afterEach(() => {
  vi.useRealTimers();
});

const lines = () => followed.map(({ line }) => line);
const rest = () => vi.advanceTimersByTime(LINE_REST_MS);

describe('the line on which the cursor rests', () => {
  it('is followed once nothing moved for a while', () => {
    for (const line of [3, 4, 5]) {
      cursor.moved(at(line), 'input');
      vi.advanceTimersByTime(LINE_REST_MS - 1);
    }
    expect(lines()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(lines()).toEqual([at(5)]);
    rest();
    expect(lines()).toEqual([at(5)]);
  });

  it('is left when the cursor moves on, also while it is followed', () => {
    cursor.moved(at(3), 'input');
    rest();
    expect(followed[0]?.signal.aborted).toBe(false);
    cursor.moved(at(4), 'command');
    expect(followed[0]?.signal.aborted).toBe(true);
    cursor.leave();
    rest();
    expect(lines()).toEqual([at(3)]);
  });

  it('is not followed where Trimtab shows it, until a person goes there', () => {
    // A person moved just before: what is shown replaces that.
    cursor.moved(at(9), 'input');
    cursor.shows(at(3));
    cursor.moved(at(3), 'command');
    cursor.moved(at(3), 'command');
    rest();
    expect(lines()).toEqual([]);
    cursor.moved(at(3), 'input');
    rest();
    cursor.moved(at(3), 'command');
    rest();
    expect(lines()).toEqual([at(3), at(3)]);
  });

  it('is followed after commands of a person to another line, or to the same one of another document', () => {
    cursor.shows(at(3));
    cursor.moved(at(3, 'file:///other.c'), 'command');
    rest();
    cursor.shows(at(3));
    cursor.moved(at(4), 'command');
    rest();
    cursor.moved(at(3), 'command');
    rest();
    expect(lines()).toEqual([at(3, 'file:///other.c'), at(4), at(3)]);
  });
});
