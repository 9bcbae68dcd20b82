/** Data of a run for each function, as needed by exclusion rules. */
import { CallPaths } from '../../analysis/report/index.js';
import { isOutermost } from '../../model/outermost.js';
import { exclusive } from '../../analysis/trace/index.js';
import { addAt, elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import { type Definitions, isOverhead, isProgram, type Region } from '../../model/definitions.js';
import { isCounter } from '../../model/counters.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';

/** Sums over all locations. */
export interface FunctionStatistics {
  readonly region: string;
  /** File of its definition; '' if unknown. */
  readonly file: string;
  readonly calls: number;
  /** Calls that it makes itself. */
  readonly directCalls: number;
  /** All recorded calls below it, however deep; of what calls itself, those below the outermost call. */
  readonly nestedCalls: number;
  readonly exclusive: Seconds;
  readonly inclusive: Seconds;
  /** Values of the run's first counter, exclusive and inclusive; omitted if the run has none. */
  readonly counted?: { readonly own: number; readonly inclusive: number };
  /** Names of the functions that it calls, through what is no function of the program too; its own may be among them. */
  readonly children: ReadonlySet<string>;
}

export interface RunStatistics {
  readonly functions: readonly FunctionStatistics[];
  /** Names of those that no function of the program calls, such as `main`. */
  readonly roots: ReadonlySet<string>;
  /** Locations with recorded time, over which means are taken. */
  readonly locations: number;
  /** Of all locations together. */
  readonly totalTime: Seconds;
}

interface Columns {
  readonly own: Float64Array;
  readonly below: Float64Array;
}

/** A metric by call path without and with what is below. */
function columnsOf({ callTree }: PerformanceSpace, { callPath, value }: Values): Columns {
  const own = new Float64Array(callTree.size);
  value.forEach((one, index) => addAt(own, elementAt(callPath, index), one));
  const below = own.slice();
  for (let node = below.length - 1; node >= 0; node--) {
    const above = elementAt(callTree.parent, node);
    if (above >= 0) addAt(below, above, elementAt(below, node));
  }
  return { own, below };
}

type Values = ReturnType<typeof exclusive>;

/** Reports whether it can be excluded: a function of the program that is recorded as such. */
function isFunction(region: Region | undefined): boolean {
  if (region === undefined || isProgram(region) || isOverhead(region)) return false;
  return region.paradigm === 'compiler' || region.paradigm === 'sampling';
}

interface Callees {
  /** By region. */
  readonly children: ReadonlyMap<number, Set<string>>;
  readonly roots: Set<string>;
}

/** Returns the callees of functions: constructs of OpenMP and inlined code may be in between. */
function calleesOf(paths: CallPaths, { callTree }: PerformanceSpace): Callees {
  const children = new Map<number, Set<string>>();
  const roots = new Set<string>();
  const nearest = new Int32Array(callTree.size).fill(-1);
  for (let node = 0; node < callTree.size; node++) {
    const above = elementAt(callTree.parent, node);
    const caller = above < 0 ? -1 : elementAt(nearest, above);
    nearest[node] = caller;
    if (!isFunction(paths.region(node))) continue;
    const region = elementAt(callTree.region, node);
    nearest[node] = region;
    const called = caller < 0 ? roots : (children.get(caller) ?? new Set<string>());
    called.add(paths.regionName(node));
    if (caller >= 0) children.set(caller, called);
  }
  return { children, roots };
}

type Sums = { -readonly [Key in keyof FunctionStatistics]: FunctionStatistics[Key] };

/** Adds a counter's value at one more call path of a function. */
function withCounts(
  { own, inclusive }: NonNullable<FunctionStatistics['counted']> = { own: 0, inclusive: 0 },
  columns: Columns,
  node: number,
  isOuter: boolean,
): NonNullable<FunctionStatistics['counted']> {
  return {
    own: own + elementAt(columns.own, node),
    inclusive: inclusive + (isOuter ? elementAt(columns.below, node) : 0),
  };
}

/** The functions of a run, in the order of their first call path. */
export function runStatistics(space: PerformanceSpace, definitions: Definitions): RunStatistics {
  const { callTree } = space;
  const paths = new CallPaths(callTree, definitions);
  const spent = exclusive(space, space.severities.has('execution') ? 'execution' : 'time');
  const [time, visits] = [columnsOf(space, spent), columnsOf(space, exclusive(space, 'visits'))];
  const counter = space.metrics.find((metric) => isCounter(metric) && space.severities.has(metric.name));
  const counted = counter === undefined ? undefined : columnsOf(space, exclusive(space, counter.name));
  const { children, roots } = calleesOf(paths, space);
  const made = new Float64Array(callTree.size);
  for (let node = 0; node < callTree.size; node++) {
    const above = elementAt(callTree.parent, node);
    if (above >= 0) addAt(made, above, elementAt(visits.own, node));
  }
  const functions = new Map<number, Sums>();
  for (let node = 0; node < callTree.size; node++) {
    if (!isFunction(paths.region(node))) continue;
    const region = elementAt(callTree.region, node);
    const file = paths.definition(node)?.file ?? '';
    const sums: Sums = functions.get(region) ?? {
      ...{ region: paths.regionName(node), file, calls: 0, directCalls: 0, nestedCalls: 0, exclusive: 0, inclusive: 0 },
      children: children.get(region) ?? new Set<string>(),
    };
    functions.set(region, sums);
    sums.calls += elementAt(visits.own, node);
    sums.directCalls += elementAt(made, node);
    sums.exclusive += elementAt(time.own, node);
    if (counted !== undefined) sums.counted = withCounts(sums.counted, counted, node, isOutermost(node, callTree));
    if (!isOutermost(node, callTree)) continue;
    sums.inclusive += elementAt(time.below, node);
    sums.nestedCalls += elementAt(visits.below, node) - elementAt(visits.own, node);
  }
  return {
    functions: [...functions.values()].filter(({ calls }) => calls > 0),
    roots,
    locations: Math.max(1, new Set(spent.location).size),
    totalTime: spent.value.reduce((sum, one) => sum + one, 0),
  };
}
