/** The first proposal to the user: the local folder that seems to contain the missing sources. */
import { learnMapping, mappedFile, type PathMapping } from '../../base/paths/pathMap.js';
import { pathParts } from '../../base/paths/suffixMatch.js';
import type { Fits } from './sourceFiles.js';
import { findByName } from './workspaceFiles.js';

/** So many missing files are looked at, and files here that have the name of one. */
const MOST_MISSING = 20;
const MOST_OF_A_NAME = 20;
/** Number of measured files that suffice to identify the right folder. */
const MOST_COUNTED = 200;

/** A mapping, and how many of the missing files it finds. */
export interface Proposal extends PathMapping {
  readonly found: number;
}

/**
 * Returns the one pair of folders with the most matching measured files. Files match if relative paths agree and the
 * measured lines exist. Among equal counts, the pair with the longest common tail wins.
 * @param measured all files of the measurement
 * @param missing those that are not found here
 * @param folders where to look
 * @returns undefined if no pair finds a file, or two match equally well
 */
export async function proposeMapping(
  measured: readonly string[],
  missing: readonly string[],
  folders: readonly string[],
  fits: Fits,
): Promise<Proposal | undefined> {
  const asked = missing.slice(0, MOST_MISSING).map((path) => ({ path, name: pathParts(path).at(-1) ?? '' }));
  const candidates = await findByName(folders, new Set(asked.map(({ name }) => name).filter((name) => name !== '')));
  const pairs = new Map<string, { readonly pair: PathMapping; readonly alike: number }>();
  for (const { path, name } of asked)
    for (const file of (candidates.get(name) ?? []).slice(0, MOST_OF_A_NAME)) {
      const pair = learnMapping(path, file);
      pairs.set(`${pair.remote}\n${pair.local}`, {
        pair,
        alike: pathParts(path).length - pathParts(pair.remote).length,
      });
    }
  const counted = [...new Set([...missing, ...measured])].slice(0, MOST_COUNTED);
  const [best, second] = [...pairs.values()]
    .map(({ pair, alike }) => ({ pair, alike, files: filesFound(pair, counted, fits) }))
    .sort((a, b) => b.files.length - a.files.length || b.alike - a.alike);
  if (best === undefined || best.files.length === 0) return undefined;
  if (best.files.length === second?.files.length && best.alike === second.alike) return undefined;
  const gone = new Set(missing);
  return { ...best.pair, found: best.files.filter((path) => gone.has(path)).length };
}

/** Which of the measured files a mapping finds. */
export function filesFound(pair: PathMapping, measured: readonly string[], fits: Fits): string[] {
  return measured.filter((path) => {
    const file = mappedFile(path, [pair]);
    return file !== undefined && fits(path, file);
  });
}
