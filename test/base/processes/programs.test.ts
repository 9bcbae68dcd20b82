import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProgram, isBareName, neutralFolder, type Search } from '../../../src/base/processes/programs.js';
import { temporaryFolder } from '../../experiments/support.js';

/** A machine on which there are just these programs. */
const on = (platform: NodeJS.Platform, PATH: string, ...programs: string[]): Search => ({
  environment: { [platform === 'win32' ? 'Path' : 'PATH']: PATH },
  platform,
  isProgram: (path) => programs.includes(path),
});

/** Makes an executable file, with its folders. */
function program(...path: string[]): string {
  const file = join(...path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
  return file;
}

describe('a program', () => {
  it('is found in the first absolute folder of PATH', () => {
    const search = on('linux', '/opt/bin:/usr/bin', '/usr/bin/mpicc', '/bin/mpicc');
    expect(findProgram('mpicc', search)).toBe('/usr/bin/mpicc');
    expect(findProgram('absent', search)).toBeUndefined();
  });

  it.each(['.', '', './bin', '../bin', 'bin', '~/bin'])(
    'is not taken from the relative folder "%s" of PATH',
    (entry) => {
      const everywhere: Search = { ...on('linux', `${entry}:/usr/bin`), isProgram: () => true };
      expect(findProgram('mpicc', everywhere)).toBe('/usr/bin/mpicc');
      expect(findProgram('mpicc', { ...everywhere, environment: { PATH: entry } })).toBeUndefined();
    },
  );

  it('that is a path begins in the folder that was chosen, or nowhere', () => {
    const search = on('linux', '/usr/bin', '/project/app', '/abs/app');
    expect(findProgram('./app', { ...search, folder: '/project' })).toBe('/project/app');
    expect(findProgram('./app', search)).toBeUndefined();
    expect(findProgram('/abs/app', search)).toBe('/abs/app');
  });

  it('is not taken from the folders of the window, by whatever name', () => {
    const window = temporaryFolder();
    const tools = temporaryFolder();
    program(window, 'bin', 'mpicc');
    const other = program(tools, 'other', 'mpicc');
    symlinkSync(join(window, 'bin'), join(tools, 'link'));
    symlinkSync(window, join(tools, 'window'));
    const PATH = [join(window, 'bin'), join(tools, 'link'), join(tools, 'other')].join(':');
    expect(findProgram('mpicc', { environment: { PATH } })).toBe(join(window, 'bin', 'mpicc'));
    for (const outside of [[window], [join(tools, 'window')]])
      expect(findProgram('mpicc', { environment: { PATH }, outside })).toBe(other);
    expect(findProgram(join(window, 'bin', 'mpicc'), { environment: {}, outside: [window] })).toBeUndefined();
    expect(findProgram('mpicc', { environment: { PATH: window } })).toBeUndefined();
  });

  it('is one that this user may start', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'text'), '');
    mkdirSync(join(folder, 'folder'));
    for (const name of ['text', 'folder']) expect(findProgram(name, { environment: { PATH: folder } })).toBeUndefined();
  });
});

describe('on Windows', () => {
  const inside = 'C:\\work\\project';

  it('names and paths are distinguished', () => {
    expect(isBareName('mpicc.exe', 'win32')).toBe(true);
    for (const path of ['..\\mpicc', '\\mpicc', 'bin\\mpicc', 'bin/mpicc', 'C:mpicc', '\\\\server\\x\\mpicc'])
      expect(isBareName(path, 'win32')).toBe(false);
    expect(isBareName('a\\b', 'linux')).toBe(true);
  });

  it('a program is found with its ending', () => {
    const search = on('win32', '"C:\\MPI Tools";D:\\bin', 'D:\\bin\\mpicc.EXE', 'C:\\MPI Tools\\mpiexec.exe');
    expect(findProgram('mpicc', search)).toBe('D:\\bin\\mpicc.EXE');
    expect(findProgram('mpiexec.exe', search)).toBe('C:\\MPI Tools\\mpiexec.exe');
  });

  it.each(['.', '', '..\\tools', '\\tools', 'C:tools', '\\\\server\\share', '//server/share'])(
    'a program is not taken from the folder "%s" of PATH',
    (entry) => {
      const everywhere: Search = { ...on('win32', `${entry};C:\\bin`), isProgram: () => true };
      expect(findProgram('mpicc.exe', everywhere)).toBe('C:\\bin\\mpicc.exe');
    },
  );

  it('a program next to the file, above it or on another machine is not started', () => {
    const everywhere: Search = { ...on('win32', 'C:\\Work\\Project;C:\\bin'), isProgram: () => true };
    const search = { ...everywhere, outside: [inside] };
    expect(findProgram('mpicc', search)).toBe('C:\\bin\\mpicc.COM');
    for (const path of ['.\\mpicc.exe', '..\\mpicc.exe', '\\\\server\\x\\mpicc.exe', 'C:mpicc.exe', '\\mpicc.exe'])
      expect(findProgram(path, search)).toBeUndefined();
    expect(findProgram('c:\\WORK\\project\\mpicc.exe', search)).toBeUndefined();
    expect(findProgram('C:\\work\\project2\\mpicc.exe', search)).toBe('C:\\work\\project2\\mpicc.exe');
    expect(findProgram('..\\mpicc.exe', { ...everywhere, folder: inside })).toBe('C:\\work\\mpicc.exe');
  });

  it('and elsewhere there is a folder that no workspace is in', () => {
    expect(neutralFolder('linux')).toBe('/');
    expect(neutralFolder('win32')).not.toBe(process.cwd());
  });
});
