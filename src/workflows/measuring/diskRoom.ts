/**
 * Check whether the free disk space holds the trace of a run. The probe continues as a profile if the trace would
 * exceed its share of the disk. The user is therefore asked before the run, not informed after it.
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
/** Data that each rank may record before its first write: the probe's buffer. */
const BUFFER: Bytes = 16 << 20;
/** The share of the free disk that the probe gives to records, as in core/place.c. */
const SHARE = 2 / 5;

/** Question to the user after the reason (see `diskDoubt`), and the two answers. */
export const DISK_QUESTION = 'Run anyway?';
export const RUN_ALL_THE_SAME = 'Run anyway';
export const DO_NOT_RUN = 'Do not run';

/** Data available before a run. */
export interface DiskRoom {
  readonly program: string;
  readonly ranks: number;
  /** Free where the trace is to lie. */
  readonly free: Bytes;
  /** Name of the location, for messages. */
  readonly place: string;
  /** An earlier trace of the program. */
  readonly last: { readonly bytes: Bytes; readonly ranks: number } | undefined;
  /** Forecast from a run with counted calls, if one exists. */
  readonly forecast?: TraceSize | undefined;
  /** Size limit per process, if the user set one. */
  readonly limit: Bytes | undefined;
  /** Above how many bytes of a trace a person is asked. */
  readonly large: Bytes;
}

/** How large a trace will be. */
export interface TraceSize {
  readonly archive: Bytes;
  /** Raw records, which it is made of. */
  readonly records: Bytes;
  /** The most that one process will record. */
  readonly mostOfRank: Bytes;
}

/** Default value. */
export const LARGE_TRACE: Bytes = 20e9;

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

/** Returns the free space for this user on the disk of a local folder, in bytes; undefined if unknown. */
export function freeHere(folder: string): Bytes | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined; // A failed query is not an error: the process that writes to the folder reports problems with it.
  }
}

/** Why the trace of a run may not fit, as a sentence; undefined where it will, or where a limit was set. */
export function diskDoubt(known: DiskRoom): string | undefined {
  const { program, ranks, free, place, last, limit, forecast } = known;
  if (forecast !== undefined) return forecastDoubt(known, forecast);
  if (limit !== undefined) return undefined;
  const until = `the trace ends at ${dataSize(Math.floor(free * SHARE))}, and what follows is in a profile only`;
  const room = `${dataSize(free)} are free in ${place}: ${until}.`;
  if (last !== undefined) {
    const expected = (last.bytes * ranks) / Math.max(1, last.ranks);
    return ROOM_FOR_ONE * expected <= free
      ? undefined
      : `The last trace of ${program} took ${dataSize(last.bytes)} on ${counted(last.ranks, 'rank')}, and ${room}`;
  }
  if (free >= LEAST_FREE && ROOM_FOR_ONE * ranks * BUFFER <= free) return undefined;
  return `${program} was never measured here, so the size of its trace on ${counted(ranks, 'rank')} is unknown, and ${room}`;
}

/** Why a trace whose size is known beforehand should not be measured unasked. */
function forecastDoubt(
  { program, ranks, free, place, limit, large }: DiskRoom,
  { archive, records, mostOfRank }: TraceSize,
): string | undefined {
  const size = `The trace of ${program} on ${counted(ranks, 'rank')} will take about ${dataSize(archive)}, created from ${dataSize(records)} of records`;
  if (limit !== undefined && mostOfRank > limit)
    return `${size}: one rank would record ${dataSize(mostOfRank)} and may record ${dataSize(limit)}; what follows is in a profile only.`;
  if (limit === undefined && records > free * SHARE)
    return `${size}, and ${dataSize(free)} are free in ${place}: the trace ends at ${dataSize(Math.floor(free * SHARE))}, and what follows is in a profile only.`;
  if (archive <= large) return undefined;
  return `${size}; traces above ${dataSize(large)} need confirmation (measure.limits.trace in trimtab.yaml).`;
}

/** Returns the error if no user is available, or the answer was no. @param doubt the reason */
export function notRun(doubt: string): TrimtabError {
  return new TrimtabError(
    `The program was not run. ${doubt} Free space, ${LIMIT_ADVICE}, record less with: trimtab run --trace-what-matters, or run it anyway with: trimtab run --large-trace.`,
  );
}
