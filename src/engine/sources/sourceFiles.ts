import { isAbsolute } from 'node:path';
import type { PathMapping } from '../../targets/target.js';
import { mappedPaths } from './pathMap.js';
import { existingFile } from './paths.js';
import { bestSuffixMatch, pathParts } from '../../experiments/suffixMatch.js';
import { findByName } from './workspaceFiles.js';

/** How an experiment knows one of its measured files. */
export interface KnownSource {
  /** Absolute path it had when its copy was kept, where that is known. */
  readonly local?: string;
}

/** Measured path (as the report writes it) to what the experiment knows of it. */
export type KnownSources = ReadonlyMap<string, KnownSource>;

/** Which local file each measured file is, and the way back. */
export interface SourceFiles {
  /** Local path by measured path; files that are not found are absent. */
  readonly local: ReadonlyMap<string, string>;
  /** Measured paths by local path: the same file may have been measured under several spellings. */
  readonly measured: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds the local file of every measured path: where a person said it lies, else where the experiment's project has it (a
 * project that was copied, or measured on another machine, means its own files), else the path itself, else the workspace
 * file that shares the longest tail with it, if exactly one does.
 * @param folders workspace folders, to search and to resolve relative paths against
 * @param mappings what people said; the longest folder there that has the file counts
 */
export async function resolveSources(
  measuredPaths: readonly string[],
  known: KnownSources,
  folders: readonly string[],
  mappings: readonly PathMapping[] = [],
): Promise<SourceFiles> {
  const local = new Map<string, string>();
  const elsewhere: string[] = [];
  for (const path of measuredPaths) {
    const file =
      (await firstExisting(mappedPaths(path, mappings))) ??
      (await recorded(known.get(path))) ??
      (isAbsolute(path) ? await existingFile(path) : undefined);
    if (file === undefined) elsewhere.push(path);
    else local.set(path, file);
  }
  for (const [path, file] of await bySuffix(elsewhere, folders)) local.set(path, file);
  return { local, measured: inverse(local) };
}

/** The real path of the first of these files that there is. */
export async function firstExisting(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const file = await existingFile(path);
    if (file !== undefined) return file;
  }
  return undefined;
}

async function recorded(source: KnownSource | undefined): Promise<string | undefined> {
  return source?.local === undefined ? undefined : existingFile(source.local);
}

async function bySuffix(measuredPaths: readonly string[], folders: readonly string[]): Promise<[string, string][]> {
  const named = measuredPaths.map((path): [string, string] => [path, pathParts(path).at(-1) ?? '']);
  const names = new Set(named.map(([, name]) => name).filter((name) => name !== ''));
  if (names.size === 0) return [];
  const candidates = await findByName(folders, names);
  const pairs: [string, string][] = [];
  for (const [path, name] of named) {
    const match = bestSuffixMatch(path, candidates.get(name) ?? []);
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
