/**
 * Whether the free disk holds the trace of a run. The probe stops recording where it would take more than its share of the
 * disk; that is asked about before the run, not told after it.
 */
import { statfsSync } from 'node:fs';
import { folderSize } from '../../base/files/index.js';
import { type ExperimentStore, FILES } from '../../experiments/index.js';
import { LIMIT_ADVICE } from '../../measurement/environment.js';
import { isProfile } from '../../measurement/probe.js';
import { TrimtabError } from '../../base/problem.js';
import { counted, dataSize } from '../../base/text.js';
import type { Bytes } from '../../base/units.js';

/** Raw records and the archive made of them lie there together, and other things are written too. */
const ROOM_FOR_ONE = 3;
/** Nothing is known of a program that was never measured; most fit into this. */
const LEAST_FREE: Bytes = 2e9;
/** What each rank may record before it writes for the first time: the probe's buffer. */
const BUFFER: Bytes = 16 << 20;
/** The share of the free disk that the probe gives to records, as in runtime/place.c. */
const SHARE = 2 / 5;

/** What a person is asked after the reason (see `diskDoubt`), and the two answers. */
export const DISK_QUESTION = 'Run all the same?';
export const RUN_ALL_THE_SAME = 'Run all the same';
export const DO_NOT_RUN = 'Do not run';

/** What is known before a run. */
export interface DiskRoom {
  readonly program: string;
  readonly ranks: number;
  /** Free where the trace is to lie. */
  readonly free: Bytes;
  /** Where that is, for people. */
  readonly place: string;
  /** An earlier trace of the program. */
  readonly last: { readonly bytes: Bytes; readonly ranks: number } | undefined;
  /** What each process may record, where a person has said it. */
  readonly limit: Bytes | undefined;
}

/** The newest trace that is kept of a program. */
export function lastTrace(store: ExperimentStore, program: string): DiskRoom['last'] {
  const earlier = store
    .readable()
    .find(
      ({ manifest }) =>
        manifest.program === program && manifest.trace?.kind === 'kept' && !isProfile(manifest.trace.path),
    );
  if (earlier === undefined) return undefined;
  const { folder, manifest } = earlier;
  const { measured, asked } = manifest.ranks ?? {};
  return { bytes: folderSize(`${folder}/${FILES.trace}`), ranks: measured ?? asked ?? 1 };
}

/** Bytes that are free for this user where a folder of this machine lies; undefined where that cannot be told. */
export function freeHere(folder: string): Bytes | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined; // a question is not worth a failure: what is wrong with the folder is told by what writes to it
  }
}

/** Why the trace of a run may not fit, as a sentence; undefined where it will, or where a limit was set. */
export function diskDoubt({ program, ranks, free, place, last, limit }: DiskRoom): string | undefined {
  if (limit !== undefined) return undefined;
  const until = `the probe stops recording at ${dataSize(Math.floor(free * SHARE))}, and what follows is missing`;
  const room = `${dataSize(free)} are free in ${place}: ${until}.`;
  if (last !== undefined) {
    const expected = (last.bytes * ranks) / Math.max(1, last.ranks);
    return ROOM_FOR_ONE * expected <= free
      ? undefined
      : `The last trace of ${program} took ${dataSize(last.bytes)} on ${counted(last.ranks, 'rank')}, and ${room}`;
  }
  if (free >= LEAST_FREE && ROOM_FOR_ONE * ranks * BUFFER <= free) return undefined;
  return `${program} was never measured here, so that the size of its trace on ${counted(ranks, 'rank')} is not known, and ${room}`;
}

/** What to say where nobody can be asked, or the answer was no. @param doubt the reason */
export function notRun(doubt: string): TrimtabError {
  return new TrimtabError(
    `The program was not run. ${doubt} Free space, ${LIMIT_ADVICE}, or go on all the same with: trimtab run --large-trace.`,
  );
}
