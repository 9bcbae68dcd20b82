import { isAbsolute } from 'node:path';
import { mappedFile, type PathMapping } from '../../base/paths/pathMap.js';
import { existingFile } from './paths.js';
import { bestSuffixMatch, pathParts } from '../../base/paths/suffixMatch.js';
import { findByName } from './workspaceFiles.js';

/** How an experiment knows one of its measured files. */
export interface KnownSource {
  /** Absolute path it had when its copy was kept, where that is known. */
  readonly local?: string;
}

/** Measured path (as the report writes it) to what the experiment knows of it. */
export type KnownSources = ReadonlyMap<string, KnownSource>;

/** Tests whether a local file can be a measured one: it has the lines that the measurement names. */
export type Fits = (measured: string, file: string) => boolean;

/** Which local file each measured file is, and the way back. */
export interface SourceFiles {
  /** Local path by measured path; files that are not found are absent. */
  readonly local: ReadonlyMap<string, string>;
  /** Measured paths by local path: the same file may have been measured under several spellings. */
  readonly measured: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds the local file of every measured path. The order is: the user's mapping; the experiment's project, if it was
 * copied or measured on another machine; the path itself. The last is the workspace file that shares the longest tail
 * with it, if exactly one does.
 * @param folders workspace folders, to search and to resolve relative paths against
 * @param mappings set by the user; the longest remote folder that has the file counts
 * @param fits whether a file that was only found by its name can be the measured one
 */
export async function resolveSources(
  measuredPaths: readonly string[],
  known: KnownSources,
  folders: readonly string[],
  mappings: readonly PathMapping[] = [],
  fits: Fits = () => true,
): Promise<SourceFiles> {
  const local = new Map<string, string>();
  const elsewhere: string[] = [];
  for (const path of measuredPaths) {
    const file =
      (await mapped(path, mappings)) ??
      (await recorded(known.get(path))) ??
      (isAbsolute(path) ? await existingFile(path) : undefined);
    if (file === undefined) elsewhere.push(path);
    else local.set(path, file);
  }
  for (const [path, file] of await bySuffix(elsewhere, folders, fits)) local.set(path, file);
  return { local, measured: inverse(local) };
}

async function mapped(path: string, mappings: readonly PathMapping[]): Promise<string | undefined> {
  const file = mappedFile(path, mappings);
  return file === undefined ? undefined : existingFile(file);
}

async function recorded(source: KnownSource | undefined): Promise<string | undefined> {
  return source?.local === undefined ? undefined : existingFile(source.local);
}

async function bySuffix(
  measuredPaths: readonly string[],
  folders: readonly string[],
  fits: Fits,
): Promise<[string, string][]> {
  const named = measuredPaths.map((path): [string, string] => [path, pathParts(path).at(-1) ?? '']);
  const names = new Set(named.map(([, name]) => name).filter((name) => name !== ''));
  if (names.size === 0) return [];
  const candidates = await findByName(folders, names);
  const pairs: [string, string][] = [];
  for (const [path, name] of named) {
    const fitting = (candidates.get(name) ?? []).filter((file) => fits(path, file));
    const match = bestSuffixMatch(path, fitting);
    const file = match === undefined ? undefined : await existingFile(match);
    if (file !== undefined) pairs.push([path, file]);
  }
  return pairs;
}

function inverse(local: ReadonlyMap<string, string>): Map<string, string[]> {
  const measured = new Map<string, string[]>();
  for (const [path, file] of local) measured.set(file, [...(measured.get(file) ?? []), path]);
  return measured;
}
