/**
 * Times of a run whose ranks a profile has summed up, derived from the minimum and maximum of a rank at each call path.
 * All are ranges: exact if both ends agree, else bounds that hold for any values of the ranks.
 */
import { elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import type { Definitions } from '../../model/definitions.js';
import type { EfficiencyTimes } from '../../model/findings/efficiency.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { AcrossRanks, RankExtremes } from '../../model/profile.js';
import { columnsOf, isUseful, marked } from '../efficiency/classes.js';
import { byCallPath } from '../efficiency/weighted.js';
import { longestLocation } from './longestLocation.js';

/** A range narrower than this share of the run time is one value: it is less than what is shown of an efficiency. */
const EXACT = 5e-4;

interface Range {
  readonly from: Seconds;
  readonly to: Seconds;
}

/** The least and the greatest of what the ranks have, each between two bounds, and their mean. */
interface OverRanks {
  readonly least: Range;
  readonly most: Range;
  readonly mean: Seconds;
}

export interface RunOfRanks {
  readonly ranks: number;
  /** The time of the slowest rank; where it is not known, the least that it can be. */
  readonly runTime: Seconds;
  readonly isExact: boolean;
  /** Whether the file has least and greatest values of ranks. */
  readonly hasExtremes: boolean;
  /** Omitted if the run time is not known. */
  readonly efficiency?: EfficiencyTimes;
}

/** @param space whose values are sums of all ranks: efficiencies are known where it has one location */
export function runOfRanks(space: PerformanceSpace, definitions: Definitions, across: AcrossRanks): RunOfRanks {
  const { ranks } = across;
  if (space.locationCount !== 1) {
    const runTime = longestLocation(space, definitions) / ranks;
    return { ranks, runTime, isExact: false, hasExtremes: false };
  }
  const values = new RankValues(space, across);
  const useful = marked(space.callTree, definitions, isUseful);
  const whole = values.together(values.roots());
  const busy = values.together(values.own((node) => useful[node] === 1));
  const rest = values.together(values.outermost((node) => useful[node] !== 1));
  const hasExtremes = across.inclusive !== undefined || across.exclusive !== undefined;
  const runTime = whole.most.from;
  const isExact = runTime > 0 && isOne(whole.most, runTime);
  if (!isExact) return { ranks, runTime, isExact, hasExtremes };
  const most: Range = {
    // The rank with least of the rest, and the one that takes longest, have at least so much useful time.
    from: Math.max(busy.most.from, whole.least.from - rest.least.to, whole.most.from - rest.most.to),
    to: Math.min(busy.most.to, whole.most.to - rest.least.from),
  };
  const efficiency: EfficiencyTimes = {
    ...{ runTime, processes: ranks, threads: ranks },
    averageUseful: busy.mean,
    ...(isOne(most, runTime) ? { mostUseful: Math.min(runTime, Math.max(busy.mean, most.to)) } : {}),
  };
  return { ranks, runTime, isExact, hasExtremes, efficiency };
}

const isOne = ({ from, to }: Range, runTime: Seconds): boolean => to - from <= EXACT * runTime;

/** Returns the combined time of ranks in disjoint parts. */
function sumOf(parts: readonly OverRanks[]): OverRanks {
  const add = (of: (part: OverRanks) => number): number => parts.reduce((sum, part) => sum + of(part), 0);
  const mean = add((part) => part.mean);
  const least = { from: add((part) => part.least.from), to: add((part) => part.most.to) };
  const most = { from: add((part) => part.least.from), to: add((part) => part.most.to) };
  // The rank that has the most of one part has at least the least of each other one; likewise for the least.
  const above = parts.map((part) => most.from - part.least.from + part.most.from);
  const below = parts.map((part) => least.to - part.most.to + part.least.to);
  return {
    mean,
    least: { from: least.from, to: below.reduce((one, other) => Math.min(one, other), mean) },
    most: { from: above.reduce((one, other) => Math.max(one, other), mean), to: most.to },
  };
}

class RankValues {
  private readonly exclusive: Float64Array;
  private readonly inclusive: Float64Array;
  private readonly hasChildren: Uint8Array;

  constructor(
    private readonly space: PerformanceSpace,
    private readonly across: AcrossRanks,
  ) {
    const { callTree, locationCount } = space;
    const { time } = columnsOf(space, { regions: [] });
    this.exclusive = byCallPath([time], callTree.size, new Float64Array(locationCount).fill(1));
    this.inclusive = this.exclusive.slice();
    this.hasChildren = new Uint8Array(callTree.size);
    // Callees have larger numbers than their callers.
    for (let node = callTree.size - 1; node >= 0; node--) {
      const parent = elementAt(callTree.parent, node);
      if (parent < 0) continue;
      this.hasChildren[parent] = 1;
      this.inclusive[parent] = elementAt(this.inclusive, parent) + elementAt(this.inclusive, node);
    }
  }

  /**
   * Returns the time of ranks in disjoint parts, with the tighter bounds of two methods: by whole subtrees, or by
   * single call paths.
   */
  together({ subtrees, paths }: RankParts): OverRanks {
    const all = sumOf([...subtrees.map((node) => this.whole(node)), ...paths.map((node) => this.single(node))]);
    const one = sumOf([...this.within(subtrees), ...paths].map((node) => this.single(node)));
    return {
      mean: all.mean,
      least: narrower(all.least, one.least),
      most: narrower(all.most, one.most),
    };
  }

  roots(): RankParts {
    const { parent, size } = this.space.callTree;
    return {
      subtrees: Array.from({ length: size }, (_, node) => node).filter((node) => parent[node] === -1),
      paths: [],
    };
  }

  /** Single call paths that a test holds for. */
  own(holds: (node: number) => boolean): RankParts {
    return { subtrees: [], paths: Array.from(this.exclusive.keys()).filter(holds) };
  }

  /** Call paths that a test holds for: as whole subtrees where it holds for all of them. */
  outermost(holds: (node: number) => boolean): RankParts {
    const { parent, size } = this.space.callTree;
    const isWhole = Uint8Array.from({ length: size }, (_, node) => (holds(node) ? 1 : 0));
    for (let node = size - 1; node >= 0; node--) {
      const above = elementAt(parent, node);
      if (above >= 0 && isWhole[node] === 0) isWhole[above] = 0;
    }
    const parts: { subtrees: number[]; paths: number[] } = { subtrees: [], paths: [] };
    for (let node = 0; node < size; node++) {
      const above = elementAt(parent, node);
      if (isWhole[node] === 1 && (above < 0 || isWhole[above] === 0)) parts.subtrees.push(node);
      else if (isWhole[node] === 0 && holds(node)) parts.paths.push(node);
    }
    return parts;
  }

  private whole(node: number): OverRanks {
    const { inclusive, exclusive } = this.across;
    const isLeaf = this.hasChildren[node] === 0;
    return this.range(inclusive ?? (isLeaf ? exclusive : undefined), node, elementAt(this.inclusive, node));
  }

  private single(node: number): OverRanks {
    const { inclusive, exclusive } = this.across;
    const isLeaf = this.hasChildren[node] === 0;
    return this.range(exclusive ?? (isLeaf ? inclusive : undefined), node, elementAt(this.exclusive, node));
  }

  /**
   * Returns the range of a rank's time; none exceeds the sum of all. If the file does not contain the minimum, it may
   * be zero.
   */
  private range(extremes: RankExtremes | undefined, node: number, sum: Seconds): OverRanks {
    const mean = sum / this.across.ranks;
    const least = extremes?.least[node] ?? Number.NaN;
    const most = extremes?.most[node] ?? Number.NaN;
    return {
      mean,
      least: Number.isNaN(least) ? { from: 0, to: mean } : { from: least, to: least },
      most: Number.isNaN(most) ? { from: mean, to: Math.max(sum, mean) } : { from: most, to: most },
    };
  }

  /** All call paths of subtrees. */
  private within(subtrees: readonly number[]): number[] {
    const { parent, size } = this.space.callTree;
    const inside = new Uint8Array(size);
    for (const node of subtrees) inside[node] = 1;
    return Array.from({ length: size }, (_, node) => node).filter((node) => {
      const above = elementAt(parent, node);
      if (above >= 0 && inside[above] === 1) inside[node] = 1;
      return inside[node] === 1;
    });
  }
}

interface RankParts {
  /** Call paths with all that they call. */
  readonly subtrees: readonly number[];
  /** Call paths with their exclusive times. */
  readonly paths: readonly number[];
}

const narrower = (one: Range, other: Range): Range => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});
