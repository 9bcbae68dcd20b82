/** Which functions a trace can do without: a strategy chooses them from a run whose calls were counted. */
import { addAt, elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import { namesLeftOut } from '../../analysis/trace/doubts/leftOut.js';
import { sumsByRegion } from '../../analysis/report/flat.js';
import { CallPaths } from '../../analysis/callPaths/callPaths.js';
import { mpiName } from '../../analysis/trace/metrics/operations.js';
import { isOverhead, isProgram, type Region } from '../../model/definitions.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { type MeasuredFunction, partsThatLeaveOut, stillMeasured } from '../selection.js';
import type { CountedRun } from './forecast.js';
import { ordinaryCallsIn } from './ordinaryCall.js';

/** A function that may be excluded. */
export interface Candidate extends MeasuredFunction {
  /** Its number among the regions. */
  readonly number: number;
  readonly place: SourcePlace;
  readonly calls: number;
  /** Inclusive duration of an uninterrupted call; the mean over all calls if nothing better is known. */
  readonly ordinary: Seconds;
  /** Whether calls from it reach MPI, OpenMP or accelerators. */
  readonly isParallel: boolean;
}

/** Decides for each function whether it is excluded. @param cost of recording a call */
export type Strategy = (candidates: readonly Candidate[], cost: Seconds) => readonly Candidate[];

/** A call shorter than so many times what recording it costs is changed by it: more than 2.5 %, as for the governor. */
const SHORT = 40;
/** Minimum number of calls, and minimum share of all calls; excluding fewer saves almost nothing. */
const LEAST_CALLS = 1000;
const LEAST_SHARE = 0.001;

/**
 * Excludes functions whose recording costs more than its benefit (Wolf 2003, 4.7.1). Their calls are so short that
 * recording distorts them, and numerous enough to matter. Functions that lead to communication are kept, since waiting
 * is reported by call path.
 */
export const costsMoreThanItTells: Strategy = (candidates, cost) => {
  const all = candidates.reduce((sum, { calls }) => sum + calls, 0);
  return candidates.filter(
    ({ calls, ordinary, isParallel }) =>
      !isParallel && calls >= Math.max(LEAST_CALLS, all * LEAST_SHARE) && ordinary < SHORT * cost,
  );
};

/** The excluded names, as passed to compilers and the probe, and the functions that this excludes. */
export interface ExcludedFunction {
  /** Parts of names. */
  readonly parts: readonly string[];
  readonly functions: readonly Candidate[];
  /** Functions that the budget excluded while the run was counted: their calls are unknown. */
  readonly excludedByBudget: readonly string[];
}

/**
 * Chooses the functions that a trace excludes. Functions that the budget excluded while the run was counted stay
 * excluded: a trace would record many calls before it excludes them again. Functions whose names are ambiguous are kept.
 * @param cost of recording a call
 */
export function leftOutOf(run: CountedRun, cost: Seconds, strategy: Strategy = costsMoreThanItTells): ExcludedFunction {
  const candidates = candidatesOf(run);
  const unwanted = new Set(strategy(candidates, cost));
  const others = candidates.filter((one) => !unwanted.has(one));
  const excluded = excludedWhileCounted(run, candidates);
  const parts = partsThatLeaveOut([...unwanted, ...excluded], others);
  const excludedByBudget = stillMeasured(excluded, parts).map(({ region }) => region);
  return { parts, functions: stillMeasured(candidates, parts), excludedByBudget };
}

/** The measurement has their names only: their language is that of the recorded functions. */
function excludedWhileCounted({ definitions }: CountedRun, candidates: readonly Candidate[]): MeasuredFunction[] {
  const [place = { file: '' }] = candidates.map((one) => one.place);
  return namesLeftOut(definitions).map((region) => ({ region, place }));
}

/** Returns the functions of a run that parts of names exclude. */
export function namedBy(run: CountedRun, parts: readonly string[]): readonly Candidate[] {
  return parts.length === 0 ? [] : stillMeasured(candidatesOf(run), parts);
}

/** Returns the functions of the program that can be excluded: those with a source location. */
function candidatesOf(run: CountedRun): Candidate[] {
  const { space, definitions } = run;
  const paths = new CallPaths(space.callTree, definitions);
  const parallel = leadingToParallel(run);
  const ordinary = ordinaryCallsIn(run, paths);
  return [...sumsByRegion(space, paths)].flatMap(([number, sums]): Candidate[] => {
    const { node, calls } = sums;
    const place = paths.definition(node);
    const region = definitions.regions[number];
    if (place === undefined || region === undefined || !isFunction(region) || calls === 0) return [];
    const name = paths.regionName(node);
    const isParallel = parallel[number] === 1;
    return [{ region: name, place, number, calls, ordinary: ordinary(number, sums), isParallel }];
  });
}

function isFunction(region: Region): boolean {
  return region.paradigm === 'compiler' && !isProgram(region) && !isOverhead(region);
}

/** 1 by region from which something is reached that is no function of the program. */
function leadingToParallel({ space: { callTree }, definitions: { regions } }: CountedRun): Uint8Array {
  const reaches = new Float64Array(callTree.size);
  const leading = new Uint8Array(regions.length);
  for (let node = callTree.size - 1; node >= 0; node--) {
    const number = elementAt(callTree.region, node);
    const region = regions[number];
    const isParallel =
      region !== undefined &&
      !isProgram(region) &&
      !isOverhead(region) &&
      (!isFunction(region) || mpiName(region.name) !== undefined);
    const reached = elementAt(reaches, node) + (isParallel ? 1 : 0);
    if (elementAt(reaches, node) > 0) leading[number] = 1;
    const above = elementAt(callTree.parent, node);
    if (above >= 0) addAt(reaches, above, reached);
  }
  return leading;
}
