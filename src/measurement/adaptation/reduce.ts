/** Selection of functions of a measured run to exclude from the next. */
import type { Seconds } from '../../base/units.js';
import type { FunctionRule } from '../selection/model.js';
import { globOfRegion, namesOfRegion } from '../selection/names.js';
import { chooser, DEFAULT_GROUP, type GroupRule, nameTests } from '../selection/tests.js';
import { type RecordingCost, relativeOverhead, type Strategy, THRESHOLD } from './overhead.js';
import { checkCounts, type ReduceRule, ruleFor } from './rules.js';
import type { FunctionStatistics, RunStatistics } from './statistics.js';

/** Exclusion by rules, or by a strategy with recording costs. */
export type Reduction =
  | { readonly rules: readonly ReduceRule[]; readonly groups: readonly GroupRule[] }
  | { readonly strategy: Strategy; readonly cost: RecordingCost };

/** An excluded function. */
export interface ReducedFunction {
  readonly statistics: FunctionStatistics;
  /** Why, for people. */
  readonly why: string;
}

/** The groups that functions are in by rules. */
function groupsBy(groups: readonly GroupRule[]): (one: FunctionStatistics) => readonly string[] {
  const tests = [...new Set(groups.map(({ group }) => group))].map((group) => {
    const globs = groups.filter((rule) => rule.group === group);
    return { group, choose: chooser(nameTests(globs.map(({ glob }): FunctionRule => ({ take: 'include', glob })))) };
  });
  return ({ region, file }) => {
    const names = namesOfRegion(region, file);
    const found = tests.filter(({ choose }) => choose(names) === 'include').map(({ group }) => group);
    return found.length === 0 ? [DEFAULT_GROUP, 'TAU_DEFAULT'] : found;
  };
}

function whyByStrategy(one: FunctionStatistics, strategy: Strategy, cost: RecordingCost): string | undefined {
  const percent = relativeOverhead(strategy, one, cost);
  if (percent <= THRESHOLD) return undefined;
  const name = strategy.toUpperCase();
  return percent === Infinity ? `${name}: overhead exceeds the function` : `${name} ${percent.toPrecision(3)} %`;
}

/** Whether the program begins there. */
export const isBeginning = ({ region }: FunctionStatistics): boolean => /^(main|MAIN__)(\(|$)/.test(region);

/** Returns the functions to exclude, the most expensive to record first. The program's beginning is kept. */
export function reduce(run: RunStatistics, reduction: Reduction): ReducedFunction[] {
  if ('rules' in reduction) checkCounts(reduction.rules, run);
  const groupsOf = 'rules' in reduction ? groupsBy(reduction.groups) : () => [];
  const whyLeftOut = (one: FunctionStatistics): string | undefined =>
    'rules' in reduction
      ? ruleFor(reduction.rules, one, run, groupsOf)?.text
      : whyByStrategy(one, reduction.strategy, reduction.cost);
  return run.functions
    .filter((one) => !isBeginning(one))
    .flatMap((statistics): ReducedFunction[] => {
      const why = whyLeftOut(statistics);
      return why === undefined ? [] : [{ statistics, why }];
    })
    .sort((left, right) => right.statistics.calls - left.statistics.calls);
}

/** Returns the overhead of recording the calls of a function. */
export const overheadOf = ({ calls }: FunctionStatistics, pair: Seconds): Seconds => calls * pair;

/** Rules that leave functions out, each once. */
export const rulesFor = (regions: readonly string[]): FunctionRule[] =>
  [...new Set(regions.map(globOfRegion))].map((glob) => ({ take: 'exclude', glob }));
