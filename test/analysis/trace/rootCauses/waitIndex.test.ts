import { describe, expect, it } from 'vitest';
import { WaitIndex } from '../../../../src/analysis/trace/rootCauses/waitIndex.js';

describe('the index of wait states', () => {
  // Two locations, each with marks 0 to 5: the first one waits at 5, the second one at 2 and 4.
  const index = new WaitIndex({
    firstOf: Int32Array.of(0, 1, 3),
    origin: new Int32Array(3),
    firstMark: Int32Array.of(0, 7, 14),
    fromMark: Int32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3),
    before: Float64Array.of(0, 1, 3, 6),
  });

  it('knows what waits at a mark, and takes no other location for it', () => {
    expect(index.isAt(0, 0, 5)).toBe(true);
    // The position before the first one of a location belongs to the location before, though its mark has that number.
    expect(index.isAt(index.from(1, 0) - 1, 1, 5)).toBe(false);
    expect(index.isAt(-1, 0, 5)).toBe(false);
    expect(index.isAt(3, 1, 4)).toBe(false);
  });

  it('adds up what was waited from one mark to another', () => {
    expect(index.waited(index.from(1, 0), index.from(1, 4))).toBe(2);
    expect(index.waited(index.from(1, 2), index.from(1, 5))).toBe(5);
    expect(index.part(2, 1.5)).toBe(0.5);
  });
});
