import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { changedBy, type Delta, deltaOf } from '../../../src/protocol/pages/delta.js';

/** As a message does it. */
const sent = (delta: Delta): Delta => structuredClone(delta);

describe('changes of the state of a page', () => {
  it('make the new state of the old one, whatever they are', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const list = fc.array(fc.record({ id: fc.nat(5), note: fc.option(fc.string(), { nil: undefined }) }));
    fc.assert(
      fc.property(fc.oneof(fc.tuple(json, json), fc.tuple(list, list)), ([before, after]) => {
        expect(changedBy<unknown>(before, sent(deltaOf(before, after)))).toEqual(after);
      }),
      // Names that every object knows.
      {
        examples: [
          [[{ valueOf: '' }, {}]],
          [[{}, { toString: 1 }]],
          [[{ constructor: {} }, { constructor: { a: 1 } }]],
        ],
      },
    );
  });

  it('are none where nothing changed', () => {
    fc.assert(fc.property(fc.jsonValue(), (state) => deltaOf(state, structuredClone(state)).is === 'same'));
  });

  it('do not send again what the page has', () => {
    const entries = Array.from({ length: 1000 }, (_, id) => ({ id, name: `experiment ${id}`, tags: ['a'] }));
    const before = { entries, trend: { measure: 'totalTime' }, selected: null };
    const added = { ...before, entries: [{ id: 1000, name: 'new', tags: [] }, ...entries], selected: 1000 };
    const tagged = { ...before, entries: entries.with(500, { ...elementAt(entries, 500), tags: ['a', 'b'] }) };
    const moved = {
      ...before,
      entries: entries
        .with(3, { ...elementAt(entries, 3), tags: [] })
        .with(900, { ...elementAt(entries, 900), tags: ['baseline'] }),
    };
    for (const after of [added, tagged, moved]) {
      const delta = deltaOf(before, after);
      expect(JSON.stringify(delta).length).toBeLessThan(400);
      expect(changedBy<unknown>(before, sent(delta))).toEqual(after);
    }
    // Unchanged parts stay the same object, so that they need not be drawn again.
    expect(changedBy(before, deltaOf(before, tagged)).entries[0]).toBe(entries[0]);
  });
});
