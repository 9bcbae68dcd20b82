/** Sums by stack and thread, as they are read, and the profile of them. */
import { absent } from '../../base/elements.js';
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Profile, SampledWeight } from '../../model/profile.js';
import { Cost, ProfileBuilder, type NewMetric } from '../profile/index.js';
import { kindOf } from './kindOf.js';
import { Locations } from './locations.js';
import { StackTree, type StackEnd } from './stackTree.js';

/** More than the call paths that are read of a file. */
const NODES = 2 ** 26;

export const TIME: NewMetric = {
  name: 'time',
  title: 'Time',
  unit: 'seconds',
  description: 'Time of all locations',
  semantic: 'time',
};

/** Time based on samples. */
export const SAMPLED_TIME: NewMetric = { ...TIME, semantic: 'samples' };

export const SAMPLES: NewMetric = {
  name: 'samples',
  title: 'Samples',
  unit: 'count',
  description: 'How often a call path was found to be executed',
  semantic: 'samples',
};

export const VISITS: NewMetric = {
  name: 'visits',
  title: 'Visits',
  unit: 'count',
  description: 'Calls',
  semantic: 'visits',
};

/** A metric of the profile: sums that were kept, in its unit. */
export interface MetricOfSums extends NewMetric {
  /** Number of the sums. */
  readonly sums: number;
  /** Factor from a sum to the metric's unit; 1 if omitted. */
  readonly scale?: number;
}

/** Data about the whole, in addition to its sums. */
export interface About {
  readonly metrics: readonly MetricOfSums[];
  /**
   * Numbers of the sums whose samples determine the time of lines, each with the scale of the weights of its samples;
   * omitted without samples.
   */
  readonly sampled?: number | readonly SampledSums[];
  /** Name of the metric that ranks the profile, where it has no time. */
  readonly rankedBy?: string;
  /** Reports whether a location belongs to the profile; all do if omitted. @param location in the order of the file */
  readonly keeps?: (location: number) => boolean;
  readonly problems?: readonly Problem[];
  /** Times of call paths at certain times of the run, in their order; each has the increase since the previous one. */
  readonly moments?: readonly MomentOfSums[];
}

export interface MomentOfSums {
  readonly name: string;
  /** Since the run began, where it is known. */
  readonly time?: Seconds;
  /** Exclusive times in seconds. */
  readonly times: readonly { readonly node: number; readonly location: number; readonly seconds: Seconds }[];
}

/** Samples, and what one of their weights is in the unit of the ranking metric. */
export interface SampledSums {
  readonly sums: number;
  /** Undefined where samples have no weights, so that all are equal. */
  readonly scale?: number;
}

/** Samples of a line of a function at a location. */
interface StackLineSamples {
  samples: number;
  weight: number;
  squares: number;
}

interface StackSums {
  /** By location and node. */
  readonly ofNode: Map<number, number>;
  /** By location and context. */
  readonly ofContext: Map<number, StackLineSamples>;
}

export class StackProfile {
  readonly builder = new ProfileBuilder();
  readonly tree = new StackTree(this.builder.calls);
  readonly locations = new Locations();
  /** Values of the file that are below 0, which no time and no count is. */
  negative = 0;
  private readonly sums: StackSums[] = [];

  /** Begins sums of something. @returns their number */
  newSums(): number {
    return this.sums.push({ ofNode: new Map(), ofContext: new Map() }) - 1;
  }

  /** Adds an exclusive value of a call path at a location. */
  add(sums: number, node: number, location: number, value: number): void {
    const { ofNode } = this.of(sums);
    const key = location * NODES + node;
    const before = ofNode.get(key);
    if (before === undefined) this.builder.memory.take(Cost.sum);
    ofNode.set(key, (before ?? 0) + value);
  }

  /** The values of all call paths, with the numbers of their locations. */
  *values(sums: number): Generator<{ readonly node: number; readonly location: number; readonly value: number }> {
    for (const [key, value] of this.of(sums).ofNode)
      yield { node: key % NODES, location: Math.floor(key / NODES), value };
  }

  /** Sets the source file of a function that earlier stacks did not contain. */
  foundIn(region: number, file: string): void {
    const known = this.builder.calls.regions[region] ?? absent(region);
    const { paradigm, role } = kindOf(known.name, file);
    this.builder.calls.regions[region] = { ...known, file, paradigm, role };
  }

  /** Adds samples, which determine the time of lines too. @param weight amount of each, as the file has it */
  count(sums: number, { node, context }: StackEnd, location: number, samples: number, weight = 1): void {
    this.add(sums, node, location, samples);
    this.countLine(sums, context, samples, location, weight);
  }

  /** Adds samples to a line alone. @param context number of the function and the line */
  countLine(sums: number, context: number, samples: number, location = 0, weight = 1): void {
    const line = this.lineAt(sums, context, location);
    line.samples += samples;
    line.weight += samples * weight;
    line.squares += samples * weight ** 2;
  }

  /** Adds an amount of a line that was counted and not sampled, which has no variance. */
  countExactly(sums: number, context: number, amount: number, location = 0): void {
    this.lineAt(sums, context, location).weight += amount;
  }

  /** All of some sums. */
  total(sums: number): number {
    let total = 0;
    for (const value of this.of(sums).ofNode.values()) total += value;
    return total;
  }

  /** Sums of each location, by its number as it was met. */
  totals(sums: number): Map<number, number> {
    const totals = new Map<number, number>();
    for (const [key, value] of this.of(sums).ofNode) {
      const location = Math.floor(key / NODES);
      totals.set(location, (totals.get(location) ?? 0) + value);
    }
    return totals;
  }

  /** The profile of all that was added. Metrics of one name are one: their values are added. */
  finish({ metrics, sampled, problems = [], rankedBy, keeps = () => true, moments = [] }: About): Profile {
    const { builder, tree } = this;
    const place = this.locations.define(builder, keeps);
    for (const { sums, scale = 1, ...metric } of metrics) {
      builder.metric(metric);
      for (const [key, value] of this.of(sums).ofNode) {
        const location = Math.floor(key / NODES);
        if (!keeps(location)) continue;
        builder.exclusive(metric.name, key % NODES, place[location] ?? absent(location), value * scale);
      }
    }
    this.addMoments(moments, place);
    builder.problems.push(...problems, ...cutStacks(tree.cut), ...negativeValues(this.negative));
    const profile = { ...builder.build(), ...(rankedBy === undefined ? {} : { rankedBy }) };
    const lines = this.sampledLines(typeof sampled === 'number' ? [{ sums: sampled }] : (sampled ?? []), keeps);
    if (lines === undefined) return profile;
    const callingContexts = new Map(tree.contexts.entries());
    return { ...profile, definitions: { ...profile.definitions, callingContexts }, ...lines };
  }

  /** Samples of lines by context, over all locations that are kept; undefined where there are none. */
  private sampledLines(
    parts: readonly SampledSums[],
    keeps: (location: number) => boolean,
  ): Pick<Profile, 'sampled' | 'sampledWeights'> | undefined {
    const sampled = new Map<number, number>();
    const weights = new Map<number, SampledWeight>();
    for (const { sums, scale = 1 } of parts) {
      for (const [key, { samples, weight, squares }] of this.of(sums).ofContext) {
        if (!keeps(Math.floor(key / NODES))) continue;
        const context = key % NODES;
        sampled.set(context, (sampled.get(context) ?? 0) + samples);
        const before = weights.get(context) ?? { sum: 0, squares: 0 };
        weights.set(context, {
          sum: before.sum + weight * scale,
          squares: before.squares + squares * scale ** 2,
        });
      }
    }
    if (sampled.size === 0) return undefined;
    return parts.some(({ scale }) => scale !== undefined) ? { sampled, sampledWeights: weights } : { sampled };
  }

  /** Snapshots contain all that was before them. */
  private addMoments(moments: readonly MomentOfSums[], place: Uint32Array): void {
    const sums = new Map<number, number>();
    for (const { name, time, times } of moments) {
      const snapshot = this.builder.snapshot(name, time);
      for (const { node, location, seconds } of times) {
        const key = location * NODES + node;
        sums.set(key, (sums.get(key) ?? 0) + seconds);
      }
      this.builder.memory.take(Cost.sum * sums.size);
      for (const [key, seconds] of sums) {
        const location = Math.floor(key / NODES);
        snapshot.exclusive(TIME.name, key % NODES, place[location] ?? absent(location), seconds);
      }
    }
  }

  private lineAt(sums: number, context: number, location: number): StackLineSamples {
    const { ofContext } = this.of(sums);
    const key = location * NODES + context;
    let line = ofContext.get(key);
    if (line === undefined) {
      this.builder.memory.take(Cost.entry);
      ofContext.set(key, (line = { samples: 0, weight: 0, squares: 0 }));
    }
    return line;
  }

  private of(sums: number): StackSums {
    return this.sums[sums] ?? absent(sums);
  }
}

function negativeValues(count: number): Problem[] {
  if (count === 0) return [];
  const message = `${counted(count, 'value')} of the file ${count === 1 ? 'is' : 'are'} negative, which no time and no count is: the file is damaged, or a difference of two profiles. Shares cannot be relied on; export the profile again.`;
  return [{ level: 'warning', message }];
}

function cutStacks(count: number): Problem[] {
  if (count === 0) return [];
  const message = `${counted(count, 'stack')} of the file ${count === 1 ? 'is' : 'are'} deeper than is read; deeper parts count for the last function that was read.`;
  return [{ level: 'warning', message }];
}
