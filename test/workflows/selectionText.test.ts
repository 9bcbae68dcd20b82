import { describe, expect, it } from 'vitest';
import { parseConfiguration, withSelection } from '../../src/workflows/index.js';

const LEAST = '# mine\nversion: 1 # one\nprogram: p\nranks: 2\nrun: { command: [./p] }\n';
const exclude = (glob: string) => ({ edit: 'rules', rules: [{ take: 'exclude', glob }] }) as const;
const include = (glob: string) => ({ edit: 'rules', rules: [{ take: 'include', glob }] }) as const;
const rules = (text: string) => parseConfiguration(text, '/p/trimtab.yaml').selection.rules;

describe('the selection of trimtab.yaml', () => {
  it('takes rules, and leaves everything else unchanged', () => {
    const once = withSelection(LEAST, exclude('ns::get(int)'));
    expect(once).toBe(`${LEAST}selection:\n  functions:\n    - exclude: ns::get(int)\n`);
    const twice = withSelection(once.replace('  functions:', '  # these\n  functions:'), include('solve'));
    expect(twice).toContain('# mine\nversion: 1 # one\n');
    expect(twice).toContain('  # these\n  functions:\n    - exclude: ns::get(int)\n    - include: solve\n');
    expect(rules(twice).functions).toEqual([
      { take: 'exclude', glob: 'ns::get(int)' },
      { take: 'include', glob: 'solve' },
    ]);
  });

  it('keeps one rule for a function: the last that was asked for, at the end', () => {
    let text = withSelection(LEAST, exclude('f'));
    text = withSelection(text, exclude('*'));
    text = withSelection(text, include('f'));
    expect(rules(text).functions).toEqual([
      { take: 'exclude', glob: '*' },
      { take: 'include', glob: 'f' },
    ]);
  });

  it.each([
    ['selection: {}\n'],
    ['selection:\n'],
    ['selection: { functions: [{ exclude: a }] }\n'],
    ['selection:\n  file: s.tau # kept\n  functions:\n  - exclude: a\n'],
  ])('is written into the existing text: %j', (more) => {
    const text = withSelection(LEAST + more, exclude('operator[](int)'));
    expect(rules(text).functions.at(-1)).toEqual({ take: 'exclude', glob: 'operator\\[](int)' });
    if (more.includes('kept')) expect(text).toContain('file: s.tau # kept');
  });

  it('puts functions into groups, each once', () => {
    const edit = { edit: 'group', group: 'IO', glob: 'write_*' } as const;
    const text = withSelection(withSelection(LEAST, edit), edit);
    expect(rules(text).groups).toEqual([{ group: 'IO', glob: 'write_*' }]);
    expect(withSelection(text, { ...edit, glob: 'read' })).toContain('- write_*\n');
  });

  it('is left alone where it cannot be changed', () => {
    expect(() => withSelection('a: [', exclude('f'))).toThrow('trimtab.yaml is not valid YAML (line 1)');
    expect(() => withSelection('[]', exclude('f'))).toThrow('holds no configuration');
    expect(() => withSelection(`${LEAST}selection: 5\n`, exclude('f'))).toThrow('"selection" in trimtab.yaml is not');
  });
});
