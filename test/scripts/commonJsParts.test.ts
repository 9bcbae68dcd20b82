import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commonJs, commonJsParts } from '../../scripts/lib/commonJsParts.mjs';

describe('statements of ES modules', () => {
  it.each([
    ['import{a as b,c}from"./x.js";', 'var{a:b,c}=$req("./x.js");'],
    ['import a from"node:fs";', 'var a=$req("node:fs");'],
    ['import*as a from"node:fs";', 'var a=$req("node:fs");'],
    ['import"./x.js";', '$req("./x.js");'],
    ['f(import("./x.js"))', 'f($imp  ("./x.js"))'],
    ['var a=1;export{a as b,a};', 'var a=1;Object.assign(exports,{b:a,a});'],
    ['export default f();', 'exports.default=f();'],
  ])('%s becomes %s', (code, expected) => {
    expect(commonJs(code, 'x').trimEnd()).toBe(expected);
  });

  it('keep the columns and lines of what follows', () => {
    const code = 'import {\n  a as b,\n  c\n} from "./x.js";\nb(c);import{d}from"./y.js";d();';
    const lines = commonJs(code, 'x').split('\n');
    expect(lines.at(4)).toBe('b(c);var{d}=$req("./y.js");d();');
    expect(lines).toHaveLength(5);
  });

  it('stay as they are in strings', () => {
    const code = `var a='import{b}from"c";',d=/import("e")/;`;
    expect(commonJs(code, 'x')).toBe(code);
  });

  it('must not export values that are assigned later', () => {
    expect(() => commonJs('var a;f();export{a};', 'x')).toThrow('a is exported before it has a value');
  });

  it('must not ask for the address of the module', () => {
    expect(() => commonJs('f(import.meta.url);', 'x')).toThrow('import.meta');
  });
});

describe('a split bundle', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-parts-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function bundle(files: Readonly<Record<string, string>>): Promise<string[]> {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await build({
      entryPoints: ['one', 'other'].map((out) => ({ in: join(folder, `${out}.mjs`), out })),
      ...{ bundle: true, platform: 'node', minifyWhitespace: true, sourcemap: true },
      ...commonJsParts(join(folder, 'dist'), 'part'),
    });
    return readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.cjs'));
  }

  const sources = {
    'one.mjs': `import { shared } from './shared.mjs';\nexport const later = () => import('./demand.mjs');\nexport const one = shared('one');`,
    'other.mjs': `import { shared } from './shared.mjs';\nexport const other = shared('other');`,
    'shared.mjs': `import { basename } from 'node:path';\nexport function shared(name) {\n  return basename('a/' + name);\n}`,
    'demand.mjs': `export const value = 3;`,
  };

  it('loads shared code, and on demand what is imported by a call', async () => {
    expect(await bundle(sources)).toHaveLength(4);
    const require = createRequire(join(folder, 'x.cjs'));
    const loaded: unknown = require(join(folder, 'dist', 'one.cjs'));
    const { one, later } = v.parse(v.object({ one: v.string(), later: v.function() }), loaded);
    expect(one).toBe('one');
    expect(await later()).toMatchObject({ value: 3 });
  });

  it('has correct source maps', async () => {
    const failing = `export function shared() {\n  throw new Error('from here');\n}`;
    await bundle({ ...sources, 'shared.mjs': failing });
    const run = execa(process.execPath, ['--enable-source-maps', join(folder, 'dist', 'one.cjs')]);
    await expect(run).rejects.toThrow('shared.mjs:2:9');
  });

  it('leaves no parts of an earlier build', async () => {
    const before = await bundle(sources);
    const after = await bundle({ ...sources, 'shared.mjs': `export const shared = (name) => name + name;` });
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
  });
});
