import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  learnMapping,
  mappedFile,
  mappedPaths,
  type PathMapping,
  readPathMap,
} from '../../../src/base/paths/pathMap.js';

const pathsOf = (measured: string, mappings: readonly PathMapping[]): string[] =>
  mappedPaths(measured, mappings).map(({ path }) => path);

describe('where sources lie that were measured elsewhere', () => {
  it('is defined by folders, the longest of which comes first', () => {
    const mappings = [
      { remote: '/home/them', local: '/me' },
      { remote: '/home/them/solver/src', local: '/me/s' },
      { remote: '/home/th', local: '/wrong' },
      { remote: '.', local: '/relative' },
      { remote: 'C:\\work', local: '/windows' },
    ];
    expect(pathsOf('/home/them/solver/src/a/b.c', mappings)).toEqual(['/me/s/a/b.c', '/me/solver/src/a/b.c']);
    expect(pathsOf('./a/b.c', mappings)).toEqual(['/relative/a/b.c']);
    expect(pathsOf('C:\\work\\a\\b.c', mappings)).toEqual(['/windows/a/b.c']);
    expect(pathsOf('/elsewhere/b.c', mappings)).toEqual([]);
  });

  it('never leads out of the folder that was meant', () => {
    expect(pathsOf('/home/them/../../etc/passwd', [{ remote: '/home/them', local: '/me' }])).toEqual([]);
    expect(pathsOf('../etc/passwd', [{ remote: '.', local: '/me' }])).toEqual([]);
  });

  it.each([
    ['/home/them/solver/src/a.f90', '/me/code/src/a.f90', '/home/them/solver', '/me/code'],
    ['/home/them/a.f90', '/me/b.f90', '/home/them/a.f90', '/me/b.f90'],
    ['src/a.c', '/me/src/a.c', '.', '/me'],
    ['../src/a.c', '/me/src/a.c', '..', '/me'],
    ['a.c', '/me/a.c', '.', '/me'],
    ['/src/a.c', '/src/a.c', '/src', '/src'],
  ])('is learnt from one file: %s is %s', (measured, chosen, remote, local) => {
    const mapping = learnMapping(measured, chosen);
    expect(mapping).toEqual({ remote, local });
    expect(pathsOf(measured, [mapping])).toEqual([chosen]);
  });

  it('as learnt always finds the file it was learnt from', () => {
    const name = fc.constantFrom('a', 'b', 'src', 'x.c');
    const parts = fc.array(name, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom('/', '', './'), parts, parts, (start, there, here) => {
        const [measured, chosen] = [start + there.join('/'), `/${here.join('/')}`];
        expect(pathsOf(measured, [learnMapping(measured, chosen)])).toEqual([join(chosen)]);
      }),
    );
  });

  it('is read from a setting that may hold anything, and each mistake costs its own entry', () => {
    const { mappings, problems } = readPathMap({
      '/a': '/b',
      '/c': 4,
      '': '/d',
      '/e': 'relative',
      '/f': null,
      '/g': '',
    });
    expect(mappings).toEqual([{ remote: '/a', local: '/b' }]);
    expect(problems).toEqual([
      'trimtab.pathMap: "/c": name the folder here that holds the same files.',
      'trimtab.pathMap: "": name the folder there; use "." for relative paths.',
      'trimtab.pathMap: "/e": relative is relative, and no folder is open; write the whole path.',
      'trimtab.pathMap: "/f": name the folder here that holds the same files.',
      'trimtab.pathMap: "/g": name the folder here that holds the same files.',
    ]);
    expect(readPathMap({ '/e': 'src' }, '/me')).toEqual({
      mappings: [{ remote: '/e', local: '/me/src' }],
      problems: [],
    });
    for (const setting of ['x', 4, []]) {
      const read = readPathMap(setting);
      expect(read.mappings).toEqual([]);
      expect(read.problems).toHaveLength(1);
    }
    for (const setting of [undefined, null, {}]) expect(readPathMap(setting)).toEqual({ mappings: [], problems: [] });
  });
});

describe('a file that a trace names', () => {
  let folder: string;
  beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-paths-')))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function file(name: string): string {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'text\n');
    return path;
  }

  it('is found in the folder that was mapped, and in the next one where the longest has none', () => {
    const inner = file('inner/b.c');
    const outer = file('outer/src/a.c');
    const mappings = [
      { remote: '/there', local: join(folder, 'outer') },
      { remote: '/there/src', local: join(folder, 'inner') },
    ];
    expect(mappedFile('/there/src/b.c', mappings)).toBe(inner);
    expect(mappedFile('/there/src/a.c', mappings)).toBe(outer);
    expect(mappedFile('/there/src', mappings)).toBeUndefined();
  });

  it('is not found through a link that leads out of what was mapped', () => {
    const secret = file('secret/key.c');
    file('mapped/src/a.c');
    symlinkSync(secret, join(folder, 'mapped/src/link.c'));
    symlinkSync(join(folder, 'secret'), join(folder, 'mapped/lib'));
    symlinkSync(join(folder, 'mapped/src'), join(folder, 'mapped/same'));
    const mappings = [{ remote: '/there', local: join(folder, 'mapped') }];
    expect(mappedFile('/there/src/link.c', mappings)).toBeUndefined();
    expect(mappedFile('/there/lib/key.c', mappings)).toBeUndefined();
    // Within what was mapped links may lead anywhere, and the folder itself may be one.
    expect(mappedFile('/there/same/a.c', mappings)).toBe(join(folder, 'mapped/same/a.c'));
    symlinkSync(join(folder, 'mapped'), join(folder, 'linked'));
    const linked = [{ remote: '/there', local: join(folder, 'linked') }];
    expect(mappedFile('/there/src/a.c', linked)).toBe(join(folder, 'linked/src/a.c'));
    expect(mappedFile('/there/lib/key.c', linked)).toBeUndefined();
  });

  it('whatever it is called lies in what was mapped', () => {
    file('secret.c');
    file('mapped/a.c');
    symlinkSync('..', join(folder, 'mapped/up'));
    symlinkSync('../secret.c', join(folder, 'mapped/s.c'));
    const part = fc.constantFrom('..', '.', '', 'up', 'mapped', 'a.c', 's.c', 'secret.c', '/', '\\', '\0', 'C:', '~');
    const mapped = join(folder, 'mapped');
    const named = fc.array(part, { maxLength: 6 });
    fc.assert(
      fc.property(
        fc.constantFrom('/there', '.', 'C:\\there'),
        named,
        fc.constantFrom('/', '\\'),
        (remote, parts, by) => {
          const found = mappedFile([remote, ...parts].join(by), [{ remote, local: mapped }]);
          if (found === undefined) return;
          expect(relative(mapped, realpathSync(found))).toBe('a.c');
        },
      ),
      { numRuns: 2000 },
    );
    expect(mappedFile('/there/a.c', [{ remote: '/there', local: mapped }])).toBe(join(mapped, 'a.c'));
  });

  it('may be a link where just this file was mapped', () => {
    const real = file('secret/key.c');
    symlinkSync(real, join(folder, 'a.c'));
    expect(mappedFile('/there/a.c', [{ remote: '/there/a.c', local: join(folder, 'a.c') }])).toBe(join(folder, 'a.c'));
  });
});
