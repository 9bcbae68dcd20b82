import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalGlob, literalGlob } from '../../../src/measurement/selection/glob.js';
import type { FileRule, FunctionRule, Selection } from '../../../src/measurement/selection/model.js';
import { parseScorep, printScorep } from '../../../src/measurement/selection/scorep.js';
import { parseSelection } from '../../../src/measurement/selection/syntaxes.js';
import { parseTau, printTau } from '../../../src/measurement/selection/tau.js';
import { textPattern } from '../../../src/base/glob/wildcards.js';

const withoutLines = (rules: readonly FileRule[]) => rules.map((rule) => ({ ...rule, line: undefined }));
const plain = ({ files, functions, specifications }: Selection) => ({
  files: withoutLines(files),
  functions: withoutLines(functions),
  specifications: specifications.map(({ text }) => text),
});

/** Characters that matter somewhere, often; and some of names. */
const character = fc.constantFrom(...'ab_:<>(),*?#"\\[]!^- \tIE~&ß'.split(''));
const word = fc.oneof(
  fc.array(character, { minLength: 1, maxLength: 12 }).map((characters) => characters.join('')),
  fc.constantFrom(
    'EXCLUDE',
    'INCLUDE',
    'MANGLED',
    'SCOREP_REGION_NAMES_END',
    'END_EXCLUDE_LIST',
    'BEGIN_FILE_INCLUDE_LIST',
  ),
  fc.constantFrom('void sort_#(int *)', 'ns::f<int>', 'operator[]', 'a#b', '#lead', '"quoted"', 'x\\'),
);
const glob = word.map(canonicalGlob);
const take = fc.constantFrom('exclude', 'include');
const functionRule: fc.Arbitrary<FunctionRule> = fc
  .tuple(take, glob, fc.boolean())
  .map(([how, pattern, mangled]): FunctionRule =>
    mangled ? { take: how, glob: pattern, mangled: true } : { take: how, glob: pattern },
  );
const fileRule: fc.Arbitrary<FileRule> = fc.tuple(take, glob).map(([how, pattern]) => ({ take: how, glob: pattern }));
const selection = fc
  .tuple(fc.array(fileRule, { maxLength: 6 }), fc.array(functionRule, { maxLength: 8 }))
  .map(([files, functions]): Selection => ({ files, functions, specifications: [] }));

/** Returns the effect of rules on a function's name, without the parsing of names. */
function decision(rules: readonly FunctionRule[], name: string): 'in' | 'out' {
  const last = rules.findLast((rule) => textPattern(rule.glob)(name));
  return last?.take === 'exclude' ? 'out' : 'in';
}

describe('patterns', () => {
  it('have one form, which means the same', () => {
    fc.assert(
      fc.property(word, word, (pattern, name) => {
        const once = canonicalGlob(pattern);
        expect(canonicalGlob(once)).toBe(once);
        expect(textPattern(literalGlob(name))(name)).toBe(true);
        expect(canonicalGlob(literalGlob(name))).toBe(literalGlob(name));
      }),
    );
  });

  it('take no time that grows beyond the length of names times their own', () => {
    const endless = canonicalGlob('*a'.repeat(2000));
    expect(textPattern(endless)('a'.repeat(1999) + 'b'.repeat(2000))).toBe(false);
  });
});

describe('a filter of Score-P', () => {
  it('is what was written', () => {
    fc.assert(
      fc.property(selection, (written) => {
        const { text, unsaid } = printScorep(written);
        expect(unsaid).toEqual([]);
        expect(plain(parseScorep(text, 'filter'))).toEqual(plain(written));
      }),
    );
  });

  it('is read with comments, escapes and rules in order', () => {
    const read = parseScorep(
      [
        'SCOREP_FILE_NAMES_BEGIN # files',
        '  EXCLUDE */vendor/* */a\\ b.c',
        'SCOREP_FILE_NAMES_END',
        'SCOREP_REGION_NAMES_BEGIN',
        '  EXCLUDE *',
        '  INCLUDE bar foo',
        '          baz\\#1 # not this',
        '  INCLUDE MANGLED _ZN3foo* DEMANGLED main',
        'SCOREP_REGION_NAMES_END',
      ].join('\r\n'),
      'filter',
    );
    expect(read.files).toEqual([
      { take: 'exclude', glob: '*/vendor/*', line: 2 },
      { take: 'exclude', glob: '*/a b.c', line: 2 },
    ]);
    expect(read.functions).toEqual([
      { take: 'exclude', glob: '*', line: 5 },
      { take: 'include', glob: 'bar', line: 6 },
      { take: 'include', glob: 'foo', line: 6 },
      { take: 'include', glob: 'baz#1', line: 7 },
      { take: 'include', glob: '_ZN3foo*', mangled: true, line: 8 },
      { take: 'include', glob: 'main', line: 8 },
    ]);
  });

  it.each([
    ['EXCLUDE *', '1:1: "EXCLUDE" is not allowed here; write SCOREP_FILE_NAMES_BEGIN or SCOREP_REGION_NAMES_BEGIN.'],
    [
      'SCOREP_REGION_NAMES_BEGIN\n  EXCUDE *',
      '2:3: "EXCUDE" is not allowed here; write EXCLUDE, INCLUDE or SCOREP_REGION_NAMES_END.',
    ],
    [
      'SCOREP_FILE_NAMES_BEGIN\n EXCLUDE MANGLED a',
      '2:10: "MANGLED" is not allowed here; write EXCLUDE, INCLUDE, a pattern or SCOREP_FILE_NAMES_END.',
    ],
    [
      'SCOREP_FILE_NAMES_BEGIN\nSCOREP_REGION_NAMES_END',
      '2:1: "SCOREP_REGION_NAMES_END" is not allowed here; write EXCLUDE, INCLUDE or SCOREP_FILE_NAMES_END.',
    ],
    ['SCOREP_REGION_NAMES_BEGIN EXCLUDE a\n', '1:36: SCOREP_REGION_NAMES_END is missing; write it here.'],
    [
      'SCOREP_REGION_NAMES_BEGIN EXCLUDE [[:alpha:]]',
      '1:35: Names of kinds of characters, as [:alpha:], are not known here; write ranges such as [a-z].',
    ],
  ])('that is wrong is reported with its position: %s', (text, message) => {
    expect(() => parseScorep(text, 'f')).toThrow(`f:${message}`);
  });

  it('with an endless pattern, or endless ones, is refused', () => {
    const of = (words: string) => `SCOREP_REGION_NAMES_BEGIN EXCLUDE ${words} SCOREP_REGION_NAMES_END`;
    expect(() => parseScorep(of('a'.repeat(5000)), 'f')).toThrow('longer than 4096 characters');
    expect(() => parseScorep(of('a '.repeat(20_001)), 'f')).toThrow('more than 20000 patterns');
  });
});

describe('a file of TAU', () => {
  const file = [
    '# a comment',
    'BEGIN_EXCLUDE_LIST',
    'void quicksort(int *, int, int)',
    '  # indented comment',
    '"#_lead"',
    'sort_#(int *)',
    'END_EXCLUDE_LIST',
    'BEGIN_FILE_INCLUDE_LIST',
    '*.cpp',
    'END_FILE_INCLUDE_LIST',
    'BEGIN_INSTRUMENT_SECTION',
    'loops file="foo.f90" routine="FOO::BAR"',
    'static phase name="phase1" file="foo.c" line=200 to line=299',
    'dynamic timer name="iteration" routine="void step()"',
    'memory file="foo.f90" routine="INIT"',
    'io routine="#"',
    'entry routine="main" code="begin();"',
    'END_INSTRUMENT_SECTION',
  ].join('\n');

  it('is read: lists become rules in order, the section is kept', () => {
    const read = parseTau(file, 'select.tau');
    expect(read.functions).toEqual([
      { take: 'exclude', glob: 'void quicksort(int \\*, int, int)', line: 3 },
      { take: 'exclude', glob: '*_lead', line: 5 },
      { take: 'exclude', glob: 'sort_*(int \\*)', line: 6 },
    ]);
    expect(read.files).toEqual([
      { take: 'exclude', glob: '*' },
      { take: 'include', glob: '*.cpp', line: 9 },
    ]);
    expect(read.specifications.map(({ line }) => line)).toEqual([12, 13, 14, 15, 16, 17]);
    expect(plain(parseTau(printTau(read).text, 'again'))).toEqual(plain(read));
    expect(printScorep(read).unsaid.map(({ line }) => line)).toEqual([12, 13, 14, 15, 16, 17]);
  });

  it.each([
    [
      'foo',
      '1:1: "foo" is not allowed here; write BEGIN_EXCLUDE_LIST, BEGIN_INCLUDE_LIST, BEGIN_FILE_EXCLUDE_LIST, BEGIN_FILE_INCLUDE_LIST, BEGIN_LOOPS_LIST, BEGIN_INSTRUMENT_SECTION or a comment that begins with #.',
    ],
    [
      'BEGIN_EXCLUDE_LIST\n  END_INCLUDE_LIST',
      '2:3: "END_INCLUDE_LIST" is not allowed here; write END_EXCLUDE_LIST first.',
    ],
    ['BEGIN_INCLUDE_LIST\na', '2:1: END_INCLUDE_LIST is missing; write it here.'],
    ['BEGIN_EXCLUDE_LIST\n"#a', '2:1: The quote is not closed; write " at its end.'],
    [
      'BEGIN_INSTRUMENT_SECTION\n  loop file="a"',
      '2:3: "loop" is not known here; write loops, memory, io, static timer, dynamic timer, entry, exit, abort, init, decl, forall, barrier, fence, notify or file="…" with code="…".',
    ],
    ['BEGIN_INSTRUMENT_SECTION\nloops fil="a"', '2:7: "fil" is not allowed here; write file=…, routine=…, level=….'],
    ['BEGIN_INSTRUMENT_SECTION\nstatic phse name="a"', '2:8: Write timer or phase after static or dynamic.'],
    [
      'BEGIN_INSTRUMENT_SECTION\nstatic phase file="a" line=1 to line=2',
      '2:8: Write one name="…" after phase with lines.',
    ],
    [
      'BEGIN_INSTRUMENT_SECTION\nstatic phase name="a" line=5',
      '2:8: Write routine="…", or file="…" line=N to line=N, for where it is.',
    ],
    [
      'BEGIN_INSTRUMENT_SECTION\nloops file="a',
      '2:7: This is no specification; write words and attributes such as routine="name" or line=5.',
    ],
  ])('that is wrong is reported with its position: %s', (text, message) => {
    expect(() => parseTau(text, 'f')).toThrow(`f:${message}`);
  });

  it('reports only the rules that it cannot express', () => {
    const rules: FunctionRule[] = [
      { take: 'include', glob: 'always', line: 1 },
      { take: 'exclude', glob: '[ab]*', line: 2 },
      { take: 'exclude', glob: 'f', line: 3 },
      { take: 'include', glob: 'f1', line: 4 },
      { take: 'exclude', glob: '_Z1fv', mangled: true, line: 5 },
    ];
    const { text, unsaid } = printTau({ files: [], functions: rules, specifications: [] });
    expect(text).toBe('BEGIN_EXCLUDE_LIST\nf\nEND_EXCLUDE_LIST\n');
    expect(unsaid.map(({ line }) => line)).toEqual([1, 2, 4, 5]);
  });

  it('excludes everything if none of the included names can be expressed', () => {
    const rules: FunctionRule[] = [
      { take: 'exclude', glob: '*' },
      { take: 'include', glob: '[ab]*' },
    ];
    const { text } = printTau({ files: rules, functions: rules, specifications: [] });
    expect(text).toContain('BEGIN_EXCLUDE_LIST\n"#"\nEND_EXCLUDE_LIST');
    expect(text).toContain('BEGIN_FILE_EXCLUDE_LIST\n*\nEND_FILE_EXCLUDE_LIST');
  });

  it('keeps what is selected when it becomes one of Score-P and comes back', () => {
    const names = fc.array(word, { maxLength: 5 });
    const lists = fc.record({ excluded: names, included: names });
    fc.assert(
      fc.property(
        lists,
        lists,
        fc.array(word, { minLength: 1, maxLength: 20 }),
        ({ excluded, included }, files, tried) => {
          const first = printTau({
            functions: inOrder(included, excluded),
            files: inOrder(files.included, files.excluded),
            specifications: [],
          });
          const tau = parseTau(first.text, 'tau');
          const asScorep = printScorep(tau);
          const scorep = parseScorep(asScorep.text, 'scorep');
          const back = printTau(scorep);
          expect([...asScorep.unsaid, ...back.unsaid]).toEqual([]);
          expect(back.text).toBe(first.text);
          for (const name of tried) {
            expect(decision(scorep.functions, name)).toBe(decision(tau.functions, name));
            expect(decision(parseTau(back.text, 'back').functions, name)).toBe(decision(tau.functions, name));
          }
        },
      ),
    );
  });

  it('either expresses each Score-P rule, or reports that it does not', () => {
    fc.assert(
      fc.property(selection, fc.array(word, { minLength: 1, maxLength: 20 }), (written, tried) => {
        const { text, unsaid } = printTau(written);
        const read = parseTau(text, 'tau');
        fc.pre(unsaid.length === 0);
        for (const name of tried) expect(decision(read.functions, name)).toBe(decision(written.functions, name));
      }),
    );
  });
});

function inOrder(included: readonly string[], excluded: readonly string[]): FunctionRule[] {
  const rules = (how: 'include' | 'exclude', names: readonly string[]): FunctionRule[] =>
    names.map((name) => ({ take: how, glob: canonicalGlob(name) }));
  return [
    ...(included.length === 0 ? [] : rules('exclude', ['*'])),
    ...rules('include', included),
    ...rules('exclude', excluded),
  ];
}

describe('a selection file', () => {
  it('recognizes its syntax by its beginning', () => {
    expect(parseSelection('# c\n\nBEGIN_EXCLUDE_LIST\nf\nEND_EXCLUDE_LIST\n', 'a').syntax).toBe('tau');
    expect(parseSelection('# c\n SCOREP_REGION_NAMES_BEGIN SCOREP_REGION_NAMES_END', 'a').syntax).toBe('scorep');
    expect(() => parseSelection('# c\n exclude: a', 'a')).toThrow('a:2:2: "exclude: a" begins no selection; write');
  });
});
