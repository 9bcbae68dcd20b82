import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { LineMap, splitLines } from '../../src/experiments/files/lineMap.js';

const places = (map: LineMap, lines: readonly string[]) => lines.map((_, index) => map.place(index + 1));

describe('splitLines', () => {
  it('knows every line end and adds no line for the last one', () => {
    expect(splitLines('\uFEFFa\r\nb\rc\nd\n')).toEqual(['a', 'b', 'c', 'd']);
    expect(splitLines('')).toEqual(['']);
  });
});

describe('LineMap', () => {
  it('moves lines with an insertion above', () => {
    const map = new LineMap(['a', 'b', 'c'], ['new', 'a', 'b', 'c']);
    expect(map.place(1)).toEqual({ line: 1, stale: false });
    expect(map.place(3)).toEqual({ line: 3, stale: false });
  });

  it('keeps a changed line at its position and marks it as changed', () => {
    const map = new LineMap(['a', 'b', 'c'], ['a', 'changed', 'c']);
    expect(map.place(2)).toEqual({ line: 1, stale: true });
    expect(map.place(3)).toEqual({ line: 2, stale: false });
  });

  it('places a deleted line at what follows it, and at the end where nothing does', () => {
    expect(new LineMap(['a', 'b', 'c'], ['a', 'c']).place(2)).toEqual({ line: 1, stale: true });
    expect(new LineMap(['a', 'b', 'c'], ['a']).place(3)).toEqual({ line: 0, stale: true });
    expect(new LineMap(['a'], []).place(1)).toEqual({ line: 0, stale: true });
  });

  it('reports that a line beyond the measured text cannot be mapped reliably', () => {
    expect(new LineMap(['a', 'b'], ['a', 'b']).place(7)).toEqual({ line: 1, stale: true });
    expect(new LineMap(['a', 'b'], ['a', 'b']).place(0)).toEqual({ line: 0, stale: true });
  });

  it('gives up a rewritten middle but not the unchanged ends', () => {
    const rewritten = (tag: string) => Array.from({ length: 6000 }, (_, index) => `${tag}${index}`);
    const map = new LineMap(['head', ...rewritten('old'), 'tail'], ['head', ...rewritten('new'), 'tail']);
    expect(map.place(1)).toEqual({ line: 0, stale: false });
    expect(map.place(3000)).toEqual({ line: 2999, stale: true });
    expect(map.place(6002)).toEqual({ line: 6001, stale: false });
  });

  it('finds the measured line of a current one, or the nearest one above a line that was added', () => {
    const measuredOf = (measured: readonly string[], current: readonly string[]) => {
      const map = new LineMap(measured, current);
      return current.map((_, line) => {
        const found = map.measuredAt(line);
        return found === undefined ? 'none' : `${found.line}${found.wasMeasured ? '' : '+'}`;
      });
    };
    expect(measuredOf(['a', 'b'], ['new', 'a', 'new', 'b', 'new'])).toEqual(['none', '1', '1+', '2', '2+']);
    expect(measuredOf(['a', 'b', 'c'], ['a', 'changed', 'c'])).toEqual(['1', '2', '3']);
    expect(measuredOf(['a', 'b', 'c'], ['a', 'c'])).toEqual(['1', '3']);
    expect(measuredOf(['a', 'b', 'c', 'd'], ['a', 'changed', 'd'])).toEqual(['1', '2', '4']);
    expect(measuredOf(['a', 'b', 'c'], ['a'])).toEqual(['1']);
    const text = fc.array(fc.constantFrom('{', '}', 'a', 'b', ''), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (measured, current) => {
        const map = new LineMap(measured, current);
        places(map, measured).forEach(({ line, stale }, index) => {
          if (!stale) expect(map.measuredAt(line)).toEqual({ line: index + 1, wasMeasured: true });
        });
      }),
    );
  });

  it('maps every line that is not stale to the same text, in order, inside the text', () => {
    const text = fc.array(fc.constantFrom('{', '}', 'a', 'b', 'MPI_Send', ''), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (measured, current) => {
        const placed = places(new LineMap(measured, current), measured);
        let last = -1;
        placed.forEach(({ line, stale }, index) => {
          expect(line).toBeGreaterThanOrEqual(0);
          expect(line).toBeLessThan(Math.max(1, current.length));
          if (stale) return;
          expect(current[line]).toBe(elementAt(measured, index));
          expect(line).toBeGreaterThan(last);
          last = line;
        });
      }),
    );
  });

  it('finds every line that random edits left alone, wherever it went', () => {
    const edit = fc.record({
      at: fc.nat(),
      kind: fc.constantFrom<'insert' | 'delete' | 'change'>('insert', 'delete', 'change'),
    });
    fc.assert(
      fc.property(fc.nat(60), fc.array(edit, { maxLength: 25 }), (size, edits) => {
        const measured = Array.from({ length: size }, (_, index) => `line ${index}`);
        const current = [...measured];
        edits.forEach(({ at, kind }, number) => {
          const index = at % (current.length + 1);
          current.splice(index, kind === 'insert' ? 0 : 1, ...(kind === 'delete' ? [] : [`edit ${number}`]));
        });
        places(new LineMap(measured, current), measured).forEach(({ line, stale }, index) => {
          const survivor = current.indexOf(elementAt(measured, index));
          expect(stale).toBe(survivor === -1);
          if (survivor !== -1) expect(line).toBe(survivor);
        });
      }),
    );
  });
});
