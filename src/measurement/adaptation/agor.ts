/**
 * Analysis Guided Overhead Reduction (Oleynik 2014, 4.3.3 and figure 4.6): what costs too much is never measured again; of
 * the rest only what the analysis asks for next is on, step by step down from where the program begins.
 */
import type { Fraction } from '../../base/units.js';
import type { FunctionRule } from '../selection/model.js';
import { globOfRegion } from '../selection/names.js';
import { isBeginning } from './reduce.js';
import type { FunctionStatistics, RunStatistics } from './statistics.js';

/** Below what share of the time nothing is asked of what a function calls. */
export const LEAST_SHARE: Fraction = 0.03;

/** How far the search is. Functions are named as in the run with all of them. */
export interface AgorState {
  /** Those that cost too much to record. */
  readonly blackList: readonly string[];
  /** Those that were on in some step. */
  readonly asked: readonly string[];
  /** Of those, the ones that take at least LEAST_SHARE of the time. */
  readonly found: readonly string[];
  /** Those that are on in the next run. */
  readonly on: readonly string[];
  /** `over`: what was found has been measured together, and nothing is to be done. */
  readonly stage: 'searching' | 'gathering' | 'over';
}

/** Before the first step: all is off but where the program begins, its phases and MPI. */
export const begunWith = (blackList: readonly string[]): AgorState => ({
  blackList,
  asked: [],
  found: [],
  on: [],
  stage: 'searching',
});

/**
 * Returns the callees of these functions in a run with all functions; functions that may not be measured are passed
 * through.
 */
function calledBy(whole: RunStatistics, callers: ReadonlySet<string>, blackList: ReadonlySet<string>): Set<string> {
  const byName = new Map<string, FunctionStatistics[]>();
  for (const one of whole.functions) byName.set(one.region, [...(byName.get(one.region) ?? []), one]);
  const called = new Set<string>();
  const passed = new Set(callers);
  // A set that grows is gone through to its end.
  for (const caller of passed)
    for (const { children } of byName.get(caller) ?? [])
      for (const child of children) (blackList.has(child) ? passed : called).add(child);
  return called;
}

/** Whether two lists name the same. */
function isSame(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify([...left].sort()) === JSON.stringify([...right].sort());
}

/**
 * The next step.
 * @param whole the run with all functions
 * @param latest the run that `state` led to
 * @param worse functions that turned out in it to cost too much: what hid that is off
 */
export function nextStep(
  state: AgorState,
  whole: RunStatistics,
  latest: RunStatistics,
  worse: readonly string[] = [],
): AgorState {
  const blackList = new Set([...state.blackList, ...worse]);
  const share = ({ inclusive }: FunctionStatistics): Fraction =>
    latest.totalTime > 0 ? inclusive / latest.totalTime : 0;
  const on = new Set(state.on);
  const telling = latest.functions
    .filter((one) => on.has(one.region) && share(one) >= LEAST_SHARE)
    .map(({ region }) => region);
  const bearable = (names: readonly string[]): string[] => names.filter((name) => !blackList.has(name));
  const next = { ...state, blackList: [...blackList] };
  if (state.stage !== 'searching') return gathered({ ...next, found: bearable(state.found) });
  const found = bearable([...new Set([...state.found, ...telling])]);
  const beginnings = [...whole.roots, ...whole.functions.filter(isBeginning).map(({ region }) => region)];
  const callers = new Set(state.asked.length === 0 ? beginnings : telling);
  const known = new Set([...state.asked, ...beginnings]);
  const asked = [...calledBy(whole, callers, blackList)].filter((name) => !known.has(name)).sort();
  if (asked.length === 0) return gathered({ ...next, found });
  return { ...next, asked: [...state.asked, ...asked], found, on: asked };
}

/** All functions found are measured together, which ends the search. */
const gathered = (state: AgorState): AgorState => ({
  ...state,
  on: state.found,
  stage: isSame(state.found, state.on) ? 'over' : 'gathering',
});

/** Rules by which only these functions are measured, and where the program begins. */
export const rulesThatMeasure = (names: readonly string[]): FunctionRule[] => [
  { take: 'exclude', glob: '*' },
  ...['main', 'MAIN__', ...names].map((name): FunctionRule => ({ take: 'include', glob: globOfRegion(name) })),
];
