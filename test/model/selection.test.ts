import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameSelection, type Selected, SelectionHistory } from '../../src/model/selection.js';

const anySelection: fc.Arbitrary<Selected> = fc.record(
  {
    experiment: fc.constantFrom('a', 'b'),
    property: fc.constantFrom('time', 'mpi'),
    nodes: fc.array(fc.nat(3), { maxLength: 2 }),
    locations: fc.array(fc.nat(3), { maxLength: 2 }),
    window: fc.record({ from: fc.double(), to: fc.double() }),
    place: fc.record({ file: fc.constantFrom('x.c', 'y.c'), line: fc.nat(3) }),
  },
  { requiredKeys: ['experiment'] },
);

const always = () => true;

describe('what was selected', () => {
  it('is gone back to and forward again, as in a list that is cut where something else is selected', () => {
    const step = fc.oneof(
      anySelection.map((selected) => ({ push: selected })),
      fc.constantFrom<{ by: -1 | 1 }>({ by: -1 }, { by: 1 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const history = new SelectionHistory();
        let [list, at]: [Selected[], number] = [[], -1];
        for (const one of steps) {
          if ('push' in one) {
            const before = list[at];
            const isNew = before === undefined || !isSameSelection(before, one.push);
            expect(history.push(one.push)).toBe(isNew);
            if (isNew) [list, at] = [[...list.slice(0, at + 1), one.push], at + 1];
          } else {
            const found = list[at + one.by];
            expect(history.step(one.by, always)).toBe(found);
            if (found !== undefined) at += one.by;
          }
          expect(history.current).toBe(list[at]);
          expect(history.steps).toEqual({ back: Math.max(0, at), forward: list.length - 1 - at });
        }
      }),
    );
  });

  it('leaves out what cannot be shown any more, both ways', () => {
    const history = new SelectionHistory();
    for (const experiment of ['a', 'gone', 'b', 'gone', 'c']) history.push({ experiment });
    const isThere = ({ experiment }: Selected) => experiment !== 'gone';
    expect(history.step(-1, isThere)?.experiment).toBe('b');
    expect(history.step(-1, isThere)?.experiment).toBe('a');
    expect(history.step(-1, isThere)).toBeUndefined();
    expect(history.step(1, isThere)?.experiment).toBe('b');
    expect(history.steps).toEqual({ back: 1, forward: 1 });
  });

  it('is kept for a hundred steps', () => {
    const history = new SelectionHistory();
    for (let line = 1; line <= 250; line++) history.push({ experiment: 'a', nodes: [line] });
    expect(history.steps).toEqual({ back: 99, forward: 0 });
    expect(history.current?.nodes).toEqual([250]);
  });

  it('is the same whatever the order in which it is said', () => {
    const one: Selected = { experiment: 'a', property: 'time', place: { file: 'x.c', line: 1 } };
    expect(isSameSelection(one, { place: { line: 1, file: 'x.c' }, property: 'time', experiment: 'a' })).toBe(true);
    expect(isSameSelection(one, { experiment: 'a', property: 'time' })).toBe(false);
  });
});
