/**
 * Lookup of programs. Programs are started by absolute path, so that neither the current folder nor a PATH with
 * relative folders can substitute another one.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { dirname, posix, win32 } from 'node:path';
import { isInside } from '../files/inside.js';

/** Search path of programs. */
export interface Search {
  readonly environment: Readonly<Record<string, string>>;
  /** Base folder of a path such as `./app`; if omitted, such a path names no program. */
  readonly folder?: string;
  /** Folders, such as those of the window, in which no program is taken, wherever PATH leads. */
  readonly outside?: readonly string[];
  readonly platform?: NodeJS.Platform;
  /** Reports whether a path is a program; checked on this machine if omitted. */
  readonly isProgram?: (path: string) => boolean;
}

/** A folder that no workspace is in, for programs that need no other one to work in. */
export function neutralFolder(platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? dirname(process.execPath) : '/';
}

/** Whether it is a name to be looked for on PATH, and no path: on Windows `..\x`, `C:x` and `\\server\x` are paths too. */
export function isBareName(program: string, platform: NodeJS.Platform = process.platform): boolean {
  return !(platform === 'win32' ? /[/\\:]/ : /\//).test(program);
}

/**
 * The absolute path of a program.
 * @param program a name, looked for on PATH, or a path
 * @returns undefined when there is none, or it lies where none is taken
 */
export function findProgram(program: string, search: Search): string | undefined {
  const { folder, outside = [], platform = process.platform, isProgram = isExecutable } = search;
  const candidates = isBareName(program, platform)
    ? pathFolders(search).map((entry) => pathsOf(platform).join(entry, program))
    : pathCandidates(program, folder, platform);
  return candidates
    .flatMap((path) => withEndings(path, search.environment, platform))
    .find((path) => isProgram(path) && !outside.some((one) => liesIn(one, path, platform)));
}

/**
 * Returns the program for a name: always an absolute path. If there is no such program, the path does not exist, so
 * that starting it fails as expected and never finds another one.
 */
export function programPath(name: string, environment: Search['environment']): string {
  return findProgram(name, { environment }) ?? pathsOf(process.platform).resolve(neutralFolder(), 'absent', name);
}

function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** Absolute on a disk of this machine: neither of another machine (`\\server\x`) nor of the current disk (`\x`). */
function isLocalAbsolute(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /^[A-Za-z]:[/\\]/.test(path) : path.startsWith('/');
}

function pathFolders({ environment, platform = process.platform }: Search): string[] {
  const entries = variable(environment, 'PATH', platform).split(platform === 'win32' ? ';' : ':');
  const plain = platform === 'win32' ? entries.map((entry) => entry.replace(/^"(.*)"$/, '$1')) : entries;
  return plain.filter((entry) => isLocalAbsolute(entry, platform));
}

/** Returns the candidates for a path: itself if it is absolute, else below the folder, which the user selected. */
function pathCandidates(program: string, folder: string | undefined, platform: NodeJS.Platform): string[] {
  if (isLocalAbsolute(program, platform)) return [program];
  return folder === undefined ? [] : [pathsOf(platform).resolve(folder, program)];
}

/** On Windows a program is named with or without its ending. */
function withEndings(path: string, environment: Search['environment'], platform: NodeJS.Platform): string[] {
  if (platform !== 'win32') return [path];
  const known = variable(environment, 'PATHEXT', platform) || '.COM;.EXE;.BAT;.CMD';
  const endings = known.split(';').filter((ending) => /^\.\w+$/.test(ending));
  const has = endings.some((ending) => path.toLowerCase().endsWith(ending.toLowerCase()));
  return has ? [path] : endings.map((ending) => path + ending);
}

/** A variable of an environment; on Windows their names are the same in any case. */
function variable(environment: Search['environment'], name: string, platform: NodeJS.Platform): string {
  const same = (key: string): boolean => (platform === 'win32' ? key.toUpperCase() : key) === name;
  return Object.entries(environment).find(([key]) => same(key))?.[1] ?? '';
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // none there, or one that this user may not start
  }
}

/** Whether a path lies in a folder, by its name or by where links lead. */
function liesIn(folder: string, path: string, platform: NodeJS.Platform): boolean {
  return [path, realPath(path)].some((one) =>
    [folder, realPath(folder)].some((within) => isInside(within, one, pathsOf(platform))),
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // not on this machine's disk
  }
}
