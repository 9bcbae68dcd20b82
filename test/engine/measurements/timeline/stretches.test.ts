/** The innermost call at any moment, against a search through all calls. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndedCall } from '../../../../src/engine/measurements/eventIndex.js';
import type { OpenRegion } from '../../../../src/engine/measurements/openRegions.js';
import { innermost } from '../../../../src/engine/measurements/timeline/stretches.js';
import { addInterval } from '../../../../src/engine/measurements/timeline/windows.js';

interface Tree {
  readonly before: number;
  readonly own: number;
  readonly calls: readonly Tree[];
}

const length = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 2, noNaN: true }));
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    before: length,
    own: length,
    calls: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
  }),
}));

/** The calls of trees one after the other, in the order in which they end. */
function callsOf(trees: readonly Tree[], begin: number, around: OpenRegion | undefined, ended: EndedCall[]): number {
  let at = begin;
  for (const { before, own, calls } of trees) {
    const enter = at + before;
    const call = { region: ended.length, site: 0, enter, depth: (around?.depth ?? -1) + 1, around };
    at = callsOf(calls, enter + own / 2, call, ended) + own / 2;
    ended.push({ call, end: at });
  }
  return at;
}

describe('stretches', () => {
  it('are the innermost call of every moment of the window, once each', () => {
    const moment = fc.double({ min: -1, max: 20, noNaN: true });
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), moment, moment, fc.array(moment), (trees, one, other, moments) => {
        const calls: EndedCall[] = [];
        callsOf(trees, 0, undefined, calls);
        const window = { from: Math.min(one, other), to: Math.max(one, other) };
        const { stretches } = innermost(calls, window);
        for (const time of moments) {
          if (time < window.from || time >= window.to) continue;
          const inside = calls.filter(({ call, end }) => call.enter <= time && time < end);
          const deepest = inside.reduce<OpenRegion | undefined>(
            (best, { call }) => (best === undefined || call.depth > best.depth ? call : best),
            undefined,
          );
          const found = stretches.filter(({ from, to }) => from <= time && time < to);
          expect(found.map(({ call }) => call)).toEqual(deepest === undefined ? [] : [deepest]);
        }
        for (const { from, to } of stretches) {
          expect(from).toBeGreaterThanOrEqual(window.from);
          expect(to).toBeLessThanOrEqual(window.to);
        }
      }),
    );
  });
});

describe('windows', () => {
  it('have of an interval what lies in them', () => {
    const moment = fc.double({ min: -10, max: 30, noNaN: true });
    fc.assert(
      fc.property(moment, moment, fc.double({ min: 0.01, max: 3, noNaN: true }), (one, other, width) => {
        const [begin, end] = [Math.min(one, other), Math.max(one, other)];
        const sums = new Float64Array(3 * 10);
        addInterval(sums, { from: 1, width, count: 10 }, begin, end, 3, 2);
        for (let window = 0; window < 10; window++) {
          const inside = Math.min(end, 1 + (window + 1) * width) - Math.max(begin, 1 + window * width);
          expect(Math.abs((sums[window * 3 + 2] ?? NaN) - Math.max(0, inside))).toBeLessThan(1e-9);
          expect(sums[window * 3]).toBe(0);
        }
      }),
    );
  });
});
