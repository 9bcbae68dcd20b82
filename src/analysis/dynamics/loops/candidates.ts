/** Which call paths may be loops, from the profile alone (dynamics.md, 2.2, step 1). */
import { absent, addAt, elementAt } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import { type Definitions, isOverhead, isPhase } from '../../../model/definitions.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import { regionTable } from '../../trace/profile/regionTable.js';
import { Operation } from '../../trace/metrics/operations.js';

/** Of the run that iterations of a main loop cover at least. */
export const COVERAGE = 0.4;
/** Fewer calls than so many are no loop. */
export const FEWEST = 4;
/** Classes that are looked at: those with most time. */
const MOST_CLASSES = 16;

/** Call paths with one caller that are called equally often, so that they may be called once an iteration. */
export interface LoopClass {
  /** The caller; -1 where there is none. */
  readonly parent: number;
  /** Ascending. */
  readonly members: readonly number[];
  /** Whether the program marks it as a phase. */
  readonly isMarked: boolean;
}

/** Call paths that are no calls within the run that is to be covered. */
export const Apart = {
  No: 0,
  /** MPI_Init and MPI_Finalize, and measurement overhead: not part of the run. */
  Outside: 1,
  /** Represents the program as a whole: the run consists of its callees. */
  Program: 2,
} as const;

/** Returns the class of each call path, one of Apart. */
export function outsideOf(definitions: Definitions, { region, size }: PerformanceSpace['callTree']): Uint8Array {
  const { operation, program } = regionTable(definitions);
  return Uint8Array.from({ length: size }, (_, node) => {
    const at = region[node] ?? absent(node);
    if (at === program) return Apart.Program;
    const isRecording = isOverhead(elementAt(definitions.regions, at));
    const isEnd = operation[at] === Operation.Init || operation[at] === Operation.Finalize;
    return isEnd || isRecording ? Apart.Outside : Apart.No;
  });
}

/**
 * The classes of calls that all of some threads have, most time first.
 * @param mains the first thread of each process
 */
export function loopClasses(space: PerformanceSpace, definitions: Definitions, mains: readonly number[]): LoopClass[] {
  const { callTree } = space;
  const visits = visitsOf(space, mains);
  const outside = outsideOf(definitions, callTree);
  const { uncounted } = regionTable(definitions);
  const marks = (node: number): boolean => {
    const region = definitions.regions[callTree.region[node] ?? absent(node)];
    return region !== undefined && isPhase(region);
  };
  let common: Map<string, LoopClass> | undefined;
  for (const main of mains) {
    const own = visits.get(main) ?? absent(main);
    const found = new Map<string, number[]>();
    for (let node = 0; node < callTree.size; node++) {
      const n = own[node] ?? absent(node);
      const parent = callTree.parent[node] ?? absent(node);
      const above = parent < 0 ? 1 : (own[parent] ?? absent(parent));
      const isUncounted = parent >= 0 && uncounted[callTree.region[parent] ?? absent(parent)] === 1;
      if (n < FEWEST || outside[node] !== Apart.No || (!marks(node) && !isUncounted && n < 2 * above)) continue;
      const key = marks(node) ? `phase ${node}` : `${parent} ${n}`;
      const members = found.get(key);
      if (members === undefined) found.set(key, [node]);
      else members.push(node);
    }
    const classes = new Map<string, LoopClass>();
    for (const [key, members] of found) {
      const parent = callTree.parent[members[0] ?? absent(0)] ?? absent(0);
      classes.set(`${parent}: ${members.join(' ')}`, { parent, members, isMarked: key.startsWith('phase') });
    }
    common = common === undefined ? classes : new Map([...common].filter(([key]) => classes.has(key)));
  }
  const time = inclusiveTime(space, new Set(mains));
  const timeOf = ({ members }: LoopClass): number => members.reduce((sum, node) => sum + (time[node] ?? 0), 0);
  const all = [...(common?.values() ?? [])].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, MOST_CLASSES);
  // Iterations cover no more than what they are called by: where there are others, those that cannot cover enough are none.
  const run = runTime(callTree, time, outside);
  const able = all.filter(
    ({ parent, isMarked }) => isMarked || parent < 0 || !((time[parent] ?? absent(parent)) < (COVERAGE - 1e-6) * run),
  );
  return able.length > 0 ? able : all;
}

/**
 * Returns the seconds of all calls except those outside of the run; the program's exclusive time before and after them
 * does not count.
 */
function runTime({ parent, size }: CallTree, time: Float64Array, apart: Uint8Array): number {
  let sum = 0;
  for (let node = 0; node < size; node++) {
    const above = parent[node] ?? absent(node);
    const isTop = above < 0 || apart[above] === Apart.Program;
    if (apart[node] === Apart.Outside) sum -= isTop ? 0 : (time[node] ?? absent(node));
    else if (isTop && apart[node] !== Apart.Program) sum += time[node] ?? absent(node);
  }
  return sum;
}

function visitsOf({ severities, callTree }: PerformanceSpace, mains: readonly number[]): Map<number, Float64Array> {
  const visits = new Map(mains.map((main) => [main, new Float64Array(callTree.size)]));
  const column = severities.get('visits');
  for (const [row, node] of column?.callPath.entries() ?? []) {
    const own = visits.get(column?.location[row] ?? absent(row));
    if (own !== undefined) own[node] = column?.value[row] ?? absent(row);
  }
  return visits;
}

/** Returns the inclusive seconds of all calls on each path, on some locations. */
function inclusiveTime({ severities, callTree }: PerformanceSpace, locations: ReadonlySet<number>): Float64Array {
  const time = new Float64Array(callTree.size);
  const column = severities.get('execution');
  for (const [row, node] of column?.callPath.entries() ?? [])
    if (locations.has(column?.location[row] ?? absent(row))) addAt(time, node, column?.value[row] ?? absent(row));
  for (let node = callTree.size - 1; node >= 0; node--) {
    const parent = callTree.parent[node] ?? absent(node);
    if (parent >= 0) addAt(time, parent, time[node] ?? absent(node));
  }
  return time;
}
