/** Live data of a run, as the probe writes it (src/probe/README.md, `live/view`). */
import { elementAt } from '../../base/elements.js';
import type { Bytes, Fraction, Seconds } from '../../base/units.js';

/** A process of the run. */
export interface LiveRank {
  readonly rank: number;
  /** Iterations of the progress loop that have begun. */
  readonly iteration: number;
  readonly mode: string;
  /** Since the process began to record. */
  readonly seconds: Seconds;
  readonly bytes: Bytes;
  readonly threads: number;
  /** Of its time that recording functions took. */
  readonly overhead: Fraction;
  /** Changes that wait for their iteration. */
  readonly waiting: number;
  /** Own times of calls of MPI, and of all that was seen: who waits least in MPI is whom others wait for. */
  readonly mpi: Seconds;
  readonly seen: Seconds;
  /** The same for ranks on which the same functions are on. */
  readonly selection: string;
}

/** A function that can be switched. */
export interface LiveFunction {
  readonly name: string;
  readonly on: boolean;
  /** Names of the groups that it is in. */
  readonly groups: readonly string[];
}

/** A group of functions, of ranges of lines, or of both. */
export interface LiveGroup {
  readonly name: string;
  readonly on: boolean;
  /** Ranges that are in it; one counts for each function that has lines of it. */
  readonly ranges: number;
}

/** A counter of the processor or the kernel, and whether it is read. */
export interface LiveMetric {
  readonly name: string;
  readonly on: boolean;
}

/** Visits and own time over all ranks and threads, of what was seen. */
export interface LiveSum {
  /** A name alone, or a call path from the outermost on. */
  readonly path: readonly string[];
  readonly visits: number;
  readonly own: Seconds;
  /** The rank that has most of the time, and how much; undefined of one rank alone. */
  readonly most: { readonly rank: number; readonly own: Seconds } | undefined;
}

export interface LiveView {
  /** Ranks of the run. */
  readonly size: number;
  /** The progress loop; undefined where none is known, so that nothing happens at the same iteration. */
  readonly phase: string | undefined;
  readonly ranks: readonly LiveRank[];
  /** Ranks that did not report. */
  readonly silent: readonly number[];
  /** Ranks that came to an iteration before it was decided what should happen there. */
  readonly missed: readonly number[];
  readonly groups: readonly LiveGroup[];
  readonly metrics: readonly LiveMetric[];
  /** Samples a second of each thread that are asked for; 0: none. */
  readonly sampling: number;
  readonly functions: readonly LiveFunction[];
  readonly sums: readonly LiveSum[];
}

type NumberedGroup = Omit<LiveGroup, 'ranges'> & { readonly bit: number };

/** Groups of functions and of ranges; those of one name are one. */
function allGroups(ofFunctions: readonly NumberedGroup[], ofRanges: readonly LiveGroup[]): LiveGroup[] {
  const ranges = new Map(ofRanges.map((group) => [group.name, group]));
  const known = new Set(ofFunctions.map(({ name }) => name));
  return [
    ...ofFunctions.map(({ name, on }) => ({ name, on, ranges: ranges.get(name)?.ranges ?? 0 })),
    ...ofRanges.filter(({ name }) => !known.has(name)),
  ];
}

/** Returns the first words of a line, and the rest. */
function split(line: string, words: number): string[] {
  const parts: string[] = [];
  let rest = line;
  for (let i = 0; i < words; i++) {
    const blank = rest.indexOf(' ');
    parts.push(blank < 0 ? rest : rest.slice(0, blank));
    rest = blank < 0 ? '' : rest.slice(blank + 1);
  }
  return [...parts, rest];
}

const NO_RANK: Omit<LiveRank, 'rank'> = {
  iteration: 0,
  mode: '',
  seconds: 0,
  bytes: 0,
  threads: 0,
  overhead: 0,
  waiting: 0,
  mpi: 0,
  seen: 0,
  selection: '',
};

function rankWith(rank: LiveRank, key: string, values: readonly string[]): LiveRank {
  const number = (index: number): number => Number(values[index] ?? 0);
  switch (key) {
    case 'iteration':
      return { ...rank, iteration: number(0) };
    case 'times':
      return { ...rank, mpi: number(0) / 1e9, seen: number(1) / 1e9 };
    case 'selection':
      return { ...rank, selection: values.join(' ') };
    case 'process':
      return {
        ...rank,
        mode: values[0] ?? '',
        seconds: number(1),
        bytes: number(2),
        threads: number(3),
        overhead: number(4) / 100,
        waiting: number(5),
      };
    default:
      return rank;
  }
}

/** The sum before it, with the rank that has most of it. */
function withMost(sum: LiveSum | undefined, rank: number, own: Seconds): LiveSum[] {
  return sum === undefined ? [] : [{ ...sum, most: { rank, own } }];
}

interface NumberedFunction {
  readonly name: string;
  readonly on: boolean;
  readonly bits: bigint;
}

function withGroups(functions: readonly NumberedFunction[], groups: readonly NumberedGroup[]): LiveFunction[] {
  const named = (bits: bigint): string[] =>
    groups.filter(({ bit }) => ((bits >> BigInt(bit)) & 1n) === 1n).map(({ name }) => name);
  return functions.map(({ name, on, bits }) => ({ name, on, groups: named(bits) }));
}

/** Returns the received data, completed with earlier data: functions are sent only if one of them has changed. */
function completed(told: LiveView, known: LiveView | undefined): LiveView {
  if (known === undefined) return told;
  const sums = new Map([...known.sums, ...told.sums].map((sum) => [sum.path.join('\t'), sum]));
  return {
    ...told,
    functions: told.functions.length === 0 ? known.functions : told.functions,
    sums: [...sums.values()],
  };
}

function functionOf(state: string, bits: string, name: string): NumberedFunction[] {
  return /^[0-9a-f]+$/.test(bits) ? [{ on: state === 'on', bits: BigInt(`0x${bits}`), name }] : [];
}

const inOrder = (ranks: ReadonlyMap<number, LiveRank>): LiveRank[] =>
  [...ranks.values()].sort((a, b) => a.rank - b.rank);

/**
 * Unknown lines are skipped: a newer probe may send more.
 * @param before data of the answer that the request named as known
 */
export function parseLiveView(text: string, before?: LiveView): LiveView {
  const ranks = new Map<number, LiveRank>();
  const silent: number[] = [];
  const missed: number[] = [];
  const groups: NumberedGroup[] = [];
  const rangeGroups: LiveGroup[] = [];
  const functions: NumberedFunction[] = [];
  const metrics: LiveMetric[] = [];
  const sums: LiveSum[] = [];
  let known: LiveView | undefined;
  let size = 0;
  let phase: string | undefined;
  let sampling = 0;
  for (const line of text.split('\n')) {
    const [key = '', rest = ''] = split(line, 1);
    const [first = '', second = '', third = ''] = split(rest, 2);
    switch (key) {
      case 'run':
        size = Number(first);
        break;
      case 'since':
        known = before;
        break;
      case 'metric':
        metrics.push({ on: first === 'on', name: third === '' ? second : `${second} ${third}` });
        break;
      case 'phase':
        phase = rest;
        break;
      case 'sampling':
        sampling = Number(rest);
        break;
      case 'group':
        groups.push({ on: first === 'on', bit: Number(second), name: third });
        break;
      case 'ranges':
        rangeGroups.push({ on: first === 'on', ranges: Number(second), name: third });
        break;
      case 'function':
        functions.push(...functionOf(first, second, third));
        break;
      case 'sum':
        sums.push({ visits: Number(first), own: Number(second) / 1e9, path: third.split('\t'), most: undefined });
        break;
      case 'most':
        sums.push(...withMost(sums.pop(), Number(first), Number(second) / 1e9));
        break;
      case 'rank': {
        const rank = Number(first);
        if (second === 'silent') silent.push(rank);
        else ranks.set(rank, rankWith(ranks.get(rank) ?? { rank, ...NO_RANK }, second, third.split(' ')));
        if (second === 'missed' && Number(third) > 0) missed.push(rank);
        break;
      }
    }
  }
  const run = { size, phase, silent, missed, metrics, sampling, sums };
  const told = { ...run, ranks: inOrder(ranks), groups: allGroups(groups, rangeGroups) };
  return completed({ ...told, functions: withGroups(functions, groups) }, known);
}

/** Reports whether the reporting ranks have the same functions on. */
export function isSameSelection({ ranks }: LiveView): boolean {
  return ranks.every(({ selection }) => selection === elementAt(ranks, 0).selection);
}

/** Returns the share of its observed time that a rank is in MPI; 0 if nothing was observed. */
export const partInMpi = ({ mpi, seen }: LiveRank): Fraction => (seen > 0 ? mpi / seen : 0);

/**
 * Returns the imbalance of a time: maximum over ranks relative to the mean, λ = max/mean − 1 (Pearce et al.,
 * Quantifying the effectiveness of load balance algorithms, ICS 2012). It is 0 if ranks are balanced, 1 if one has
 * twice the mean.
 * @param size ranks
 */
export function imbalanceOf({ own, most }: LiveSum, size: number): Fraction {
  return most === undefined || own <= 0 ? 0 : Math.max(0, (most.own * size) / own - 1);
}
