import { threadNumber } from '../../model/extent.js';
import type { Finding, FindingsReport } from '../../model/findings.js';
import { compactList } from './text.js';

type Places = Pick<FindingsReport, 'locations' | 'processes'>;

/** Rank in names such as `MPI Rank 3` or `Rank 3, thread 1`. */
const RANK_IN_NAME = /\brank\s*(\d+)/i;

/** What to call the places where time is lost, and their numbers, ascending. */
export interface Concerned {
  readonly unit: 'rank' | 'thread' | 'location';
  readonly numbers: readonly number[];
  /** How many there are in the run. */
  readonly total: number;
}

/** A location counts as concerned from this share of what the worst one loses: a rank that waits next to nothing is not. */
const LEAST_SHARE_OF_WORST = 0.05;

/** The ranks that lose time in these findings, or the threads of the only process; locations where the trace's names tell neither. */
export function concernedRanks(findings: readonly Pick<Finding, 'locations'>[], run: Places): Concerned {
  const locations = losing(findings);
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

function losing(findings: readonly Pick<Finding, 'locations'>[]): number[] {
  const lost = new Map<number, number>();
  for (const { locations } of findings) {
    for (const { location, seconds } of locations) lost.set(location, (lost.get(location) ?? 0) + seconds);
  }
  const least = LEAST_SHARE_OF_WORST * [...lost.values()].reduce((worst, seconds) => Math.max(worst, seconds), 0);
  return [...lost].filter(([, seconds]) => seconds >= least).map(([location]) => location);
}

/** `ranks 1–3, 7`. */
export function listRanks(concerned: Concerned): string {
  const { unit, numbers } = concerned;
  if (numbers.length === 0) return `no ${unit}`;
  return `${unit}${numbers.length === 1 ? '' : 's'} ${compactList(numbers)}`;
}

/** `3 of 4 ranks`. */
export function countRanks({ unit, numbers, total }: Concerned): string {
  return `${numbers.length} of ${total} ${unit}${total === 1 ? '' : 's'}`;
}

function rankOf(location: number, run: Places): number | undefined {
  const named = RANK_IN_NAME.exec(run.locations[location] ?? '');
  if (named) return Number(named[1]);
  return run.locations.length === run.processes ? location : undefined;
}

function ascending(numbers: Iterable<number>): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
