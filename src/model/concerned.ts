/** Ranks, or what else there is, as people are told of them. */
import { compactList } from '../base/text.js';
import { threadNumber } from './extent.js';
import type { FindingsReport } from './findings.js';

type Places = Pick<FindingsReport, 'locations' | 'processes'>;

/** Rank in names such as `MPI Rank 3` or `Rank 3, thread 1`. */
const RANK_IN_NAME = /\brank\s*(\d+)/i;

/** What to call places of a run, and their numbers, ascending. */
export interface Concerned {
  readonly unit: 'rank' | 'thread' | 'location';
  readonly numbers: readonly number[];
  /** How many there are in the run. */
  readonly total: number;
}

/** Locations as ranks, or as threads of the only process; as locations where the names of the run tell neither. */
export function concernedPlaces(locations: readonly number[], run: Places): Concerned {
  const threads = locations.map((location) => threadNumber(run.locations[location] ?? ''));
  if (run.processes <= 1 && run.locations.length > 1 && threads.every((thread) => thread !== undefined)) {
    const total = run.locations.filter((name) => threadNumber(name) !== undefined).length;
    return { unit: 'thread', numbers: ascending(threads), total };
  }
  const ranks = locations.map((location) => rankOf(location, run));
  const known = ranks.filter((rank) => rank !== undefined);
  return known.length === ranks.length
    ? { unit: 'rank', numbers: ascending(known), total: run.processes }
    : { unit: 'location', numbers: ascending(locations), total: run.locations.length };
}

/** `ranks 1–3, 7`. */
export function listRanks({ unit, numbers }: Concerned): string {
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
