/** Progress messages on the size of a measured run, while it runs and while its trace is made. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from '../../base/files/index.js';
import { dataSize } from '../../base/text.js';
import type { Bytes } from '../../base/units.js';

/** How often it is looked, in milliseconds. */
const EVERY = 1000;

/** Names in a folder; the finisher removes folders and moves them while they are looked at. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not there yet, or no longer
  }
}

function sizeOf(folder: string, ending: string): Bytes {
  const files = namesIn(folder).filter((name) => name.endsWith(ending));
  return files.reduce((sum, name) => sum + (statOf(join(folder, name))?.size ?? 0), 0);
}

/**
 * How much a run has written: `1.2 GB recorded`, and while the archive is made of it
 * `making the trace, 310.0 MB of it from 1.2 GB of records`. Undefined as long as there is nothing.
 * @param archive bytes of the archive that is being made; undefined where none is
 */
export function writtenText(records: Bytes, archive: Bytes | undefined): string | undefined {
  if (records === 0) return undefined;
  return archive === undefined
    ? `${dataSize(records)} recorded`
    : `making the trace, ${dataSize(archive)} of it from ${dataSize(records)} of records`;
}

/** The same for a folder of a trace on this machine. */
export function recordedText(folder: string): string | undefined {
  const unfinished = namesIn(folder).filter((name) => name.startsWith('unfinished-'));
  const archive = unfinished.reduce((sum, name) => sum + sizeOf(join(folder, name, 'traces'), '.evt'), 0);
  return writtenText(sizeOf(join(folder, 'raw'), '.rec'), unfinished.length === 0 ? undefined : archive);
}

/**
 * Performs work that fills the folder of a trace, and reports its size every second.
 * @param say is called when that has changed
 * @param every polling interval, in milliseconds
 */
export async function reportingRecorded<T>(
  folder: string,
  say: (text: string) => void,
  work: () => Promise<T>,
  every = EVERY,
): Promise<T> {
  let said: string | undefined;
  const timer = setInterval(() => {
    const text = recordedText(folder);
    if (text !== undefined && text !== said) say(text);
    said = text;
  }, every);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
