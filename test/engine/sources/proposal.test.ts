import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { learnFrom } from '../../../src/engine/sources/learn.js';
import { hasLines } from '../../../src/engine/sources/lineCount.js';
import { PathMaps } from '../../../src/engine/sources/pathMaps.js';
import { proposeMapping } from '../../../src/engine/sources/proposal.js';
import { resolveSources } from '../../../src/engine/sources/sourceFiles.js';

let folder: string;
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-proposal-')))));
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, lines = 10): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'text\n'.repeat(lines));
  return path;
}

/** Each file was measured up to a line. */
const upTo = (line: number) => (_: string, path: string) => hasLines(path, line);

describe('the folder that seems to hold missing sources', () => {
  const measured = ['/ann/p/src/main.c', '/ann/p/src/halo.c', '/ann/p/lib/main.c'];
  const ask = (missing = measured, line = 5) => proposeMapping(measured, missing, [folder], upTo(line));

  it('is the one under which most files lie at the same relative paths', async () => {
    for (const name of ['src/main.c', 'src/halo.c', 'lib/main.c']) file(`code/${name}`);
    file('old/main.c');
    file('old/halo.c');
    expect(await ask()).toEqual({ remote: '/ann/p', local: join(folder, 'code'), found: 3 });
    expect(await ask([elementAt(measured, 0)])).toMatchObject({ local: join(folder, 'code'), found: 1 });
  });

  it('is not proposed if two are equally good, or none has a file', async () => {
    for (const place of ['one', 'other']) file(`${place}/src/main.c`);
    expect(await ask()).toBeUndefined();
    expect(await ask(['/ann/p/none.c'])).toBeUndefined();
    expect(await ask([])).toBeUndefined();
  });

  it('has the lines that were measured', async () => {
    file('short/src/main.c', 4);
    file('short/src/halo.c', 4);
    expect(await ask()).toBeUndefined();
    file('code/src/main.c', 5);
    expect(await ask()).toEqual({ remote: '/ann/p', local: join(folder, 'code'), found: 1 });
  });
});

describe('a file that is found by its name only', () => {
  it('is another one where it has not the lines that were measured', async () => {
    file('short/main.c', 4);
    const find = async () => (await resolveSources(['/ann/p/main.c'], new Map(), [folder], [], upTo(5))).local;
    expect((await find()).size).toBe(0);
    const long = file('long/main.c', 5);
    expect([...(await find()).values()]).toEqual([long]);
  });
});

describe('a file that was mapped', () => {
  it('is found before all others, but not through a link out of the folder', async () => {
    const here = file('code/src/main.c');
    const secret = file('secret/halo.c');
    symlinkSync(secret, join(folder, 'code/src/halo.c'));
    const mappings = [{ remote: '/ann/p', local: join(folder, 'code') }];
    const { local } = await resolveSources(['/ann/p/src/main.c', '/ann/p/src/halo.c'], new Map(), [], mappings);
    expect([...local]).toEqual([['/ann/p/src/main.c', here]]);
  });

  it('may have been chosen through a link out of its folder: what the link means is mapped', () => {
    const real = file('store/v1/main.c');
    mkdirSync(join(folder, 'code'));
    symlinkSync(join(folder, 'store/v1'), join(folder, 'code/src'));
    const chosen = join(folder, 'code/src/main.c');
    expect(learnFrom('/ann/p/src/main.c', chosen)).toEqual({ remote: '/ann/p/src', local: dirname(real) });
    expect(learnFrom('/ann/p/src/main.c', real)).toEqual({ remote: '/ann/p/src', local: dirname(real) });
    expect(learnFrom('/ann/p/src/a.c', '/gone/src/a.c')).toEqual({ remote: '/ann/p', local: '/gone' });
  });
});

describe('the setting trimtab.pathMap', () => {
  const uri = (path: string): string => pathToFileURL(path).href;

  it('applies to the folder it is set for, the innermost first, and starts there', () => {
    const said: string[] = [];
    const maps = new PathMaps(
      () => [],
      (text) => said.push(text),
    );
    maps.describe({
      pathMap: { '/there': '/window' },
      folders: { [uri('/w')]: { '/there': 'src' }, [uri('/w/inner')]: { '/there': '/inner', '/bad': 4 } },
    });
    expect(maps.of('/w/project', 'local')).toEqual([{ remote: '/there', local: '/w/src' }]);
    expect(maps.of('/w/inner/deep', 'local')).toEqual([{ remote: '/there', local: '/inner' }]);
    expect(said).toEqual(['trimtab.pathMap: "/bad": name the folder here that holds the same files.']);
    maps.describe({ pathMap: { '/there': '/window' }, folders: {} });
    expect(maps.of('/anywhere', 'local')).toEqual([{ remote: '/there', local: '/window' }]);
  });

  it('precedes trimtab.yaml and the target, whose folders are relative to trimtab.yaml', () => {
    const maps = new PathMaps(
      () => [],
      () => undefined,
    );
    maps.describe({ pathMap: { '/a': '/setting' } });
    const text = `version: 1
program: p
ranks: 2
run: { command: [p] }
pathMap: { /b: here }
targets: { far: { kind: ssh, host: h, pathMap: { /c: sub } } }
`;
    writeFileSync(join(folder, 'trimtab.yaml'), text);
    expect(maps.of(folder, 'far')).toEqual([
      { remote: '/a', local: '/setting' },
      { remote: '/b', local: join(folder, 'here') },
      { remote: '/c', local: join(folder, 'sub') },
    ]);
  });
});
