/** Values of profiles that distinguish unmeasured values from 0. */
import { countingSort, placesByKey } from '../base/countingSort.js';
import { absent, addAt, elementAt } from '../base/elements.js';
import type { CallTree } from './callTree.js';
import type { SeverityColumn } from './performanceSpace.js';

/**
 * Values by call path and location in compressed rows: those of call path `n` are the entries from `start[n]` to
 * `start[n + 1]`, in order of location. Unmeasured values have no entry; zeros have one.
 */
export interface CallPathValues {
  /** One number more than there are call paths. */
  readonly start: Uint32Array;
  readonly location: Uint32Array;
  /** In the metric's unit. */
  readonly value: Float64Array;
}

/**
 * Caller–callee pairs: entry i means that `callee[i]` was called by `caller[i]` at `location[i]`. Regions are given by
 * their index. Sorted by caller, callee, location.
 */
export interface CallEdges {
  readonly caller: Uint32Array;
  readonly callee: Uint32Array;
  readonly location: Uint32Array;
  readonly calls: Float64Array;
  /** Of the callee when it was called so, by metric; NaN where it is not known. */
  readonly exclusive: ReadonlyMap<string, Float64Array>;
  readonly inclusive: ReadonlyMap<string, Float64Array>;
  /** How far the values can be relied on: 1 where they were measured, 0.5 where they were shared out by calls. */
  readonly confidence: number;
}

/** The value at one place, found in logarithmic time; undefined where it was not measured. */
export function valueAt({ start, location, value }: CallPathValues, callPath: number, at: number): number | undefined {
  let low = start[callPath] ?? absent(callPath);
  let high = start[callPath + 1] ?? absent(callPath + 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = location[middle] ?? absent(middle);
    if (found === at) return value[middle];
    if (found < at) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/**
 * Computes exclusive from inclusive values: each path's value less those of the paths it calls. A caller without a
 * value gets the sum of its callees as inclusive and nothing as exclusive value.
 */
export function withoutCallees(inclusive: CallPathValues, callTree: CallTree, locationCount: number): CallPathValues {
  const places: PlacedValues = { callPath: [], location: [], value: [] };
  const column = { ...inclusive, callPath: pathsOf(inclusive) };
  upTree(callTree, locationCount, column, (node, location, own, below) => {
    if (own === undefined) return below;
    const rest = own - below;
    const isRounding = Math.abs(rest) <= ROUNDING * Math.max(Math.abs(own), Math.abs(below));
    place(places, node, location, isRounding ? 0 : rest);
    return own;
  });
  return callPathValues(places, callTree.size, locationCount);
}

/** Rounding error of the difference of two numbers, relative to the larger one. */
const ROUNDING = 1e-12;

/** Adds a value. */
export function place({ callPath, location, value }: PlacedValues, node: number, at: number, one: number): void {
  callPath.push(node);
  location.push(at);
  value.push(one);
}

/**
 * Traverses the call tree from its leaves upward, one location after the other. Time and memory are proportional to the
 * number of entries and of the call paths above them.
 * @param visit receives the value of a path, undefined if it has no entry, and the sum of its callees' results; returns
 * the result for its caller
 */
export function upTree(
  { parent, size }: CallTree,
  locationCount: number,
  { callPath, location, value }: SeverityColumn,
  visit: (node: number, location: number, own: number | undefined, below: number) => number,
): void {
  const order = placesByKey(location, locationCount);
  const [below, own] = [new Float64Array(size), new Float64Array(size)];
  // One more than the location at which a path was last reached, and had an entry.
  const [reached, given] = [new Uint32Array(size), new Uint32Array(size)];
  for (let first = 0; first < order.length;) {
    const at = elementAt(location, elementAt(order, first));
    const nodes: number[] = [];
    for (; first < order.length && elementAt(location, elementAt(order, first)) === at; first++) {
      const entry = elementAt(order, first);
      const start = elementAt(callPath, entry);
      own[start] = (given[start] === at + 1 ? elementAt(own, start) : 0) + elementAt(value, entry);
      given[start] = at + 1;
      for (let node = start; node >= 0 && reached[node] !== at + 1; node = elementAt(parent, node)) {
        reached[node] = at + 1;
        below[node] = 0;
        nodes.push(node);
      }
    }
    // Callees have larger numbers than their callers.
    for (const node of Uint32Array.from(nodes).sort().reverse()) {
      const isGiven = given[node] === at + 1;
      const told = visit(node, at, isGiven ? elementAt(own, node) : undefined, elementAt(below, node));
      const above = elementAt(parent, node);
      if (above >= 0) addAt(below, above, told);
    }
  }
}

/** The call path of each entry. */
export function pathsOf({ start }: Pick<CallPathValues, 'start'>): Uint32Array {
  const paths = new Uint32Array(start.at(-1) ?? 0);
  for (let path = 0; path + 1 < start.length; path++)
    paths.fill(path, elementAt(start, path), elementAt(start, path + 1));
  return paths;
}

/** Values with their places, in any order. */
export interface PlacedValues {
  readonly callPath: number[];
  readonly location: number[];
  readonly value: number[];
}

/**
 * Puts values into rows; of several at one place, what `combine` makes of them.
 * @param size how many call paths there are
 */
export function callPathValues(
  { callPath, location, value }: PlacedValues,
  size: number,
  locationCount: number,
  combine: (one: number, other: number) => number = (one, other) => one + other,
): CallPathValues {
  const byLocation = placesByKey(Uint32Array.from(location), locationCount);
  const order = countingSort(byLocation, Uint32Array.from(callPath), size);
  const start = new Uint32Array(size + 1);
  const locations = new Uint32Array(order.length);
  const values = new Float64Array(order.length);
  let count = 0;
  let [lastPath, lastLocation] = [-1, -1];
  for (const entry of order) {
    const [path, at, one] = [elementAt(callPath, entry), elementAt(location, entry), elementAt(value, entry)];
    if (path === lastPath && at === lastLocation) values[count - 1] = combine(elementAt(values, count - 1), one);
    else {
      locations[count] = at;
      values[count++] = one;
    }
    [lastPath, lastLocation] = [path, at];
    start[path + 1] = count;
  }
  for (let path = 0; path < size; path++)
    start[path + 1] = Math.max(elementAt(start, path + 1), elementAt(start, path));
  return { start, location: locations.slice(0, count), value: values.slice(0, count) };
}

/** The same as a column of a space, without what is 0. */
export function severityColumn({ start, location, value }: CallPathValues): SeverityColumn {
  const count = value.reduce((sum, one) => (one === 0 ? sum : sum + 1), 0);
  const column = { callPath: new Uint32Array(count), location: new Uint32Array(count), value: new Float64Array(count) };
  let at = 0;
  for (let path = 0; path + 1 < start.length; path++)
    for (let entry = elementAt(start, path); entry < elementAt(start, path + 1); entry++) {
      const one = elementAt(value, entry);
      if (one === 0) continue;
      column.callPath[at] = path;
      column.location[at] = elementAt(location, entry);
      column.value[at++] = one;
    }
  return column;
}
