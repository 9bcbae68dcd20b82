import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learnMapping, mappedPaths, readPathMap } from '../../../src/engine/sources/pathMap.js';

describe('where sources lie that were measured elsewhere', () => {
  it('is told by folders, the longest of which comes first', () => {
    const mappings = [
      { remote: '/home/them', local: '/me' },
      { remote: '/home/them/solver/src', local: '/me/s' },
      { remote: '/home/th', local: '/wrong' },
      { remote: '.', local: '/relative' },
      { remote: 'C:\\work', local: '/windows' },
    ];
    expect(mappedPaths('/home/them/solver/src/a/b.c', mappings)).toEqual(['/me/s/a/b.c', '/me/solver/src/a/b.c']);
    expect(mappedPaths('./a/b.c', mappings)).toEqual(['/relative/a/b.c']);
    expect(mappedPaths('C:\\work\\a\\b.c', mappings)).toEqual(['/windows/a/b.c']);
    expect(mappedPaths('/elsewhere/b.c', mappings)).toEqual([]);
  });

  it('never leads out of the folder that was meant', () => {
    expect(mappedPaths('/home/them/../../etc/passwd', [{ remote: '/home/them', local: '/me' }])).toEqual([]);
    expect(mappedPaths('../etc/passwd', [{ remote: '.', local: '/me' }])).toEqual([]);
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
    expect(mappedPaths(measured, [mapping])).toEqual([chosen]);
  });

  it('as learnt always finds the file it was learnt from', () => {
    const name = fc.constantFrom('a', 'b', 'src', 'x.c');
    const parts = fc.array(name, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom('/', '', './'), parts, parts, (start, there, here) => {
        const [measured, chosen] = [start + there.join('/'), `/${here.join('/')}`];
        expect(mappedPaths(measured, [learnMapping(measured, chosen)])).toEqual([join(chosen)]);
      }),
    );
  });

  it('is read from a setting that may hold anything', () => {
    expect(readPathMap({ '/a': '/b', '/c': 4, '': '/d', '/e': 'relative', '/f': null })).toEqual([
      { remote: '/a', local: '/b' },
    ]);
    for (const setting of [undefined, null, 'x', 4, []]) expect(readPathMap(setting)).toEqual([]);
  });
});
