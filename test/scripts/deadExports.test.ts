import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unreached } from '../../scripts/lib/deadExports.mjs';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'trimtab-exports-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** Returns the declarations that are unreachable from src/main.ts, as `module: name`. */
function found(files: Readonly<Record<string, string>>): string[] {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, 'src', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return unreached({ root, entries: [join(root, 'src/main.ts')], folders: ['src'] })
    .map(({ path, name }) => `${path}: ${name}`)
    .sort();
}

describe('what no part of the product reaches', () => {
  it('is found with all that only it uses', () => {
    const main = `import { used } from './lib.js';\nused();\n`;
    const lib = `import { deep } from './deep.js';
import type { Shape, Other } from './types.js';
export function used(): Shape { return own(); }
function own(): Shape { return { x: 1 }; }
export const dead = (other: Other) => deep(other);
`;
    const deep = `export function deep(value: unknown) { return value; }\nexport const alone = { used: 1, deep: 2 };\n`;
    const types = `export interface Shape { x: Part }\nexport type Part = number;\nexport interface Other { x: Part }\n`;
    expect(found({ 'main.ts': main, 'lib.ts': lib, 'deep.ts': deep, 'types.ts': types })).toEqual([
      'src/deep.ts: alone',
      'src/deep.ts: deep',
      'src/lib.ts: dead',
      'src/types.ts: Other',
    ]);
  });

  it('is not what modules pass on under other names, load as a whole, name as types or do when they are loaded', () => {
    const main = `import { other as local } from './index.js';
import * as all from './all.js';
import './effect.js';
const later = () => import('./later.js');
type Named = import('./named.js').Named;
export const run: Named = [local, all, later];
`;
    expect(
      found({
        'main.ts': main,
        'index.ts': `export { one as other } from './one.js';\nexport * from './rest.js';\n`,
        'one.ts': `export const one = 1;\nexport const two = 2;\n`,
        'rest.ts': `export const rest = 1;\n`,
        'all.ts': `export const a = 1;\nexport default function () {}\n`,
        'effect.ts': `const state = new Map();\nstate.set(1, 2);\n`,
        'later.ts': `export const later = 1;\n`,
        'named.ts': `export type Named = unknown;\n`,
      }),
    ).toEqual(['src/one.ts: two', 'src/rest.ts: rest']);
  });
});
