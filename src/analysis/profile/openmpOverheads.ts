/** Losses of OpenMP threads, in the four classes of Fürlinger and Gerndt's ompP. */
import { absent } from '../../base/elements.js';
import type { Problem } from '../../base/problem.js';
import { duration, percent, plainLine } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { threadTotal, type ParallelRegion, type ThreadColumn } from '../../model/parallelRegions.js';
import type { Profile } from '../../model/profile.js';

/** Seconds over all threads, of a parallel region with all that it calls. */
export interface OpenmpOverheads {
  /** Index of the region. */
  readonly region: number;
  /** Of all threads in the region. */
  readonly total: Seconds;
  /** Waiting for critical sections and locks, and in explicit barriers, atomic operations and flushes. */
  readonly synchronization: Seconds;
  /** Waiting at the ends of constructs whose work was unevenly spread. */
  readonly imbalance: Seconds;
  /** Waiting because there was not enough to do at once: single constructs, fewer sections than threads. */
  readonly limitedParallelism: Seconds;
  /** Starting and ending threads, and leaving critical sections. */
  readonly management: Seconds;
}

type Class = 'synchronization' | 'imbalance' | 'limitedParallelism' | 'management';

/** Returns the classes of a construct's times; exit barriers of sections depend on the number of sections. */
function classesOf(one: ParallelRegion): readonly (readonly [Class, ThreadColumn])[] {
  switch (one.construct) {
    case 'critical':
    case 'lock':
      return [
        ['synchronization', 'enterT'],
        ['management', 'exitT'],
      ];
    case 'barrier':
    case 'atomic':
    case 'flush':
      return [['synchronization', 'execT']];
    case 'parallel':
    case 'parallel-loop':
    case 'parallel-workshare':
      return [
        ['imbalance', 'exitBarT'],
        ['management', 'startupT'],
        ['management', 'shutdownT'],
      ];
    case 'parallel-sections':
      return [
        [exitOfSections(one), 'exitBarT'],
        ['management', 'startupT'],
        ['management', 'shutdownT'],
      ];
    case 'loop':
    case 'workshare':
      return [['imbalance', 'exitBarT']];
    case 'sections':
      return [[exitOfSections(one), 'exitBarT']];
    case 'single':
      return [['limitedParallelism', 'exitBarT']];
    default:
      return [];
  }
}

/** Fewer sections than threads cannot keep all of them busy. */
function exitOfSections(one: ParallelRegion): Class {
  const executions = one.columns.get('execC')?.reduce((most, count) => Math.max(most, count), 0) ?? 0;
  const sections = (threadTotal(one, 'sectionC') ?? 0) / Math.max(1, executions);
  return sections < one.locations.length ? 'limitedParallelism' : 'imbalance';
}

/**
 * The overheads of each parallel region, by what was measured of the constructs at its call paths and below; of profiles
 * that know no call paths there are none.
 */
export function openmpOverheads({ space, parallelRegions = [] }: Profile): readonly OpenmpOverheads[] {
  const { parent } = space.callTree;
  const byPath = new Map<number, ParallelRegion[]>();
  for (const one of parallelRegions)
    if (one.callPath !== undefined) byPath.set(one.callPath, [...(byPath.get(one.callPath) ?? []), one]);
  const isOuter = ({ construct }: ParallelRegion): boolean => construct.startsWith('parallel');
  const sums = new Map<number, Record<Class | 'total', number> & { region: number }>();
  // Callers have smaller numbers, so each path's parallel region is known before what it calls.
  const within = new Int32Array(space.callTree.size).fill(-1);
  for (let path = 0; path < within.length; path++) {
    // One of each process.
    const all = byPath.get(path) ?? [];
    const [one] = all;
    const above = parent[path] ?? absent(path);
    const outer = above < 0 ? -1 : (within[above] ?? absent(above));
    within[path] = outer < 0 && one !== undefined && isOuter(one) ? path : outer;
    const root = within[path] ?? -1;
    if (one === undefined || root < 0) continue;
    const total = (): number => all.reduce((sum, each) => sum + (threadTotal(each, 'execT') ?? 0), 0);
    const known = sums.get(root) ?? { ...NOTHING, region: one.region, total: total() };
    sums.set(root, known);
    for (const each of all) for (const [kind, column] of classesOf(each)) known[kind] += threadTotal(each, column) ?? 0;
  }
  return [...sums.values()];
}

const NOTHING = { total: 0, synchronization: 0, imbalance: 0, limitedParallelism: 0, management: 0 };

/** Maximum number of listed parallel regions, those with the largest losses. */
const MOST_LISTED = 3;

const lostIn = ({ synchronization, imbalance, limitedParallelism, management }: OpenmpOverheads): Seconds =>
  synchronization + imbalance + limitedParallelism + management;

/** A sentence for each parallel region that loses time. */
export function overheadSentences(profile: Profile): Problem[] {
  return openmpOverheads(profile)
    .filter((one) => one.total > 0 && lostIn(one) > 0)
    .sort((one, other) => lostIn(other) - lostIn(one))
    .slice(0, MOST_LISTED)
    .map((one) => {
      const name = plainLine(profile.definitions.regions[one.region]?.name ?? '');
      const parts = [
        `synchronization ${duration(one.synchronization)}`,
        `imbalance ${duration(one.imbalance)}`,
        `limited parallelism ${duration(one.limitedParallelism)}`,
        `management ${duration(one.management)}`,
      ];
      const message = `Of ${duration(one.total)} of all threads in ${name}, ${percent(lostIn(one) / one.total)} is overhead in ompP's classes: ${parts.join(', ')}.`;
      return { level: 'information', message };
    });
}
