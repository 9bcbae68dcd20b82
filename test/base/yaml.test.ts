import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { elementAt } from '../../src/base/elements.js';
import { parseYaml, yamlValue } from '../../src/base/yaml.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableWorkflows } from '../../src/workflows/reading/library.js';
import { rounds } from '../support/matrix.js';
import { temporaryFolder } from '../experiments/support.js';

const doubling = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...Array.from('bcdefghi', (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(', ')}]`),
].join('\n');

/** More levels than the stack has space for, and enough of anything else. */
const MANY = rounds(20_000, 100_000);

/** Texts that take much time or stack when they are read as the library would. */
const bombs: Record<string, string> = {
  'aliases that multiply': doubling,
  'many aliases': `a: &a x\nb: [${'*a, '.repeat(MANY)}]`,
  'nested lists': '['.repeat(MANY),
  'nested lists in lines': '- '.repeat(MANY),
  'nested keys': '? '.repeat(rounds(MANY, 50_000)),
  'nested mappings': Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  'closing brackets': ']'.repeat(MANY),
  tabs: 'a:\n\t- b\n'.repeat(MANY / 2),
  'a long text': ' '.repeat(9 << 20),
};

describe('parseYaml', () => {
  it('reads what the library writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = stringify(value);
        expect(parseYaml(text).data).toEqual(parse(text));
      }),
    );
  });

  it('reports the position at which a text is no YAML', () => {
    expect(parseYaml('a: 1\nb: [2').problems[0]).toMatchObject({ line: 2 });
    expect(parseYaml('a: 1\nb: 2\na: 3\n').problems).toEqual([
      { line: 3, column: 1, message: 'Map keys must be unique' },
    ]);
  });

  it('compares many keys in linear time', () => {
    const count = rounds(20_000, 60_000);
    const keys = Array.from({ length: count }, (_, i) => `k${i}: 1`).join('\n');
    expect(Object.keys(parseYaml(keys).data as object)).toHaveLength(count);
  });

  it.each(Object.entries(bombs))('refuses %s in a sentence', (_, text) => {
    const { data, problems } = parseYaml(text);
    expect(data).toBeUndefined();
    expect(problems[0]?.message).toMatch(/^[A-Z].*\S$/);
    expect(elementAt(problems, 0).message).not.toContain('call stack');
  });

  it('a bad file among workflows gets its sentence, and the others are listed', () => {
    const folder = temporaryFolder();
    for (const [index, text] of Object.values(bombs).slice(0, 4).entries())
      writeFileSync(join(folder, `${index}.trimtab-workflow.yaml`), text);
    mkdirSync(join(folder, 'z.trimtab-workflow.yaml'));
    writeFileSync(join(folder, 'good.trimtab-workflow.yaml'), 'version: 1\nname: Good\nsteps: [{ build: {} }]\n');
    const own = availableWorkflows(folder).filter(({ shipped }) => !shipped);
    expect(own.map(({ name, problem }) => (problem === undefined ? name : 'problem'))).toEqual([
      ...Array<string>(4).fill('problem'),
      'Good',
      'problem',
    ]);
  });
});

it('yamlValue reads values of one line', () => {
  expect(yamlValue('[1, a]')).toEqual([1, 'a']);
  expect(() => yamlValue('[1')).toThrow(/"\[1" is not valid YAML/);
});
