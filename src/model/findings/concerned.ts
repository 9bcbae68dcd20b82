/** Names of ranks or other locations for people. */
import { compactList } from '../../base/text.js';
import { threadNumber } from './extent.js';
import type { FindingsReport } from './findings.js';

type Places = Pick<FindingsReport, 'locations' | 'processes'>;

/** Rank in names such as `MPI Rank 3` or `Rank 3, thread 1`. */
const RANK_IN_NAME = /\brank\s*(\d+)/i;

/** The name of a process that has the sums of all ranks. */
const JOINED = /^all \d+ ranks\b/i;

/** Kind of locations of a run, and their numbers, ascending. */
export interface Concerned {
  readonly unit: 'rank' | 'thread' | 'location';
  readonly numbers: readonly number[];
  /** How many there are in the run. */
  readonly total: number;
  /** The run has the sums of all its ranks only, so that none of them has a number. */
  readonly together?: true;
}

/**
 * Returns locations as ranks, or as threads of the only process. If the run has names of neither, returns them as
 * locations.
 */
export function concernedPlaces(locations: readonly number[], run: Places): Concerned {
  if (locations.length > 0 && locations.every((at) => JOINED.test(run.locations[at] ?? '')))
    return { unit: 'rank', numbers: [], total: run.processes, together: true };
  const { unit, total, numberOf } = numberingOf(locations, run);
  return { unit, numbers: ascending(locations.flatMap((location) => numberOf(location) ?? [])), total };
}

/** How locations are numbered for people. */
export interface Numbering extends Pick<Concerned, 'unit' | 'total'> {
  /** Undefined for a location that has no such number, such as a device stream. */
  readonly numberOf: (location: number) => number | undefined;
}

/** The numbering in which all these locations have a number: of ranks, threads of the only process, or locations. */
export function numberingOf(locations: readonly number[], run: Places): Numbering {
  const threadOf = (location: number): number | undefined => threadNumber(run.locations[location] ?? '');
  const all = (numberOf: Numbering['numberOf']): boolean => locations.every((at) => numberOf(at) !== undefined);
  if (run.processes <= 1 && run.locations.length > 1 && all(threadOf)) {
    const total = run.locations.filter((name) => threadNumber(name) !== undefined).length;
    return { unit: 'thread', total, numberOf: threadOf };
  }
  const rank = (location: number): number | undefined => rankOf(location, run);
  if (all(rank)) return { unit: 'rank', total: run.processes, numberOf: rank };
  return { unit: 'location', total: run.locations.length, numberOf: (location) => location };
}

/** `ranks 1–3, 7`. */
export function listRanks({ unit, numbers, together }: Concerned): string {
  if (together === true) return `all ${unit}s`;
  if (numbers.length === 0) return `no ${unit}`;
  return `${unit}${numbers.length === 1 ? '' : 's'} ${compactList(numbers)}`;
}

function rankOf(location: number, run: Places): number | undefined {
  const named = RANK_IN_NAME.exec(run.locations[location] ?? '');
  if (named) return Number(named[1]);
  return run.locations.length === run.processes ? location : undefined;
}

function ascending(numbers: Iterable<number>): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
