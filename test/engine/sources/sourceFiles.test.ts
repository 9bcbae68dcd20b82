import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveSources } from '../../../src/engine/sources/sourceFiles.js';

let folder: string;
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-sources-')))));
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'text\n');
  return path;
}

describe('resolveSources', () => {
  it('prefers the record of the experiment, then the path itself, then the workspace', async () => {
    const exact = file('elsewhere/a.c');
    const recorded = file('w/kept/b.c');
    file('w/other/b.c');
    const searched = file('w/deep/src/c.c');
    file('w/a.c');
    const { local, measured } = await resolveSources(
      [exact, '/gone/b.c', '/gone/src/c.c', '/gone/d.c'],
      new Map([['/gone/b.c', { local: recorded }]]),
      [join(folder, 'w')],
    );
    expect([...local]).toEqual([
      [exact, exact],
      ['/gone/b.c', recorded],
      ['/gone/src/c.c', searched],
    ]);
    expect(measured.get(searched)).toEqual(['/gone/src/c.c']);
  });

  it('takes the file of the project that holds the experiment, though the one it was copied from is still there', async () => {
    const original = file('original/a.c');
    const copied = file('copy/a.c');
    const { local } = await resolveSources([original], new Map([[original, { local: copied }]]), []);
    expect(local.get(original)).toBe(copied);
  });

  it('sees through links and joins the spellings of one file', async () => {
    const real = file('w/src/a.c');
    symlinkSync(join(folder, 'w'), join(folder, 'link'));
    const { measured } = await resolveSources([real, join(folder, 'link/src/a.c')], new Map(), []);
    expect(measured.get(real)).toEqual([real, join(folder, 'link/src/a.c')]);
  });

  it('excludes hidden files in generated folders, and survives a missing folder', async () => {
    file('w/node_modules/x/a.c');
    file('w/.trimtab/experiments/1/sources/a.c');
    const { local } = await resolveSources(['/gone/a.c', 'MPI', ''], new Map(), [join(folder, 'w'), '/nowhere/at/all']);
    expect(local.size).toBe(0);
  });
});
