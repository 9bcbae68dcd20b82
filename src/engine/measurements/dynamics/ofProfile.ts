/** How performance changes by iteration in a profile that keeps what each iteration of its progress loop took. */
import { present } from '../../../base/present.js';
import { analyzeDynamics } from '../../../analysis/dynamics/index.js';
import type { Dynamics, DynamicsOptions } from '../../../analysis/dynamics/ofTrace.js';
import { seriesOfProfile } from '../../../analysis/dynamics/profiles/index.js';
import { timeClass } from '../../../analysis/trace/metrics/timeClasses.js';
import { elementAt } from '../../../base/elements.js';
import { readSeries, seriesOf } from '../../../measurement/series/file.js';
import type { IterationSeries } from '../../../measurement/series/model.js';
import { runSeriesOf } from '../../../measurement/series/runSeries.js';
import type { CallTree } from '../../../model/callTree.js';
import type { Definitions } from '../../../model/definitions.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import type { Profile } from '../../../model/profile.js';
import type { RunSeries } from '../../../model/dynamics/series.js';
import { TIME_CLASSES } from '../../../model/timeline.js';
import { shippedProperties } from '../../../properties/index.js';

/** Classes of time that are the program's own work. */
const OWN = new Set(['computation', 'I/O', 'device'].map((name) => TIME_CLASSES.findIndex((known) => known === name)));

/**
 * Returns undefined if the profile keeps no data by iteration.
 * @param archive the profile: data of the probe on a progress loop comes first
 * @param profile as read: phases, dynamic regions and snapshots are iterations too
 * @throws TrimtabError if its data is damaged, or there is no such level
 */
export function dynamicsOfProfile(
  archive: string,
  profile: () => Profile,
  space: PerformanceSpace,
  definitions: Definitions,
  {
    totalTime,
    threshold,
    level,
    chunk,
    texts = [],
  }: Pick<DynamicsOptions, 'threshold' | 'level' | 'chunk' | 'texts'> & { readonly totalTime: number },
): Dynamics | undefined {
  const run =
    keptRun(archive, space, definitions, totalTime) ?? seriesOfProfile(profile(), { space, totalTime }, level);
  if (run === undefined) return undefined;
  const { callTree } = space;
  const limit = { ...present({ threshold, chunk }) };
  const of = { callTree, definitions, properties: shippedProperties, texts, ...limit };
  return { run, report: analyzeDynamics(run, of) };
}

/** Returns the probe's data on the iterations of a progress loop. */
function keptRun(
  archive: string,
  space: PerformanceSpace,
  definitions: Definitions,
  totalTime: number,
): RunSeries | undefined {
  const file = seriesOf(archive);
  if (file === undefined) return undefined;
  const { callTree } = space;
  const series = readSeries(file);
  const seconds = secondsByPlace(space);
  return runSeriesOf(series, {
    nodes: nodesOfSeries(series, callTree, definitions),
    locationOf: threadsOf(definitions),
    locations: space.locationCount,
    isOwn: (node) => node >= 0 && OWN.has(timeClass(elementAt(definitions.regions, elementAt(callTree.region, node)))),
    secondsOf: (node, location) => seconds.get(`${node} ${location}`) ?? 0,
    totalTime,
  });
}

function secondsByPlace({ severities }: PerformanceSpace): Map<string, number> {
  const { callPath = [], location = [], value = [] } = severities.get('execution') ?? {};
  return new Map(Array.from(value, (seconds, at) => [`${callPath[at]} ${location[at]}`, seconds]));
}

/** Ranks are the processes in their order, and threads their locations. */
function threadsOf({ locations }: Definitions): (rank: number, thread: number) => number | undefined {
  const threads = new Map<number, number[]>();
  for (const [location, { group, type }] of locations.entries())
    if (type === 'cpu-thread') threads.set(group, [...(threads.get(group) ?? []), location]);
  return (rank, thread) => threads.get(rank)?.[thread];
}

/** The call path of the experiment for each of the series: by its region and where it was called; -1: none. */
export function nodesOfSeries({ paths }: IterationSeries, callTree: CallTree, definitions: Definitions): Int32Array {
  const known = new Map<string, number>();
  for (let node = 0; node < callTree.size; node++) {
    const site = definitions.sourceCodeLocations.at(elementAt(callTree.site, node) - 1);
    const place = elementAt(callTree.site, node) === 0 || site === undefined ? '\t0' : `${site.file}\t${site.line}`;
    const name = elementAt(definitions.regions, elementAt(callTree.region, node)).name;
    const key = `${elementAt(callTree.parent, node)}\t${place}\t${name}`;
    if (!known.has(key)) known.set(key, node);
  }
  const nodes = new Int32Array(paths.length);
  for (const [index, { region, file, line, parent }] of paths.entries()) {
    const above = parent < 0 ? -1 : elementAt(nodes, parent);
    nodes[index] = parent >= 0 && above < 0 ? -1 : (known.get(`${above}\t${file}\t${line}\t${region}`) ?? -1);
  }
  return nodes;
}
