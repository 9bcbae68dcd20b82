/** A running program, as clients receive it. */
import { counted, dataSize, duration, grouped, percent } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import {
  imbalanceOf,
  isSameSelection,
  type LiveRank,
  type LiveSum,
  type LiveView,
  partInMpi,
} from '../../measurement/live/view.js';
import type { LiveRunSummary, LiveSwitch } from '../../protocol/live.js';

/** Further ranks and functions are only counted: the view is read by people, and sent again every other second. */
const MOST_RANKS = 16;
const MOST_FUNCTIONS = 30;
const MOST_OTHERS = 500;
/** Below this, times of ranks differ by what always differs, and functions take too little to be of interest. */
const LEAST_IMBALANCE = 0.05;
const LEAST_PART = 0.01;

/** Returns a run without values. @param description why */
export function silentLive(named: Pick<LiveRunSummary, 'id' | 'title'>, description: string): LiveRunSummary {
  const nothing = { ranks: [], groups: [], metrics: [], functions: [], otherFunctions: [] };
  return { ...named, description, ...nothing, moreRanks: '', moreFunctions: 0, searching: 'unavailable' };
}

export function shownLive(
  named: Pick<LiveRunSummary, 'id' | 'title'>,
  view: LiveView,
): Omit<LiveRunSummary, 'searching'> {
  const ranks = view.ranks.toSorted((a, b) => partInMpi(a) - partInMpi(b) || a.rank - b.rank);
  return {
    ...named,
    description: standing(view),
    ranks: ranks.slice(0, MOST_RANKS).map((rank) => ({ rank: rank.rank, description: rankText(rank, view) })),
    moreRanks: moreText(ranks.slice(MOST_RANKS)),
    groups: groupsOf(view),
    metrics: view.metrics.map(({ name, on }) => ({ name, on, description: '' })),
    ...functionsOf(view),
  };
}

function standing(view: LiveView): string {
  const { ranks, size, phase, silent } = view;
  const iterations = ranks.map(({ iteration }) => iteration);
  const overhead = Math.max(0, ...ranks.map((rank) => rank.overhead));
  const modes = [...new Set(ranks.map(({ mode }) => mode))].join(', ');
  return [
    counted(size, 'rank'),
    phase === undefined ? 'no progress loop' : `iteration ${grouped(Math.min(...iterations))}`,
    modes,
    `overhead ${percent(overhead)}`,
    ...inMpi(ranks),
    ...(silent.length > 0 ? [`no answer from ${counted(silent.length, 'rank')}`] : []),
    ...(isSameSelection(view) ? [] : ['ranks differ']),
  ].join(', ');
}

/** From the rank that waits least for others to the one that waits most. */
function inMpi(ranks: readonly LiveRank[]): string[] {
  const parts = ranks.map(partInMpi);
  if (!parts.some((part) => part > 0)) return [];
  const [least, most] = [percent(Math.min(...parts)), percent(Math.max(...parts))];
  return [least === most ? `${least} in MPI` : `${least} to ${most} in MPI`];
}

/** Returns the members of each group; functions without a group are omitted. */
function groupsOf({ groups, functions }: LiveView): LiveSwitch[] {
  return groups.map(({ name, on, ranges }) => {
    const members = functions.filter((each) => each.groups.includes(name)).length;
    const counts = [
      ...(members > 0 ? [counted(members, 'function')] : []),
      ...(ranges > 0 ? [counted(ranges, 'range')] : []),
    ];
    return { name, on, description: counts.join(', ') };
  });
}

/** Values common to all ranks are not repeated. */
function rankText(rank: LiveRank, { ranks }: LiveView): string {
  const { iteration, mode, bytes, overhead, seconds, mpi } = rank;
  return [
    ...(mpi > 0 ? [`${percent(partInMpi(rank))} in MPI`] : []),
    `iteration ${grouped(iteration)}`,
    ...(ranks.every((one) => one.mode === mode) ? [] : [mode]),
    duration(seconds),
    dataSize(bytes),
    `overhead ${percent(overhead)}`,
  ].join(', ');
}

function moreText(others: readonly LiveRank[]): string {
  return others.length === 0 ? '' : [`and ${counted(others.length, 'rank')} more`, ...inMpi(others)].join(', ');
}

function functionsOf(view: LiveView): Pick<LiveRunSummary, 'functions' | 'otherFunctions' | 'moreFunctions'> {
  const seen = new Map(view.sums.map((sum) => [sum.path.at(-1) ?? '', sum]));
  const own = (name: string): number => seen.get(name)?.own ?? 0;
  const whole = view.sums.reduce((total, sum) => total + sum.own, 0);
  const all = view.functions
    .toSorted((a, b) => own(b.name) - own(a.name) || (a.name < b.name ? -1 : 1))
    .map(({ name, on }): LiveSwitch => ({ name, on, description: sumText(seen.get(name), view.size, whole) }));
  const shown = MOST_FUNCTIONS + MOST_OTHERS;
  return {
    functions: all.slice(0, MOST_FUNCTIONS),
    otherFunctions: all.slice(MOST_FUNCTIONS, shown),
    moreFunctions: Math.max(0, all.length - shown),
  };
}

/** @param whole the time of all */
function sumText(sum: LiveSum | undefined, size: number, whole: Seconds): string {
  if (sum === undefined) return '';
  const { own, visits, most } = sum;
  const imbalance = own < LEAST_PART * whole ? 0 : imbalanceOf(sum, size);
  return [
    duration(own),
    ...(most !== undefined && imbalance >= LEAST_IMBALANCE
      ? [`rank ${most.rank} ${percent(imbalance)} above the mean`]
      : []),
    counted(visits, 'call'),
  ].join(', ');
}
