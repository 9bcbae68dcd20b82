import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangesInSource } from '../../../src/measurement/ranges/directives.js';
import { whyNotMeasured } from '../../../src/measurement/ranges/facts.js';
import { parseRanges, withRanges } from '../../../src/measurement/ranges/file.js';
import { defaultName, hashOf, linesOf, type MarkedRange, rangeList } from '../../../src/measurement/ranges/model.js';
import { rangesOfSource, withGroup, withMarked, withoutMarked } from '../../../src/measurement/ranges/marking.js';
import { stateOf } from '../../../src/measurement/ranges/state.js';

const range = (first: number, last: number, lines: readonly string[]): MarkedRange => ({
  file: 'src/a.c',
  first,
  last,
  hash: hashOf(lines.slice(first - 1, last)),
  name: 'sweep',
  group: 'RANGES',
});
const texts = fc.array(
  fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/[\r\n]/g, 'x')),
  { minLength: 1, maxLength: 12 },
);

describe('the file of ranges', () => {
  const text = `# mine
ranges:
  # the hot one
  - file: src/a.c
    first: 3
    last: 5
    hash: 0123456789abcdef
    name: hot # stays
`;
  const hot = { file: 'src/a.c', first: 3, last: 5, hash: '0123456789abcdef', name: 'hot', group: 'RANGES' };
  const other = { file: 'b.f90', first: 1, last: 1, hash: 'fedcba9876543210', name: 'b.f90:1', group: 'IO' };

  it('is read, changed and read again with its comments', () => {
    expect(parseRanges(text, 'r')).toEqual([hot]);
    const more = withRanges(text, { out: [], put: [other] });
    expect(parseRanges(more, 'r')).toEqual([hot, other]);
    expect(more).toContain('# mine\n');
    expect(more).toContain('# the hot one\n');
    expect(more).toContain('name: hot # stays\n');
    const none = withRanges(more, { out: [hot, other], put: [] });
    expect(parseRanges(none, 'r')).toEqual([]);
    expect(none).toContain('# mine\n');
  });

  it('begins with a word for people, and holds each range once', () => {
    const first = withRanges('', { out: [], put: [hot] });
    expect(first).toMatch(/^# Lines of sources that instrumented builds measure/);
    expect(parseRanges(withRanges(first, { out: [], put: [{ ...hot, name: 'new' }] }), 'r')).toEqual([
      { ...hot, name: 'new' },
    ]);
  });

  it.each([
    ['ranges: 3', '"ranges" is not right'],
    ['ranges: [{ file: a.c }]', 'ranges.0'],
    [text.replace('first: 3', 'first: 9'), 'the last line is before the first'],
    [text.replace('0123456789abcdef', 'x'), 'write 16 hexadecimal digits'],
    [text.replace('name: hot', 'name: "a\\tb"'), 'write a name without quotes'],
    ['ranges: [', 'line 1'],
  ])('reports what is wrong with %j', (wrong, sentence) => {
    expect(() => parseRanges(wrong, '.trimtab/ranges.yaml')).toThrow(sentence);
  });

  it('is passed to compilers separated by tabs, with the paths that they use', () => {
    expect(rangeList([hot, other], (file) => `/there/${file}`)).toBe(
      '3\t5\t/there/src/a.c\tRANGES\thot\n1\t1\t/there/b.f90\tIO\tb.f90:1\n',
    );
    expect(defaultName('src/a.c', { first: 3, last: 5 })).toBe('a.c:3-5');
  });
});

describe('lines that were marked', () => {
  it('are found at their lines, whatever surrounds them, and nowhere if two of them exist', () => {
    fc.assert(
      fc.property(texts, texts, texts, fc.nat(), fc.nat(), (before, lines, behind, from, count) => {
        const first = 1 + (from % lines.length);
        const last = Math.min(lines.length, first + (count % 4));
        const marked = range(first, last, lines);
        expect(stateOf(marked, lines)).toEqual({ is: 'there', lines: { first, last } });
        // Blanks at the ends of lines are no change.
        expect(
          stateOf(
            marked,
            lines.map((line) => `${line} `),
          ).is,
        ).toBe('there');
        const moved = stateOf(marked, [...before, ...lines, ...behind]);
        const wanted = lines.slice(first - 1, last).map((line) => line.trimEnd());
        if (moved.is === 'moved' || moved.is === 'there') {
          const at = [...before, ...lines, ...behind].slice(moved.lines.first - 1, moved.lines.last);
          expect(at.map((line) => line.trimEnd())).toEqual(wanted);
        } else expect(moved.is).toBe('changed');
      }),
    );
  });

  it('are not measured if they were changed, occur twice elsewhere, or their file is gone', () => {
    const lines = ['a', 'b', 'c', 'd'];
    expect(stateOf(range(2, 3, lines), ['a', 'B', 'c', 'd'])).toEqual({ is: 'changed' });
    expect(stateOf(range(2, 3, lines), ['x', 'y', 'a', 'b', 'c'])).toEqual({
      is: 'moved',
      lines: { first: 4, last: 5 },
    });
    expect(stateOf(range(2, 3, lines), ['x', 'b', 'x', 'b', 'c', 'b', 'c'])).toEqual({ is: 'changed' });
    expect(stateOf(range(2, 3, lines), undefined)).toEqual({ is: 'gone' });
    expect(stateOf(range(2, 3, linesOf('a\r\nb\r\nc\r\n')), linesOf('a\nb\nc\n')).is).toBe('there');
  });
});

describe('lines of a source', () => {
  const source = 'a\nb\nc\nd\n//trimtab begin mine\ne\n//trimtab end\n';
  const marked = (ranges: string, text = source) => ({ ranges, file: 'src/a.c', source: text });

  it('are marked, shown where they are now, and dropped', () => {
    const written = { first: 6, last: 6, name: 'mine', group: 'RANGES', isSame: true, isWritten: true };
    expect(rangesOfSource(marked(''))).toEqual([written]);
    const one = withMarked(marked(''), { first: 2, last: 3 }, '');
    const own = { name: 'a.c:2-3', group: 'RANGES', isWritten: false };
    expect(rangesOfSource(marked(one))).toEqual([{ first: 2, last: 3, isSame: true, ...own }, written]);
    const later = `x\n${source}`;
    expect(rangesOfSource(marked(one, later))[0]).toEqual({ first: 3, last: 4, isSame: true, ...own });
    expect(rangesOfSource(marked(one, 'a\nB\nc\n'))).toEqual([{ first: 2, last: 3, isSame: false, ...own }]);
    // Marked again where they are now, they count once.
    expect(
      parseRanges(withMarked(marked(one, later), { first: 3, last: 4 }, 'new'), 'r').map(({ name }) => name),
    ).toEqual(['new']);
    expect(rangesOfSource({ ...marked(one), file: 'b.c', source: '' })).toEqual([]);
    expect(parseRanges(withoutMarked(marked(one, later), { first: 4, last: 4 }), 'r')).toEqual([]);
    expect(() => withoutMarked(marked(one), { first: 4, last: 4 })).toThrow('No range is measured here.');
    expect(() => withoutMarked(marked(one), { first: 6, last: 6 })).toThrow('mine is marked in the source itself');
    expect(() => withMarked(marked(''), { first: 1, last: 1 }, 'a"b')).toThrow('has no quotes');
  });

  it('are put into groups, which they keep when they are marked again', () => {
    const two = withMarked(marked(withMarked(marked(''), { first: 1, last: 1 }, 'a')), { first: 2, last: 3 }, 'b');
    const grouped = withGroup(marked(two), { first: 3, last: 3 }, 'halo');
    const groupOf = (text: string) => parseRanges(text, 'r').map(({ name, group }) => `${name} in ${group}`);
    expect(groupOf(grouped)).toEqual(['a in RANGES', 'b in halo']);
    expect(groupOf(withMarked(marked(grouped), { first: 2, last: 3 }, 'c'))).toEqual(['a in RANGES', 'c in halo']);
    expect(groupOf(withGroup(marked(grouped), { first: 1, last: 3 }, 'RANGES'))).toEqual([
      'a in RANGES',
      'b in RANGES',
    ]);
    expect(() => withGroup(marked(two), { first: 6, last: 6 }, 'halo')).toThrow('mine is marked in the source itself');
    for (const wrong of ['MPI', 'DEFAULT', 'two words', '', 'x'.repeat(61)])
      expect(() => withGroup(marked(two), { first: 1, last: 1 }, wrong)).toThrow(`"${wrong}" is no group of ranges`);
  });
});

describe('directives', () => {
  it('mark the lines between them, in each other too', () => {
    const text = 'a\n// trimtab begin outer\nb\n  //trimtab begin\nc\n  //trimtab end\nd\n//trimtab end\n';
    expect(rangesInSource(text, 'a.c')).toEqual([
      { file: 'a.c', first: 5, last: 5, name: 'a.c:5', group: 'RANGES' },
      { file: 'a.c', first: 3, last: 7, name: 'outer', group: 'RANGES' },
    ]);
    expect(rangesInSource('!$trimtab begin Sweep\nx\n!$TRIMTAB END Sweep\n', 'a.f90')).toEqual([
      { file: 'a.f90', first: 2, last: 2, name: 'Sweep', group: 'RANGES' },
    ]);
  });

  it.each([
    [
      'a.c',
      '//trimtab begin group=halo exchange with all\na\n// trimtab end exchange with all',
      'exchange with all',
      'halo',
    ],
    ['a.cpp', '  //trimtab begin GROUP=USER1\na\n//trimtab end', 'a.cpp:2', 'USER1'],
    ['a.f90', '!$trimtab begin group=solver:inner Sweep\na\n!$trimtab end Sweep', 'Sweep', 'solver:inner'],
    ['a.c', '//trimtab begin my group=x\na\n//trimtab end', 'my group=x', 'RANGES'],
  ])('name groups: %s %j', (file, text, name, group) => {
    expect(rangesInSource(text, file)).toEqual([{ file, first: 2, last: 2, name, group }]);
  });

  it.each([
    ['//trimtab begin group= a\nb\n//trimtab end', 'a.c:1: "" is no group of ranges'],
    ['//trimtab begin group=MPI a\nb\n//trimtab end', 'a.c:1: "MPI" is no group of ranges'],
    ['//trimtab begin group=a/b\nb\n//trimtab end', 'a.c:1: "a/b" is no group of ranges'],
    ['//trimtab begin a\nb\n', 'a.c:1: "trimtab begin" has no end'],
    ['a\n//trimtab end\n', 'a.c:2: "trimtab end" ends nothing'],
    ['//trimtab begin "x"\n', 'a.c:1: the name of a range'],
    ['//trimtab begin a\n//trimtab end\n', 'a.c:1: there are no lines between'],
    [
      '//trimtab begin a\nb\n//trimtab begin c\nd\n//trimtab end a\ne\n//trimtab end c\n',
      'a.c:5: "trimtab end a" comes before the end of c of line 3; ranges may be nested, but not overlap',
    ],
    ['#define M \\\n//trimtab begin a\nb\n//trimtab end\n', 'a.c:2: "trimtab begin" is in a macro'],
  ])('that are incomplete are reported: %j', (text, sentence) => {
    expect(() => rangesInSource(text, 'a.c')).toThrow(sentence);
  });
});

describe('what is not measured', () => {
  it('reports why', () => {
    const none = { functions: [], before: 3, behind: 9 };
    expect(whyNotMeasured(none)).toBe(
      'The compiler made no instructions of these lines; the nearest with instructions are lines 3 and 9.',
    );
    const one = { function: 'f', own: 3, foreign: 0, unmapped: 0, begins: 0, ends: 0, refused: 'it jumps away' };
    expect(whyNotMeasured({ functions: [one] })).toBe(
      'Its begin and end in its function cannot be determined: it jumps away.',
    );
    expect(whyNotMeasured({ functions: [{ ...one, begins: 1 }] })).toBeUndefined();
  });
});
