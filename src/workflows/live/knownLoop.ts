/** The progress loop of a program that marks none, as the analysis of an earlier run found it. */
import { elementAt } from '../../base/elements.js';
import { type Experiment, type ExperimentStore, resultsOf } from '../../experiments/index.js';
import type { CallTree } from '../../model/callTree.js';
import type { Region } from '../../model/definitions.js';
import type { LoopSummary } from '../../model/dynamics/dynamics.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import { knownByNewest } from './earlierRuns.js';

/** A function each call of which is an iteration. */
export interface KnownLoop {
  readonly name: string;
  /** The experiment that it was found in. */
  readonly experiment: string;
}

/** An iteration is a call of a function when so much of the loop's time is spent there. */
const LEAST_SHARE = 0.9;
/** Calls of the function outside of the loop, such as to warm up. */
const MOST_CALLS = 1.1;

/** The newest that is known; undefined where a run has none, or none of which one function is an iteration. */
export function knownLoop(store: ExperimentStore, program: string): KnownLoop | undefined {
  return knownByNewest(store, program, (experiment) => {
    const name = loopFunction(experiment);
    return name === undefined ? undefined : { name, experiment: experiment.id };
  });
}

/** @throws TrimtabError where the experiment is damaged */
function loopFunction(experiment: Experiment): string | undefined {
  // Loops that a program marks are identified by its marks.
  const found = experiment.dynamics()?.loops.filter(({ source }) => source === 'found') ?? [];
  if (found.length === 0) return undefined;
  const { space, definitions } = resultsOf(experiment, false);
  return found.map((loop) => functionOf(loop, space, definitions.regions)).find((name) => name !== undefined);
}

/** The function that takes the time of the loop, and is called nowhere else. */
function functionOf(
  { members, count, meanDuration }: LoopSummary,
  { callTree, severities }: PerformanceSpace,
  regions: readonly Region[],
): string | undefined {
  const [time, visits] = [severities.get('time'), severities.get('visits')];
  if (time === undefined || visits === undefined) return undefined;
  const isIteration = (node: number): boolean => {
    const region = elementAt(callTree.region, node);
    const calls = byLocation(visits, (other) => elementAt(callTree.region, other) === region);
    const inside = byLocation(time, isBelow(callTree, node));
    if (calls.size === 0 || Math.max(...calls.values()) > MOST_CALLS * count + 1) return false;
    // Ranks differ in how long their iterations last, not in how many there are.
    const spent = [...calls.keys()].reduce((sum, location) => sum + (inside.get(location) ?? 0), 0);
    return spent >= LEAST_SHARE * calls.size * count * meanDuration;
  };
  const regionsOf = members.filter(isIteration).map((node) => elementAt(regions, elementAt(callTree.region, node)));
  return regionsOf.find(({ paradigm }) => paradigm === 'compiler' || paradigm === 'user')?.name;
}

/** Whether a call path is one, or below it. */
function isBelow({ parent }: CallTree, top: number): (node: number) => boolean {
  return (node) => {
    for (let at = node; at >= 0; at = elementAt(parent, at)) if (at === top) return true;
    return false;
  };
}

function byLocation(column: SeverityColumn, counts: (node: number) => boolean): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [entry, node] of column.callPath.entries()) {
    if (!counts(node)) continue;
    const location = elementAt(column.location, entry);
    sums.set(location, (sums.get(location) ?? 0) + elementAt(column.value, entry));
  }
  return sums;
}
