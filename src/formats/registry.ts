/** Finding and opening measurements, of whichever format they are. */
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isFile, readHead, statOf, UnreadableFile, utf8Bytes } from '../base/files/index.js';
import { TrimtabError } from '../base/problem.js';
import type { SharedTrace } from '../model/trace.js';
import { isNamedAs, offeredPatternsOf, patternsOf } from './fileNames.js';
import { type Format, HEAD, type Measurement } from './format.js';
import { formats } from './index.js';
import { programNamed } from './programName.js';
import { unreadFormat } from './unread/index.js';

const LARGEST_HEAD = Math.max(HEAD, ...formats.map(({ headSize = HEAD }) => headSize));
/** At most so many files of a folder are opened to recognize them. */
const MOST_EXAMINED_BYTES = 100;
/** At most so many files are named. */
const MOST_NAMED = 3;

/** `OTF2 trace (*.otf2), CUBE profile (*.cubex) or …`. */
export const knownFormats = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  formats.map((format) => `${format.title} (${[...patternsOf(format), ...offeredPatternsOf(format)].join(', ')})`),
);

/**
 * The format of a file: by its content, else by its name; undefined where neither is known. Opening a file of a form that
 * is recognized and not read fails with the command that converts it.
 */
export function formatOf(path: string): Format | undefined {
  const head = headOf(path);
  return (
    formats.find(({ recognizes, headSize = HEAD }) => recognizes(head.subarray(0, headSize))) ??
    unreadFormat(head.subarray(0, HEAD)) ??
    formats.find((format) => isNamedAs(basename(path), format))
  );
}

/** The first bytes, of texts in UTF-8. A file that cannot be read is reported when it is opened. */
function headOf(path: string): Uint8Array {
  try {
    // A character of UTF-16 has two bytes, and there may be a mark.
    return utf8Bytes(readHead(path, 2 * LARGEST_HEAD + 2)).subarray(0, LARGEST_HEAD);
  } catch (error) {
    if (error instanceof UnreadableFile) return new Uint8Array(0);
    throw error;
  }
}

/**
 * The files of a folder that may be opened: those of the first format that any of them has; one where they are one
 * measurement together.
 */
function measurementsIn(folder: string): readonly string[] {
  const names = readdirSync(folder);
  const found = formats.map((format) => {
    const file = format.fileOf?.(folder, names);
    return file === undefined ? names.filter((name) => isNamedAs(name, format)) : [file];
  });
  return found.find((ofFormat) => ofFormat.length > 0) ?? [];
}

/**
 * Fails where a file of a folder is of a form that is recognized and not read.
 * @throws TrimtabError with the form and the command that converts it
 */
export function refuseUnread(folder: string): void {
  const names = readdirSync(folder)
    .filter((name) => isFile(join(folder, name)))
    .sort()
    .slice(0, MOST_EXAMINED_BYTES);
  for (const path of names.map((name) => join(folder, name))) unreadFormat(headOf(path).subarray(0, HEAD))?.open(path);
}

/**
 * Reports whether a path is a file that can be opened, or a folder that contains one. Never throws for missing files.
 */
export function holdsMeasurement(path: string): boolean {
  const facts = statOf(path);
  if (facts === undefined) return false;
  return facts.isDirectory() ? measurementsIn(path).length > 0 : formatOf(path) !== undefined;
}

/**
 * The file that is to be opened.
 * @param path itself, or a folder that holds exactly one
 * @throws TrimtabError when there is none or more than one
 */
export function measurementAt(path: string): string {
  const absolute = resolve(path);
  const facts = statOf(absolute);
  if (facts === undefined) throw new TrimtabError(`${absolute} does not exist.`);
  if (!facts.isDirectory()) return absolute;
  const names = measurementsIn(absolute);
  const only = names.length === 1 ? names.at(0) : undefined;
  if (only !== undefined) return join(absolute, only);
  if (names.length === 0) refuseUnread(absolute);
  throw new TrimtabError(
    names.length === 0
      ? `${absolute} holds no ${knownFormats}; choose a file.`
      : `${absolute} holds several measurements (${names.slice(0, MOST_NAMED).join(', ')}); choose one of them.`,
  );
}

/**
 * Opens a file, or the only one in a folder.
 * @throws TrimtabError when it is of no known format or cannot be read
 */
export function openMeasurement(path: string): Measurement {
  const file = measurementAt(path);
  const format = formatOf(file);
  if (format === undefined) throw new TrimtabError(`${file} is no ${knownFormats}.`);
  return format.open(file);
}

/**
 * Opens what must have events.
 * @throws TrimtabError when it is a profile, or as openMeasurement
 */
export function openAsTrace(path: string): SharedTrace {
  const opened = openMeasurement(path);
  if (opened.kind === 'trace') return opened.trace;
  throw new TrimtabError(`${path} is a profile: it contains sums and no events to read in parts. Omit --distributed.`);
}

/** A name for the program of a measurement, by the file's or its folder's name. */
export const programOf = (path: string): string =>
  programNamed(
    path,
    formats.find((format) => isNamedAs(basename(path), format)),
  );
