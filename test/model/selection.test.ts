import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  carriedOver,
  isSameSelection,
  narrowedToLine,
  type Selected,
  SelectionHistory,
} from '../../src/model/selection.js';

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

  it('drops parts that cannot be shown any more, both ways', () => {
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

  it('is one step for all lines that were followed one after the other', () => {
    const history = new SelectionHistory();
    const line = (node: number): Selected => ({ experiment: 'a', nodes: [node] });
    const [wait, first, second, other, third] = [line(1), line(2), line(3), line(4), line(5)];
    history.push(wait);
    expect(history.push(first, true)).toBe(true);
    expect(history.push(second, true)).toBe(true);
    expect(history.push(second, true)).toBe(false);
    expect(history.steps).toEqual({ back: 1, forward: 0 });
    history.push(other);
    history.push(third, true);
    expect(history.steps).toEqual({ back: 3, forward: 0 });
    expect([history.step(-1, always), history.step(-1, always), history.step(-1, always)]).toEqual([
      other,
      second,
      wait,
    ]);
    // Gone back to a followed line, another one replaces it, and what was gone back from is forgotten.
    history.step(1, always);
    history.push(first, true);
    expect(history.steps).toEqual({ back: 1, forward: 0 });
    expect(history.current).toBe(first);
  });

  it('is narrowed to the call paths of a line: property, locations and time stay, and a single wait does not', () => {
    const place = { file: 'x.c', line: 7 };
    const found = { experiment: 'a', place, nodes: [4, 9] };
    const about = { experiment: 'a', property: 'mpi', locations: [1], window: { from: 1, to: 2 } };
    const instance = { location: 1, from: 1, to: 1.5 };
    const wait: Selected = { ...about, nodes: [2], instance, place: { file: 'y.c', line: 1 } };
    expect(narrowedToLine(wait, found)).toEqual({ ...about, nodes: [4, 9], place });
    expect(narrowedToLine({ ...wait, experiment: 'b' }, found)).toEqual(found);
    expect(narrowedToLine(null, found)).toEqual(found);
  });

  it('is carried over to another experiment as far as that has it', () => {
    const other = {
      ...{ experiment: 'b', locationCount: 2 },
      hasProperty: (name: string) => name === 'mpi',
      nodeOf: (node: number) => [4, -1, 7, 4][node] ?? -1,
    };
    const all: Selected = {
      ...{ experiment: 'a', property: 'mpi', nodes: [0, 1, 2, 3, 9], locations: [0, 1, 2] },
      ...{ window: { from: 1, to: 2 }, instance: { location: 0, from: 1, to: 2 }, place: { file: 'x.c', line: 1 } },
    };
    expect(carriedOver(all, other)).toEqual({ experiment: 'b', property: 'mpi', nodes: [4, 7], locations: [0, 1] });
    const nothing: Selected = { experiment: 'a', property: 'time', nodes: [1], locations: [5] };
    expect(carriedOver(nothing, other)).toEqual({ experiment: 'b' });
  });

  it('is the same for any order of its parts', () => {
    const one: Selected = { experiment: 'a', property: 'time', place: { file: 'x.c', line: 1 } };
    expect(isSameSelection(one, { place: { line: 1, file: 'x.c' }, property: 'time', experiment: 'a' })).toBe(true);
    expect(isSameSelection(one, { experiment: 'a', property: 'time' })).toBe(false);
  });
});
