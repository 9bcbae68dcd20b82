/** Files by tar through the shell: for targets without rsync, or whose login files print into its conversation. */
import { present } from '../../base/present.js';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { TrimtabError } from '../../base/problem.js';
import { quote } from '../shell/quote.js';
import { ConnectionLost, demand, FULL, type Shell } from '../shell/shell.js';
import type { Transfer, TransferOptions } from '../target.js';
import { cksumFile } from './cksum.js';
import { Incoming, isHere, remarkOn } from './incoming.js';
import type { FileEntry, RemoteListing } from './listing.js';
import { inheritedEnvironment } from '../environment.js';
import { neutralFolder, programPath } from '../../base/processes/programs.js';

/** A batch is kept when it has arrived: after a break only the rest travels again. */
const BATCH_FILES = 500;
const BATCH_BYTES = 64 << 20;
const REPEATS = 8;
/** Characters that are kept of error messages: a hostile archive may cause any number of them. */
const LONGEST_QUOTED = 8192;

/** Returns checksums of files on the target, by path. Missing files are omitted. */
async function remoteSums(
  shell: Shell,
  root: string,
  files: readonly FileEntry[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for (const batch of batches(files, Number.POSITIVE_INFINITY)) {
    const names = batch.map(({ path }) => quote(`./${path}`)).join(' ');
    const script = `cd ${quote(root)} 2>/dev/null || exit 0
for f in ${names}; do if [ -f "$f" ] && [ ! -h "$f" ]; then cksum "$f"; fi; done`;
    const { stdout } = await shell.execute(script, signal === undefined ? {} : { signal });
    for (const line of stdout.split('\n')) {
      const [, sum, path] = /^(\d+ \d+) \.\/(.+)$/.exec(line) ?? [];
      if (sum !== undefined && path !== undefined) sums.set(path, sum);
    }
  }
  return sums;
}

function* batches(files: readonly FileEntry[], most = BATCH_BYTES): Generator<FileEntry[]> {
  let batch: FileEntry[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length >= BATCH_FILES || bytes + file.bytes > most)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Same content on both sides, by cksum and size; a file that cannot be read here differs. */
async function sameSum(path: string, bytes: number, sum: string | undefined): Promise<boolean> {
  if (sum?.endsWith(` ${bytes}`) !== true) return false;
  return sum === `${await cksumFile(path)} ${bytes}`;
}

async function changed(
  files: readonly FileEntry[],
  local: string,
  sums: ReadonlyMap<string, string>,
): Promise<FileEntry[]> {
  const result: FileEntry[] = [];
  for (const file of files)
    if (!(await sameSum(join(local, file.path), file.bytes, sums.get(file.path)))) result.push(file);
  return result;
}

/** Files are unpacked next to their destination and renamed into it when the whole batch has arrived. */
const RECEIVE = `incoming=$root/.trimtab-incoming.$$
trap 'rm -rf "$incoming"' EXIT
trap 'exit 1' HUP TERM PIPE
mkdir -p "$incoming" && cd "$incoming" && tar -xf - || exit 1
find . ! -type d -exec sh -c 'root=$1; shift
for f do
  case "$f" in */*/*) mkdir -p "$root/\${f%/*}" || exit 1 ;; esac
  mv -f "$f" "$root/$f" || exit 1
done' sh "$root" {} +`;

/** Sends files that differ. */
export async function tarSend(
  shell: Shell,
  local: string,
  remote: string,
  files: readonly FileEntry[],
  options: TransferOptions,
): Promise<Transfer> {
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const todo = await changed(files, local, await remoteSums(shell, remote, files, options.signal));
  for (const batch of batches(todo)) {
    options.onProgress?.(`Sending ${batch.length} files`);
    const script = `root=${quote(remote)}\n${RECEIVE}`;
    await demand(shell, 'Files could not be written', script, { ...signal, input: () => pack(local, batch) });
  }
  return total(todo);
}

/** The stream of a local tar of these files; a failing tar makes the stream fail. */
function pack(local: string, files: readonly FileEntry[]): Readable {
  const child = spawn(programPath('tar', inheritedEnvironment()), ['-C', local, '--null', '-cf', '-', '-T', '-'], {
    cwd: neutralFolder(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(files.map(({ path }) => `./${path}\0`).join(''));
  child.once('error', (error) => child.stdout.destroy(error));
  return child.stdout;
}

/** Brings files that differ. @throws TrimtabError when they cannot be read there or written here */
export async function tarFetch(
  shell: Shell,
  remote: string,
  listing: RemoteListing,
  local: string,
  options: TransferOptions,
): Promise<Transfer> {
  const root = listing.kind === 'file' ? remote.replace(/\/[^/]*$/, '') : remote;
  const candidates = possiblySame(listing.files, local);
  const sums = await remoteSums(shell, root, candidates, options.signal);
  const same = new Set<FileEntry>();
  for (const file of candidates)
    if (await sameSum(join(local, file.path), file.bytes, sums.get(file.path))) same.add(file);
  const todo = listing.files.filter((file) => !same.has(file));
  const missing = new Set<FileEntry>();
  for (const batch of batches(todo)) {
    options.onProgress?.(`Fetching ${batch.length} files`);
    await withRepeats(async () => {
      for (const file of await fetchBatch(shell, root, local, batch, options)) missing.add(file);
    });
  }
  return { ...total(todo.filter((file) => !missing.has(file))), ...remarkOn([...missing], `${shell.place}:${remote}`) };
}

function possiblySame(files: readonly FileEntry[], local: string): FileEntry[] {
  return files.filter((file) => isHere(local, file));
}

/** @returns files that did not arrive as regular files */
async function fetchBatch(
  shell: Shell,
  root: string,
  local: string,
  batch: readonly FileEntry[],
  options: TransferOptions,
): Promise<FileEntry[]> {
  const incoming = new Incoming(local);
  try {
    await receive(shell, root, incoming.folder, batch, options);
    return incoming.adopt(batch);
  } finally {
    incoming.remove();
  }
}

/** A batch interrupted by a lost connection is fetched again; the shell reconnects, with pauses. */
async function withRepeats(fetch: () => Promise<void>): Promise<void> {
  for (let left = REPEATS; ; left--) {
    try {
      await fetch();
      return;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      if (left === 0)
        throw new TrimtabError(
          `The connection broke ${REPEATS + 1} times while fetching files; what has come is kept: try again.`,
          { cause: error },
        );
    }
  }
}

/** Writes with back-pressure: a reader that is faster than this disk has to wait. */
function written(stream: Writable, data: Buffer): Promise<void> | undefined {
  if (stream.write(Buffer.from(data)) || stream.destroyed) return undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

/** Unpacks what the target packs. */
async function receive(
  shell: Shell,
  root: string,
  incoming: string,
  batch: readonly FileEntry[],
  options: TransferOptions,
): Promise<void> {
  const names = batch.map(({ path }) => quote(`./${path}`)).join(' ');
  // Files belong to the user who fetches them, regardless of the archive.
  const unpack = spawn(programPath('tar', inheritedEnvironment()), ['-C', incoming, '-xof', '-'], {
    cwd: neutralFolder(),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  unpack.stderr.on('data', (data: Buffer) => (said = (said + data.toString()).slice(-LONGEST_QUOTED)));
  unpack.stdin.on('error', () => unpack.stdin.destroy());
  const ended = new Promise<number>((resolve) => {
    unpack.once('error', () => resolve(127));
    unpack.once('close', (code) => resolve(code ?? 1));
  });
  await demand(shell, 'Files could not be read', `cd ${quote(root)} && tar -cf - ${names}`, {
    repeatable: false,
    onOutput: (data) => written(unpack.stdin, data),
    ...present({ signal: options.signal }),
  }).finally(() => unpack.stdin.end());
  const code = await ended;
  if (code === 0) return;
  const lines = said.trim().split('\n');
  const full = lines.find((line) => FULL.test(line));
  const why = full === undefined ? (lines.at(-1) ?? '') : `${full}; free some space here and try again`;
  throw new TrimtabError(`Files fetched from ${shell.place} could not be unpacked here: ${why}.`);
}

function total(files: readonly FileEntry[]): Transfer {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
