/** Series of profiles that distinguish iterations: phases (TAU), dynamic regions (Score-P), snapshots. */
import { addAt, elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { type Definitions, NO_INDEX } from '../../../model/definitions.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import type { Profile } from '../../../model/profile.js';
import { isCounter } from '../../../model/counters.js';
import {
  type CounterSeries,
  DURATION,
  type LoopLevel,
  OWN_TIME,
  type RunSeries,
} from '../../../model/dynamics/series.js';
import { timeClass } from '../../trace/metrics/timeClasses.js';
import { isOwnTime } from '../series/ownTime.js';
import { MOST_COUNTERS, SeriesRows } from '../series/rows.js';
import { type IterationGroup, iterationGroups, type Numbered } from './groups.js';
import { type IterationTimes, secondsByLocation, timesOfEdges, timesOfSnapshots, timesOfTree } from './times.js';

/** Maximum number of call paths with separate series: those with most time. */
const MOST_PATHS = 127;
/** Share of the iteration time below which call paths have no separate series. */
const LEAST = 0.001;

interface CountedProfile extends CounterSeries {
  readonly values: readonly IterationTimes[];
}

interface Loop {
  readonly level: Pick<LoopLevel, 'source' | 'name' | 'parent' | 'members'>;
  readonly times: readonly IterationTimes[];
  /** Counters, and what they count in each iteration. */
  readonly counted: readonly CountedProfile[];
  readonly seconds: number;
}

/**
 * Returns the series of a profile that distinguishes iterations, by the loop with most time; undefined for other
 * profiles.
 * @param space of the profile when it was analyzed: its times belong to classes
 * @param wanted index of the loop, that with most time first
 * @throws TrimtabError without such a loop
 */
export function seriesOfProfile(
  profile: Profile,
  { space, totalTime }: { readonly space: PerformanceSpace; readonly totalTime: number },
  wanted = 0,
): RunSeries | undefined {
  const loops = loopsOf(profile, space)
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds);
  if (loops.length === 0) return undefined;
  const chosen = loops[wanted];
  if (chosen === undefined)
    throw new TrimtabError(`There is no loop ${wanted}: those of this run are numbered from 0 to ${loops.length - 1}.`);
  const levels = [chosen, ...loops.filter((loop) => loop !== chosen)].map(({ level, times, seconds }): LoopLevel => ({
    ...level,
    count: times.length,
    coverage: totalTime > 0 ? Math.min(1, seconds / totalTime) : 0,
    regularity: 1,
  }));
  return runOf(chosen, levels, { space, definitions: profile.definitions, totalTime });
}

function loopsOf(profile: Profile, space: PerformanceSpace): Loop[] {
  const { callTree, locationCount, severities } = space;
  const { snapshots = [], edges, inclusive, definitions } = profile;
  const loop = (
    level: Loop['level'],
    times: readonly IterationTimes[],
    counted: readonly CountedProfile[] = [],
  ): Loop => ({
    ...{ level, times, counted },
    seconds: secondsByLocation(times, locationCount).reduce((sum, seconds) => sum + seconds, 0),
  });
  const loops: Loop[] = [];
  const levelOf = ({ name }: IterationGroup, first: number): Loop['level'] => ({
    ...{ source: 'marked', name, parent: elementAt(callTree.parent, first), members: [first] },
  });
  const time = severities.get('execution') ?? severities.get('time');
  if (profile.shape === undefined || profile.shape === 'tree') {
    for (const group of time === undefined ? [] : iterationGroups(numberedPaths(profile, space))) {
      const times = time === undefined ? [] : timesOfTree(callTree, group.items, time);
      loops.push(loop(levelOf(group, elementAt(group.items, 0)), times, countedIn(space, group.items)));
    }
  }
  const all = inclusive?.get('time');
  if (profile.shape === 'edges' && edges !== undefined && all !== undefined) {
    const rootOf = new Map(Array.from(callTree.region, (region, node) => [region, node]));
    for (const group of iterationGroups(numberedRegions(profile, rootOf))) {
      const first = rootOf.get(elementAt(group.items, 0)) ?? 0;
      loops.push(loop(levelOf(group, first), timesOfEdges(edges, all, group.items, rootOf)));
    }
  }
  // Fewer than two changes are no series by iteration.
  if (snapshots.length > 3) {
    const level = { source: 'snapshots', name: 'snapshots', parent: -1, members: [] } as const;
    loops.push(loop(level, timesOfSnapshots(snapshots, definitions.locations.length)));
  }
  return loops;
}

/** Returns counter values of a space in iterations that are call paths. */
function countedIn({ callTree, metrics, severities }: PerformanceSpace, items: readonly number[]): CountedProfile[] {
  return metrics
    .filter((metric) => isCounter(metric) && severities.has(metric.name))
    .slice(0, MOST_COUNTERS)
    .flatMap(({ name, unit }) => {
      const column = severities.get(name);
      return column === undefined ? [] : [{ name, unit, values: timesOfTree(callTree, items, column) }];
    });
}

function* numberedPaths(
  { definitions, phaseRegions = [] }: Profile,
  { callTree }: PerformanceSpace,
): Generator<Numbered> {
  const phases = new Set(phaseRegions);
  for (let item = 0; item < callTree.size; item++) {
    const region = elementAt(callTree.region, item);
    yield {
      item,
      name: elementAt(definitions.regions, region).name,
      place: `${elementAt(callTree.parent, item)} ${elementAt(callTree.site, item)}`,
      isPhase: phases.has(region),
    };
  }
}

function* numberedRegions(
  { definitions, phaseRegions = [] }: Profile,
  rootOf: ReadonlyMap<number, number>,
): Generator<Numbered> {
  const phases = new Set(phaseRegions);
  for (const item of rootOf.keys())
    yield { item, name: elementAt(definitions.regions, item).name, place: '', isPhase: phases.has(item) };
}

function runOf(
  { times, counted, seconds }: Loop,
  levels: readonly LoopLevel[],
  {
    space,
    definitions,
    totalTime,
  }: { readonly space: PerformanceSpace; readonly definitions: Definitions; readonly totalTime: number },
): RunSeries {
  const level = elementAt(levels, 0);
  const { count, parent } = level;
  const { callTree, locationCount } = space;
  const isOwn = (node: number): boolean =>
    isOwnTime(timeClass(elementAt(definitions.regions, elementAt(callTree.region, node))));
  const kept = longest(times, callTree.size, LEAST * seconds);
  const [durations, own] = [new Map<number, Float64Array>(), new Map<number, Float64Array>()];
  const rowIn = (rows: Map<number, Float64Array>, location: number): Float64Array => {
    const row = rows.get(location) ?? new Float64Array(count + 1);
    rows.set(location, row);
    return row;
  };
  for (const [iteration, { node, location, seconds: values }] of times.entries()) {
    for (const [entry, at] of node.entries()) {
      const place = elementAt(location, entry);
      const value = elementAt(values, entry);
      addAt(rowIn(durations, place), iteration, value);
      if (isOwn(at)) addAt(rowIn(own, place), iteration, value);
    }
  }
  const rows = new SeriesRows(count);
  const place = parent < 0 ? NO_INDEX : parent;
  const byLocation = (all: ReadonlyMap<number, Float64Array>): (readonly [number, Float64Array])[] =>
    [...all].sort(([left], [right]) => left - right);
  for (const [location, values] of byLocation(durations)) rows.add(DURATION, place, location, values);
  for (const [location, values] of byLocation(own)) rows.add(OWN_TIME, place, location, values);
  for (const { path, location, values } of sumsByPath(times, kept, count))
    rows.add('execution', path, location, values);
  for (const { name, unit, values: counts } of counted)
    for (const { path, location, values } of sumsByPath(counts, kept, count))
      rows.addCounter({ name, unit }, path, location, values);
  const starts = Array.from({ length: locationCount }, (_, location) => momentsOf(durations.get(location), count));
  return { levels, iterations: { ...level, starts }, series: rows.table(), loopTime: seconds, totalTime };
}

/** Values by iteration of each kept call path, and of all others together, on each location: in the order of both. */
function sumsByPath(times: readonly IterationTimes[], kept: ReadonlySet<number>, count: number) {
  const sums = new Map<string, { path: number; location: number; values: Float64Array }>();
  for (const [iteration, { node, location: places, seconds }] of times.entries())
    for (const [entry, at] of node.entries()) {
      const [path, location] = [kept.has(at) ? at : NO_INDEX, elementAt(places, entry)];
      const key = `${path} ${location}`;
      const known = sums.get(key) ?? { path, location, values: new Float64Array(count + 1) };
      sums.set(key, known);
      addAt(known.values, iteration, elementAt(seconds, entry));
    }
  return [...sums.values()].sort((a, b) => a.path - b.path || a.location - b.location);
}

/** A profile has no moments: iterations of a location follow one another as long as they took. */
function momentsOf(durations: Float64Array | undefined, count: number): Float64Array {
  if (durations === undefined) return new Float64Array(0);
  const moments = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) moments[i + 1] = elementAt(moments, i) + elementAt(durations, i);
  return moments;
}

function longest(times: readonly IterationTimes[], size: number, least: number): ReadonlySet<number> {
  const sums = new Float64Array(size);
  for (const { node, seconds } of times)
    for (const [entry, at] of node.entries()) addAt(sums, at, elementAt(seconds, entry));
  const paths = Array.from(sums.keys()).filter((node) => elementAt(sums, node) > 0 && elementAt(sums, node) >= least);
  return new Set(paths.sort((a, b) => elementAt(sums, b) - elementAt(sums, a)).slice(0, MOST_PATHS));
}
