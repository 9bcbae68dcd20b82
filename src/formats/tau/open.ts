/** The files of a TAU profile, from any of them. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { liesIn, readBytes, statOf, UnreadableFile, utf8Bytes } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import type { Profile } from '../../model/profile.js';
import { isMerged, readMerged } from './merged.js';
import { isPacked, readPacked } from './packed.js';
import { isTextProfile, readTextProfile } from './textProfile.js';
import { toProfile } from './toProfile.js';
import { TauTrial } from './trial.js';

/** Bytes of a file, and of all files of a profile. */
const LARGEST = 2 ** 30;
const MOST_FILES = 100_000;
/** One file a thread: sums at the end as text, or snapshots as XML. */
const TEXT_NAME = /^profile\.(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;
const SNAPSHOT_NAME = /^snapshot\.(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:\.xml)?$/;
const METRIC_FOLDER = 'MULTI__';

/** By the first bytes of a file. */
export function isTau(head: Uint8Array): boolean {
  const start = isGzip(head) ? firstUnpacked(head) : head;
  if (isPacked(start)) return isGzip(head);
  const text = Buffer.from(start).toString('utf8');
  return isTextProfile(text) || isMerged(text);
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;

/** Returns the first unpacked bytes of a gzip file; empty if it cannot be unpacked. */
function firstUnpacked(head: Uint8Array): Uint8Array {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1 << 20 });
  } catch {
    return new Uint8Array(0); // Reported when the file is opened.
  }
}

/** @throws TrimtabError when it cannot be read */
export function openTau(path: string): Profile {
  const bytes = utf8Bytes(readBytes(path, { limit: LARGEST }));
  if (isGzip(bytes)) return readTau(bytes, path);
  const name = basename(path);
  if (TEXT_NAME.test(name)) return toProfile(readFolders(path));
  return SNAPSHOT_NAME.test(name) ? toProfile(readSnapshots(path)) : readTau(bytes, path);
}

/**
 * Reads the bytes of one file.
 * @param name what to call it in messages
 * @throws TrimtabError when it is none of TAU's
 */
export function readTau(bytes: Uint8Array, name: string): Profile {
  const trial = new TauTrial();
  const start = isGzip(bytes) ? firstUnpacked(bytes.subarray(0, 4096)) : bytes;
  if (isPacked(start)) readPacked(bytes, name, trial);
  else {
    const text = textOf(bytes, name);
    if (isMerged(text)) readMerged(text, name, trial);
    else if (isOtherXml(text))
      throw new TrimtabError(
        `${name} begins with an XML declaration or a document type (DOCTYPE), which no profile of TAU has: merged ones begin with <profile_xml>; merge the profiles again.`,
      );
    else readTextProfile(text, name, trial, trial.thread(0, 0, 0));
  }
  checkFound(trial, name);
  return toProfile(trial);
}

const isOtherXml = (text: string): boolean => /^\s*<[!?]/.test(text);

function textOf(bytes: Uint8Array, name: string): string {
  if (!isGzip(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST / 2 }).toString('utf8');
  } catch (cause) {
    throw new TrimtabError(`${name} cannot be unpacked: it is damaged, or too large.`, { cause });
  }
}

function checkFound(trial: TauTrial, name: string): void {
  if (!trial.threads.some(({ rows }) => !rows.isEmpty))
    throw new TrimtabError(
      `${name} has no timers of any thread; check that the program ended and the file was copied whole.`,
    );
}

/** Reads all files of the folder: each thread's, and those of other metrics in the neighboring folders. */
function readFolders(path: string): TauTrial {
  const folder = dirname(path);
  const trial = new TauTrial();
  const files = foldersWith(folder).flatMap((one) => filesOf(one, TEXT_NAME).map((name) => join(one, name)));
  for (const [file, text] of textsOf(files, folder, trial)) {
    const [node = 0, context = 0, thread = 0] = numbersIn(basename(file), TEXT_NAME);
    readTextProfile(text, file, trial, trial.thread(node, context, thread));
  }
  return checked(trial, path);
}

/** The snapshots of all threads. */
function readSnapshots(path: string): TauTrial {
  const folder = dirname(path);
  const trial = new TauTrial();
  const files = filesOf(folder, SNAPSHOT_NAME).map((name) => join(folder, name));
  for (const [file, text] of textsOf(files, folder, trial)) readMerged(text, file, trial);
  return checked(trial, path);
}

/** The texts of files, bounded together. */
function* textsOf(files: readonly string[], folder: string, trial: TauTrial): Generator<[file: string, text: string]> {
  if (files.length > MOST_FILES) throw new TrimtabError(`${folder} holds more than ${MOST_FILES} profiles of threads.`);
  let bytes = 0;
  for (const file of files) {
    const content = readable(file, LARGEST - bytes, trial);
    if (content === undefined) continue;
    bytes += content.length;
    yield [file, content.toString('utf8')];
  }
}

/**
 * Returns the bytes of one of many files. A link out of the folder, or an unreadable file, is skipped with a warning.
 */
function readable(file: string, limit: number, trial: TauTrial): Buffer | undefined {
  try {
    return Buffer.from(utf8Bytes(readBytes(file, { limit })));
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error.code === 'TOO_LARGE') throw error;
    trial.warnings.push(`This thread is ignored: ${error.message}`);
    return undefined;
  }
}

/** The trial with the facts of its first thread as those of the whole. @throws TrimtabError when it has no timers */
function checked(trial: TauTrial, path: string): TauTrial {
  checkFound(trial, path);
  for (const [name, value] of trial.threads[0]?.metadata ?? []) trial.fact(trial.metadata, name, value);
  return trial;
}

/** The folder, or all folders of metrics where it is one of these. */
function foldersWith(folder: string): readonly string[] {
  if (!basename(folder).startsWith(METRIC_FOLDER)) return [folder];
  const above = dirname(folder);
  return metricFolders(above, readdirSync(above)).map((name) => join(above, name));
}

const metricFolders = (folder: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith(METRIC_FOLDER) && statOf(join(folder, name))?.isDirectory() === true).sort();

const numbersIn = (name: string, pattern: RegExp): number[] => (pattern.exec(name) ?? []).slice(1, 4).map(Number);

/** In order of their threads. */
function filesOf(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort((one, other) => {
      const [a, b] = [numbersIn(one, pattern), numbersIn(other, pattern)];
      return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0);
    });
}

/** Returns the file that represents all profiles of threads in a folder, or in the folders of metrics in it. */
export function profileIn(folder: string, names: readonly string[]): string | undefined {
  for (const pattern of [TEXT_NAME, SNAPSHOT_NAME])
    if (names.some((name) => pattern.test(name))) return firstOf(folder, pattern);
  for (const name of metricFolders(folder, names)) {
    const file = firstOf(join(folder, name), TEXT_NAME);
    if (file !== undefined) return join(name, file);
  }
  return undefined;
}

/** The first file that can be read: links out of the folder are not. */
function firstOf(folder: string, pattern: RegExp): string | undefined {
  const names = filesOf(folder, pattern);
  return names.find((name) => liesIn(folder, join(folder, name))) ?? names[0];
}
