/** The ranges of sources that are open in an editor, and where their projects keep them. */
import { basename, dirname, join, relative, sep } from 'node:path';
import { isInside } from '../../base/files/inside.js';
import { TrimtabError } from '../../base/problem.js';
import type { BuiltRange } from '../../measurement/ranges/facts.js';
import { rangesOfSource } from '../../measurement/ranges/marking.js';
import { RANGES, type SourceRange } from '../../measurement/ranges/place.js';
import type { RangesFile } from '../../protocol/ranges.js';
import { rangesOfProgram } from '../../workflows/building/builtRanges.js';
import { findConfiguration, loadConfiguration } from '../../workflows/configuration/configuration.js';
import type { Documents } from '../editor/documents.js';
import type { Workspace } from '../project/workspace.js';

/** The folders whose configurations are looked at, and texts as they are now. */
export interface RangesSurroundings {
  readonly workspace: Pick<Workspace, 'folders'>;
  readonly documents: Pick<Documents, 'textOf'>;
}

/** Next to the configuration that builds the source; without one, in the folder of the window. */
export function rangesFile(path: string, folders: readonly string[]): RangesFile | undefined {
  const folder = folders.filter((each) => isInside(each, path)).sort((a, b) => b.length - a.length)[0];
  if (folder === undefined) return undefined;
  const configuration = findConfiguration(path);
  const project = configuration === undefined ? folder : dirname(configuration);
  const kept = isInside(folder, project) ? project : folder;
  return { path: join(kept, RANGES), file: relative(kept, path).split(sep).join('/') };
}

/**
 * Returns the ranges of a source; none if their markers are invalid, which the build reports.
 * @param path real path of the source
 */
export function rangesHere(path: string, { workspace, documents }: RangesSurroundings): SourceRange[] {
  const place = rangesFile(path, workspace.folders);
  const source = documents.textOf(path)?.text;
  if (place === undefined || source === undefined) return [];
  const ranges = documents.textOf(place.path)?.text ?? '';
  return quietly(() => rangesOfSource({ ranges, file: place.file, source })) ?? [];
}

/**
 * Returns the state of a range in the last build of the local program; undefined if there is none, or it has no data on
 * the range.
 */
export function builtRange(path: string, range: SourceRange): BuiltRange | undefined {
  const configuration = findConfiguration(path);
  const facts =
    configuration === undefined ? undefined : quietly(() => rangesOfProgram(loadConfiguration(configuration)));
  return facts?.ranges.find(
    ({ file, name, first, last }) =>
      basename(file) === basename(path) && name === range.name && first === range.first && last === range.last,
  );
}

/** Of what people wrote wrongly nothing is shown. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TrimtabError) return undefined;
    throw error;
  }
}
