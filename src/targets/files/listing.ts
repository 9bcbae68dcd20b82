/** Which files there are, here and on the target. */
import { lstatSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, readText } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { quote } from '../shell/quote.js';
import { demand, type Shell } from '../shell/shell.js';
import { ALWAYS_IGNORED, IGNORE_FILE, ignoreFilter } from '../../base/glob/ignore.js';

/** Bytes; people write lists of patterns. */
const LARGEST_IGNORE = 1 << 20;

/** A file (or symbolic link) below a folder. */
export interface FileEntry {
  /** Relative, with "/". */
  readonly path: string;
  readonly bytes: number;
}

/**
 * Files below a local folder that travel, in order.
 * @throws TrimtabError when a folder cannot be read, or a file has a name that cannot travel
 */
export async function localFiles(root: string, patterns: readonly string[]): Promise<FileEntry[]> {
  const ignored = ignoreFilter([...ALWAYS_IGNORED, ...ownPatterns(root), ...patterns]);
  const found: FileEntry[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await entriesOf(root, folder)) {
      const name = entry.name.toString();
      const path = folder === '' ? name : `${folder}/${name}`;
      if (ignored(path, entry.isDirectory())) continue;
      if (!Buffer.from(name).equals(entry.name)) throw notUtf8(path, root);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() || entry.isSymbolicLink()) found.push({ path, bytes: sizeOf(root, path) });
    }
  };
  await walk('');
  const odd = found.find(({ path }) => /[\n\0]/.test(path));
  if (odd !== undefined)
    throw new TrimtabError(
      `The file ${JSON.stringify(odd.path)} has a line break in its name and cannot travel; rename it or add it to ${IGNORE_FILE}.`,
    );
  return found;
}

/** Names as bytes: not all of them are text. In order, whatever the language of this machine. */
async function entriesOf(root: string, folder: string): Promise<Dirent<Buffer>[]> {
  try {
    const entries = await readdir(join(root, folder), { withFileTypes: true, encoding: 'buffer' });
    return entries.sort((a, b) => Buffer.compare(a.name, b.name));
  } catch (error) {
    throw unreadable(`The folder ${join(root, folder)}`, error);
  }
}

function sizeOf(root: string, path: string): number {
  try {
    return lstatSync(join(root, path)).size;
  } catch (error) {
    throw unreadable(`The file ${join(root, path)}`, error);
  }
}

function unreadable(what: string, error: unknown): TrimtabError {
  const code = errorCode(error) ?? String(error);
  const shown = what.length > LONGEST_SHOWN ? `${what.slice(0, LONGEST_SHOWN)}…` : what;
  const message =
    code === 'ENAMETOOLONG'
      ? `${shown} has a path that is too long for this system; move it further up or add it to ${IGNORE_FILE}.`
      : `${shown} cannot be read (${code}).`;
  return new TrimtabError(message, { cause: error });
}

/** Characters of a path that are shown where it is too long to be used. */
const LONGEST_SHOWN = 200;

/** @param path with what is no text replaced by U+FFFD */
function notUtf8(path: string, place: string): TrimtabError {
  return new TrimtabError(
    `The name of ${JSON.stringify(path)} in ${place} is not encoded as UTF-8, so that it cannot travel; rename it or add it to ${IGNORE_FILE} with "*" for what is not shown.`,
  );
}

function ownPatterns(root: string): readonly string[] {
  try {
    return readText(join(root, IGNORE_FILE), { limit: LARGEST_IGNORE }).split('\n');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw new TrimtabError(`${join(root, IGNORE_FILE)} cannot be read (${errorCode(error) ?? String(error)}).`, {
      cause: error,
    });
  }
}

/** Item at a path of the target. */
export interface RemoteListing {
  readonly kind: 'folder' | 'file' | 'missing';
  /** For a file its own name only. */
  readonly files: readonly FileEntry[];
}

/** Files below a folder of the target that travel; for a file that file. */
export async function remoteFiles(shell: Shell, root: string, patterns: readonly string[]): Promise<RemoteListing> {
  const script = `cd / || exit 1
if [ -d ${quote(root)} ]; then
  cd ${quote(root)} || exit 1
  echo folder
  find . -type f -exec wc -c {} +
elif [ -f ${quote(root)} ]; then
  echo file
  wc -c <${quote(root)}
else
  echo missing
fi`;
  const [kind = '', ...lines] = (await demand(shell, `The folder ${root} cannot be read`, script)).split('\n');
  if (kind === 'file') return { kind, files: [{ path: root.replace(/^.*\//, ''), bytes: Number(lines[0]) }] };
  if (kind !== 'folder') return { kind: 'missing', files: [] };
  const ignored = ignoreFilter([...ALWAYS_IGNORED, ...patterns]);
  const files = lines.flatMap((line): FileEntry[] => {
    const [, bytes, path] = /^ *(\d+) \.\/(.+)$/.exec(line) ?? [];
    return path === undefined ? [] : [{ path, bytes: Number(bytes) }];
  });
  const travelling = files.filter(({ path }) => !ignoredBelow(path, ignored));
  const odd = travelling.find(({ path }) => path.includes('\ufffd'));
  if (odd !== undefined) throw notUtf8(odd.path, `${shell.place}:${root}`);
  return { kind, files: travelling };
}

/** Whether a file or one of the folders above it is ignored. */
function ignoredBelow(path: string, ignored: (path: string, isFolder: boolean) => boolean): boolean {
  const parts = path.split('/');
  return parts.some((_, i) => ignored(parts.slice(0, i + 1).join('/'), i < parts.length - 1));
}
