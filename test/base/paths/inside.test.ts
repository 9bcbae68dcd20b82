import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInside, pathInside } from '../../../src/base/files/inside.js';

describe('pathInside and isInside', () => {
  it.each<[string, string, string, string | undefined]>([
    ['below', '/a', '/a/b/c.c', 'b/c.c'],
    ['below, with a slash at the end', '/a/', '/a/b/', 'b'],
    ['a neighbor that begins alike', '/a', '/ab', undefined],
    ['above', '/a/b', '/a', undefined],
    ['beside', '/a/b', '/a/c', undefined],
    ['a name that begins with two dots', '/a', '/a/..name/c.c', '..name/c.c'],
    ['a name of three dots', '/a', '/a/...', '...'],
    ['a way that leads out and back', '/a', '/a/../a/c.c', 'c.c'],
    ['a way that leads out', '/a', '/a/b/../../c.c', undefined],
    ['below the root', '/', '/a', 'a'],
    ['the root, of a folder', '/a', '/', undefined],
  ])('%s', (_, folder, path, way) => {
    expect(pathInside(folder, path, posix)).toBe(way);
    expect(isInside(folder, path, posix)).toBe(way !== undefined);
  });

  it.each([
    ['/a', '/a'],
    ['/a', '/a/'],
    ['/a/', '/a'],
    ['/a', '/a/b/..'],
    ['/', '/'],
  ])('%s is no way below itself as %s, but inside', (folder, path) => {
    expect(pathInside(folder, path, posix)).toBeUndefined();
    expect(isInside(folder, path, posix)).toBe(true);
  });

  it.each<[string, string, string | undefined]>([
    ['C:\\a', 'C:\\a\\b\\c.c', 'b\\c.c'],
    ['C:\\a', 'c:\\A\\b', 'b'],
    ['C:\\a', 'D:\\a\\b', undefined],
    ['C:\\a', '\\\\server\\a\\b', undefined],
    ['C:\\', 'C:\\a', 'a'],
    ['C:\\a', 'C:\\a\\..b', '..b'],
    ['C:\\a', 'C:\\', undefined],
  ])('on Windows, in %s: %s', (folder, path, way) => {
    expect(pathInside(folder, path, win32)).toBe(way);
    expect(isInside(folder, path, win32)).toBe(way !== undefined);
  });

  it('uses paths of this machine by default', () => {
    expect(pathInside('/a', '/a/b')).toBe('b');
    expect(isInside('/a', '/b')).toBe(false);
  });
});
