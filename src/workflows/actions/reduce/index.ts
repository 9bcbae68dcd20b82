import { resolve } from 'node:path';
import { readText } from '../../../base/files/index.js';
import { TrimtabError } from '../../../base/problem.js';
import { counted, plainLine } from '../../../base/text.js';
import type { Experiment } from '../../../experiments/index.js';
import {
  byCost,
  byRules,
  type LeavesOut,
  measuringNothing,
  nextGuided,
  nextReduction,
  type NextRound,
} from '../../../measurement/adaptation/adapt.js';
import { type AgorState, rulesThatMeasure } from '../../../measurement/adaptation/agor.js';
import { DEFAULT_RULES, parseReduceRules } from '../../../measurement/adaptation/rules.js';
import { strategyIn } from '../../../measurement/adaptation/strategies.js';
import type { FunctionRule } from '../../../measurement/selection/model.js';
import { LARGEST_SELECTION } from '../../../measurement/selection/syntaxes.js';
import { seriesOf } from '../../../measurement/series/file.js';
import { latestOutputs, type Outputs } from '../../language/declaration.js';
import { functionCostOf, statisticsOf } from '../../measuring/functionCosts.js';
import { action, type ActionContext } from '../../steps/action.js';
import { analyzeDeclaration } from '../../declarations/analyze.js';
import { runDeclaration } from '../../declarations/run.js';
import { reduceDeclaration } from '../../declarations/reduce.js';

const STRATEGIES = 'write tor, por, agor, rules, rules:FILE or nothing';
/** At most so many functions are named in the log. */
const MOST_NAMED = 20;

/** Selects what later runs measure, from an earlier one. */
export const reduce = action(reduceDeclaration, (context, given) => {
  const { done, log, store, tell } = context;
  const strategy = given.get('strategy');
  const latest = latestOutputs(reduceDeclaration, done);
  const before = latest?.strategy === strategy ? latest : undefined;
  const id = given.get('experiment') ?? latestOutputs(analyzeDeclaration, done)?.experiment;
  if (id === undefined)
    throw new TrimtabError('There is no analyzed run before this step; name one with "experiment".');
  const whole = before?.search?.whole ?? id;
  const live = strategy === 'agor' ? liveRound(context, { before, id, whole }) : undefined;
  if (live !== undefined) return Promise.resolve({ strategy, experiment: id, ...live });
  const round = roundOf(context, strategy, {
    // An unsuccessful live search has no data.
    latest: store.get(before?.search?.stage === 'live' ? whole : id),
    whole: store.get(whole),
    before: before === undefined ? undefined : { rules: before.rules, search: agorOf(before.search) },
  });
  for (const { statistics, why } of round.leftOut.slice(0, MOST_NAMED))
    log(`${plainLine(statistics.region)}: ${counted(statistics.calls, 'call')}, ${plainLine(why)}\n`);
  tell(sentenceOf(round));
  return Promise.resolve({
    strategy,
    experiment: id,
    rules: round.rules.map(({ take, glob }) => ({ take, glob })),
    leftOut: round.leftOut.map(({ statistics }) => statistics.region),
    isDone: round.isDone,
    search: round.agor === undefined ? null : { ...round.agor, whole },
  });
});

const NOTHING_YET = { blackList: [], asked: [], found: [], on: [] };

/**
 * AGOR while the program runs, without a restart, where it has a progress loop: the next run is steered, and what came of it
 * is taken over after that. @returns undefined where it goes by restarts
 */
function liveRound(
  { done, log, store, tell }: ActionContext,
  { before, id, whole }: { readonly before: LatestReduction; readonly id: string; readonly whole: string },
) {
  if (before === undefined) {
    const { archive } = store.get(id);
    if (archive === undefined || seriesOf(archive) === undefined) return undefined;
    tell('It is adapted while it runs.');
    return { rules: [], leftOut: [], isDone: false, search: { ...NOTHING_YET, stage: 'live' as const, whole } };
  }
  if (before.search?.stage !== 'live') return undefined;
  const found = latestOutputs(runDeclaration, done)?.steered;
  if (found === undefined) {
    log('It could not be adapted while it ran: it is run again for each step.\n');
    return undefined;
  }
  tell(
    `${counted(found.found.length, 'function')} of at least 3 % of the time, after ${counted(found.steps, 'step')} in one run.`,
  );
  return {
    rules: rulesThatMeasure(found.found).map(({ take, glob }) => ({ take, glob })),
    leftOut: found.blackList,
    isDone: true,
    search: { ...found, on: found.found, stage: 'over' as const, whole },
  };
}

type LatestReduction = Outputs<typeof reduceDeclaration> | undefined;

/** After an unsuccessful live search, the strategy starts again. */
function agorOf(search: Outputs<typeof reduceDeclaration>['search']): AgorState | null {
  if (search === null) return null;
  const { stage } = search;
  return stage === 'live' ? null : { ...search, stage };
}

/** Stored results of the previous round. */
interface Before {
  readonly rules: readonly FunctionRule[];
  readonly search: AgorState | null;
}

interface Runs {
  readonly latest: Experiment;
  /** With all functions. */
  readonly whole: Experiment;
  readonly before: Before | undefined;
}

/** @throws TrimtabError if the strategy is unknown, or the run does not contain recording costs */
function roundOf(context: ActionContext, strategy: string, { latest, whole, before }: Runs): NextRound {
  const named = strategyIn(strategy);
  switch (named?.by) {
    case undefined:
      throw new TrimtabError(`"${strategy}" is no strategy; ${STRATEGIES}.`);
    case 'nothing':
      return measuringNothing;
    case 'agor':
      return nextGuided(before?.search ?? undefined, {
        whole: statisticsOf(whole),
        latest: statisticsOf(latest),
        blackList: byCost('tor', costOf(whole)),
      });
    case 'rules':
      return nextReduction(ofBefore(before), statisticsOf(latest), rulesOf(context, named.file));
    case 'tor':
    case 'por':
      return nextReduction(ofBefore(before), statisticsOf(latest), byCost(named.by, costOf(latest)));
  }
}

const ofBefore = (before: Before | undefined) =>
  before === undefined ? undefined : { rules: before.rules, agor: undefined };

function costOf(experiment: Experiment) {
  const cost = functionCostOf(experiment);
  if (cost !== undefined) return cost;
  throw new TrimtabError(
    `Experiment ${experiment.id} does not contain the cost of recording a call; use one that Trimtab measured.`,
  );
}

function rulesOf({ configuration }: ActionContext, file: string | undefined): LeavesOut {
  const text =
    file === undefined
      ? DEFAULT_RULES
      : readText(resolve(configuration.project, file), { limit: LARGEST_SELECTION, within: configuration.project });
  return byRules({ rules: parseReduceRules(text, file ?? 'rules'), groups: configuration.selection.rules.groups });
}

function sentenceOf({ leftOut, isDone, agor }: NextRound): string {
  const all = (count: number, one: string, several: string): string =>
    `${counted(count, 'function')} ${count === 1 ? one : several}`;
  if (agor !== undefined && agor.stage !== 'searching')
    return `${all(agor.found.length, 'takes', 'take')} at least 3 % of the time.`;
  if (agor !== undefined && agor.asked.length > 0) return `${all(agor.on.length, 'is', 'are')} asked for next.`;
  if (isDone) return 'No further function is excluded.';
  return `${all(leftOut.length, 'costs', 'cost')} too much to record.`;
}
