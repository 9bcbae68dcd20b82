import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { FileFolder, lstatOf, type OpenFile, statOf } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';

const ANCHOR_SUFFIX = '.otf2';

/** Paths of the files of an archive: `name.otf2`, `name.def` and the folder `name` next to it. */
export class ArchiveFiles {
  readonly globalDefinitions: string;
  /** The folder of the locations' files. */
  readonly folder: string;
  private readonly present: ReadonlySet<string>;
  private readonly opening: FileFolder;

  constructor(readonly anchor: string) {
    const stem = join(dirname(anchor), basename(anchor).slice(0, -ANCHOR_SUFFIX.length));
    this.globalDefinitions = `${stem}.def`;
    this.folder = stem;
    this.present = namesIn(stem);
    this.opening = new FileFolder(stem);
  }

  events(locationId: string): string {
    return join(this.folder, `${locationId}.evt`);
  }

  /** @throws UnreadableFile */
  openEvents(locationId: string): OpenFile {
    return this.opening.open(`${locationId}.evt`);
  }

  hasEvents(locationId: string): boolean {
    return this.present.has(`${locationId}.evt`);
  }

  localDefinitions(locationId: string): string {
    return join(this.folder, `${locationId}.def`);
  }

  /** @throws UnreadableFile */
  openLocalDefinitions(locationId: string): OpenFile {
    return this.opening.open(`${locationId}.def`);
  }

  hasLocalDefinitions(locationId: string): boolean {
    return this.present.has(`${locationId}.def`);
  }

  /** Whether any location has a separate definition file. */
  get hasAnyLocalDefinitions(): boolean {
    return [...this.present].some((name) => name.endsWith('.def'));
  }
}

function namesIn(folder: string): Set<string> {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    if (isMissing(error)) return new Set();
    throw new TrimtabError(`The folder ${folder} cannot be read; check its permissions.`, {
      cause: error,
    });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/**
 * The anchor file that `path` means: itself, or the only one in a folder.
 * @throws TrimtabError when there is none or more than one
 */
export function findAnchor(path: string): string {
  const anchors = anchorsAt(path);
  const [first, ...others] = anchors;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const names = anchors.map((anchor) => basename(anchor)).join(', ');
    throw new TrimtabError(`The folder ${path} holds several traces (${names}); open one of these files.`);
  }
  throw new TrimtabError(`There is no OTF2 trace at ${path}; open a file that ends in .otf2, or a folder with one.`);
}

function anchorsAt(path: string): string[] {
  const status = statOf(path);
  // Files without a status, such as a link to itself, are reported when they are read.
  if (status === undefined) return path.endsWith(ANCHOR_SUFFIX) && lstatOf(path) !== undefined ? [path] : [];
  if (!status.isDirectory()) return path.endsWith(ANCHOR_SUFFIX) ? [path] : [];
  return [...namesIn(path)].filter((name) => name.endsWith(ANCHOR_SUFFIX)).map((name) => join(path, name));
}
