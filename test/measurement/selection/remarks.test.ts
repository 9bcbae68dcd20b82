/** Selections that are valid and do not do what was meant. */
import { describe, expect, it } from 'vitest';
import { parseScorep } from '../../../src/measurement/selection/scorep.js';
import { parseTau, printTau } from '../../../src/measurement/selection/tau.js';

const scorep = (...lines: string[]) =>
  parseScorep(['SCOREP_REGION_NAMES_BEGIN', 'EXCLUDE', ...lines, 'SCOREP_REGION_NAMES_END'].join('\n'), 'a.filter');
const tau = (list: string, ...lines: string[]) =>
  parseTau([`BEGIN_${list}`, ...lines, `END_${list}`].join('\n'), 'a.tau');

describe('names with blanks in a filter of Score-P', () => {
  it.each([
    'int mill::Stone::turn(int, double) const',
    'mill::Stone::turn(unsigned int)',
    'mill::Sack<int>& mill::open(char*) [with T = int]',
    'std::vector<int, std::allocator<int> >::size()',
    '(anonymous namespace)::grind()',
    'operator new',
    'mill::run(int)::{lambda(int)#1}::operator()',
  ])('are remarked with a text that fits: %s', (name) => {
    const { functions, remarks = [] } = scorep(name);
    expect(remarks.map(({ line }) => line)).toEqual([3]);
    const [, written = ''] = /write "(.*)", with "/.exec(remarks[0]?.what ?? '') ?? [];
    const fixed = scorep(written);
    expect(fixed.remarks).toBeUndefined();
    expect(fixed.functions).toHaveLength(1);
    expect(functions.length + (name.includes('#') ? 1 : 0)).toBeGreaterThan(1);
  });

  it.each([
    'mill::grind(* mill::turn(*',
    'grind turn sift*',
    'grind  # a remark',
    'mill::turn(int) sift',
    '*',
    'mill::operator[](int)',
    'get_[a-z]* set_?',
  ])('are not seen in several patterns: %s', (line) => expect(scorep(line).remarks).toBeUndefined());

  it('are not looked for in names of the linker', () => {
    expect(scorep('MANGLED a( b').remarks).toBeUndefined();
  });
});

describe('names that begin with # in a list of TAU', () => {
  it('are remarked, and an empty list is too', () => {
    const { functions, remarks } = tau('INCLUDE_LIST', '#GRIND#', '# a remark', '#void turn(int)');
    expect(functions).toEqual([]);
    expect(remarks?.map(({ line }) => line)).toEqual([2, 4, 5]);
    expect(remarks?.[0]?.what).toContain('write "#GRIND#" with its quotes');
    expect(remarks?.[2]?.what).toContain('all functions are measured');
  });

  it('are not seen in comments, quotes and lists of files', () => {
    expect(tau('EXCLUDE_LIST', '# GRIND', '#old', '##', 'turn').remarks).toBeUndefined();
    expect(tau('INCLUDE_LIST', '"#GRIND#"').remarks).toBeUndefined();
    expect(tau('FILE_EXCLUDE_LIST', '#GRIND#').remarks).toBeUndefined();
  });
});

describe('specifications of TAU', () => {
  it.each([
    'static phase routine="void grind(double)#"',
    'dynamic timer routine="GRIND"',
    'static timer name="inner" routine="GRIND"',
    'dynamic phase name="inner" file="mill.c" line=3 to line=9',
    'loops routine="#" level=2',
    'loops file="mill.c" level="1"',
  ])('are valid: %s', (text) => {
    expect(tau('INSTRUMENT_SECTION', text).specifications).toEqual([{ text, line: 2 }]);
  });

  it.each([
    ['static timer', /Write routine=/],
    ['static timer file="mill.c" line=3 to line=9', /Write one name=/],
    ['static timer name="a" name="b" routine="c"', /Write one name=/],
    ['memory level=2', /"level" is not allowed here/],
    ['loops level=0', /Write the depth of nesting/],
  ])('are refused with what to write: %s', (text, sentence) => {
    expect(() => tau('INSTRUMENT_SECTION', text)).toThrow(sentence);
  });

  it('are the lines of a list of loops, which is written as one', () => {
    const text = 'BEGIN_LOOPS_LIST\nmill.c:7\nsieve.*:*\nEND_LOOPS_LIST\n';
    const read = parseTau(text, 'a.tau');
    expect(read.specifications.map(({ text: loop, isLoop }) => [loop, isLoop])).toEqual([
      ['mill.c:7', true],
      ['sieve.*:*', true],
    ]);
    expect(printTau(read).text).toBe(text);
  });
});
