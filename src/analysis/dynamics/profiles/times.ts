/** Times in each iteration of a profile, from its call tree, its callers and callees, or its snapshots. */
import { absent, addAt, elementAt } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import type { SeverityColumn } from '../../../model/performanceSpace.js';
import type { Snapshot } from '../../../model/profile.js';
import type { CallEdges, CallPathValues } from '../../../model/profileValues.js';

/** Exclusive seconds of one iteration, entry by entry; call paths that are the same in all iterations have one number. */
export interface IterationTimes {
  readonly node: number[];
  readonly location: number[];
  readonly seconds: number[];
}

const empty = (): IterationTimes => ({ node: [], location: [], seconds: [] });

function add({ node, location, seconds }: IterationTimes, at: number, place: number, value: number): void {
  node.push(at);
  location.push(place);
  seconds.push(value);
}

/** Of call paths that are iterations: what is below them, at the call path that the first iteration to have it has it at. */
export function timesOfTree(tree: CallTree, items: readonly number[], time: SeverityColumn): IterationTimes[] {
  const iterationOf = new Int32Array(tree.size).fill(-1);
  const same = new Int32Array(tree.size).fill(-1);
  items.forEach((node, iteration) => (iterationOf[node] = iteration));
  const known = new Map<string, number>();
  const [first = 0] = items;
  for (let node = 0; node < tree.size; node++) {
    const parent = elementAt(tree.parent, node);
    const above = parent < 0 ? -1 : elementAt(iterationOf, parent);
    // An iteration that is within another one is a call path of it.
    if (above >= 0) {
      iterationOf[node] = above;
      const key = `${elementAt(same, parent)} ${elementAt(tree.region, node)} ${elementAt(tree.site, node)}`;
      if (!known.has(key)) known.set(key, node);
      same[node] = known.get(key) ?? node;
    } else if (elementAt(iterationOf, node) >= 0) same[node] = first;
  }
  const times = items.map(empty);
  for (const [entry, node] of time.callPath.entries()) {
    const iteration = elementAt(iterationOf, node);
    if (iteration < 0) continue;
    const place = elementAt(time.location, entry);
    add(elementAt(times, iteration), elementAt(same, node), place, elementAt(time.value, entry));
  }
  return times;
}

/**
 * Returns times of regions that are iterations: their direct callees, and at the first one the rest of their time.
 * Calls further down are not distinguished. Roots of the tree are regions.
 */
export function timesOfEdges(
  edges: CallEdges,
  { start, location, value }: CallPathValues,
  items: readonly number[],
  rootOf: ReadonlyMap<number, number>,
): IterationTimes[] {
  const iterationOf = new Map(items.map((region, iteration) => [region, iteration]));
  const [first = 0] = items;
  const own = rootOf.get(first) ?? absent(first);
  const left = items.map(() => new Map<number, number>());
  const times = items.map(empty);
  for (const [iteration, region] of items.entries()) {
    const root = rootOf.get(region) ?? absent(region);
    for (let at = elementAt(start, root); at < elementAt(start, root + 1); at++)
      left[iteration]?.set(elementAt(location, at), elementAt(value, at));
  }
  const exclusive = edges.exclusive.get('time');
  for (const [entry, caller] of edges.caller.entries()) {
    const iteration = iterationOf.get(caller);
    const seconds = exclusive?.[entry] ?? Number.NaN;
    if (iteration === undefined || Number.isNaN(seconds)) continue;
    const place = elementAt(edges.location, entry);
    const callee = elementAt(edges.callee, entry);
    add(elementAt(times, iteration), rootOf.get(callee) ?? absent(callee), place, seconds);
    const rest = elementAt(left, iteration);
    rest.set(place, (rest.get(place) ?? 0) - seconds);
  }
  for (const [iteration, rest] of left.entries())
    for (const [place, seconds] of rest) add(elementAt(times, iteration), own, place, Math.max(0, seconds));
  return times;
}

/** Returns differences between snapshots; values missing from a snapshot have not changed. */
export function timesOfSnapshots(snapshots: readonly Snapshot[], locations: number): IterationTimes[] {
  const before = new Map<number, number>();
  return snapshots.map(({ severities }) => {
    const times = empty();
    const column = severities.get('time');
    for (const [entry, node] of column?.callPath.entries() ?? []) {
      const place = column?.location[entry] ?? absent(entry);
      const seconds = column?.value[entry] ?? absent(entry);
      const key = node * locations + place;
      const gained = seconds - (before.get(key) ?? 0);
      before.set(key, seconds);
      if (gained > 0) add(times, node, place, gained);
    }
    return times;
  });
}

/** Seconds by location. */
export function secondsByLocation(times: readonly IterationTimes[], locations: number): Float64Array {
  const sums = new Float64Array(locations);
  for (const { location, seconds } of times)
    for (const [entry, place] of location.entries()) addAt(sums, place, elementAt(seconds, entry));
  return sums;
}
