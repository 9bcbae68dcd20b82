import { join } from 'node:path';
import * as v from 'valibot';
import { total } from '../../../analysis/trace/index.js';
import { writeAtomically } from '../../../base/files/index.js';
import { TrimtabError } from '../../../base/problem.js';
import type { Value } from '../../../base/value.js';
import { type Experiment, resultsOf } from '../../../experiments/index.js';
import { openMeasurement } from '../../../formats/registry.js';
import { phaseTime } from '../../../measurement/adaptation/phases.js';
import { type MeasuredWay, overheadText, tableLines, tableMarkdown } from '../../../measurement/adaptation/table.js';
import { measuredHow } from '../../../measurement/planRecord.js';
import { statisticsOf } from '../../measuring/functionCosts.js';
import { action } from '../../steps/action.js';
import { folderOf } from '../../runs/runRecord.js';
import { OVERHEADS_PAGE, overheadsDeclaration, strategyResults } from '../../declarations/overheads.js';

/** Compares the overhead of several measurements. */
export const overheads = action(overheadsDeclaration, (context, given) => {
  const { configuration, log, run, store, tell } = context;
  const of = (ids: readonly string[]): Experiment[] => ids.map((id) => store.get(id));
  const again = of(given.get('again') ?? []);
  const all = of(given.get('all'));
  const names = new Set(all.flatMap((one) => functionNames(one)));
  const way = (name: string, runs: readonly Experiment[], isCompared: boolean): MeasuredWay => {
    const alike = new Set(runs.map(({ manifest }) => measuredHow(manifest)));
    const ids = new Set(runs.map(({ id }) => id));
    const more = again.filter(({ id, manifest }) => !ids.has(id) && alike.has(measuredHow(manifest)));
    return wayOf(name, [...runs, ...more], isCompared ? names : undefined);
  };
  const strategies = strategiesIn(given.get('strategies'));
  const kinds = [
    { name: 'Plain', runs: of(given.get('plain')), isCompared: false },
    { name: 'All functions', runs: all, isCompared: false },
    ...strategies.map(({ strategy, last }) => ({ name: strategyName(strategy), runs: of([last]), isCompared: true })),
  ];
  const ways = kinds.map(({ name, runs, isCompared }) => way(name, runs, isCompared));
  const firsts = kinds.flatMap(({ runs }) => runs.slice(0, 1));
  const distinct = new Map(firsts.toReversed().map((one) => [measuredHow(one.manifest), one.id]));
  for (const line of tableLines(ways)) log(`${line}\n`);
  const page = join(folderOf(store.project, run), OVERHEADS_PAGE);
  writeAtomically(page, tableMarkdown(`Measurement overhead of ${configuration.program}`, ways));
  const [plain, ...others] = ways;
  if (plain !== undefined) tell(others.map((one) => `${one.name} ${overheadText(one, plain)}`).join(', '));
  const orNull = (value: number | undefined): number | null => value ?? null;
  return Promise.resolve({
    ways: ways.map(({ processor, elapsed, phases, removed, ...others }) => ({
      ...others,
      ...{ processor: orNull(processor), elapsed: orNull(elapsed), phases: orNull(phases), removed: orNull(removed) },
    })),
    experiments: [...distinct.values()].toReversed(),
    page,
  });
});

const strategyName = (strategy: string): string =>
  ['tor', 'por', 'agor'].includes(strategy) ? strategy.toUpperCase() : `Rules${strategy.slice('rules'.length)}`;

/** The last experiment of each strategy: of the first round already nothing may be new. @throws TrimtabError */
function strategiesIn(results: readonly Value[]) {
  const read = v.safeParse(strategyResults, results);
  if (read.success)
    return read.output.map(({ strategy, rounds }) => ({
      strategy,
      last: rounds.experiments.at(-1) ?? rounds.reduce.experiment,
    }));
  throw new TrimtabError('"strategies" must be the results of a matrix over "strategy" with a loop "rounds" in it.');
}

const functionNames = (experiment: Experiment): string[] =>
  statisticsOf(experiment).functions.map(({ region }) => region);

/** Returns one way of measuring. @param all names of all functions, if the excluded ones are counted */
function wayOf(name: string, runs: readonly Experiment[], all: ReadonlySet<string> | undefined): MeasuredWay {
  const told = runs.map(numbersOf);
  const left = new Set(runs.flatMap(functionNames));
  const least = (pick: (numbers: (typeof told)[number]) => number | undefined): number | undefined => {
    const values = told.map(pick).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : Math.min(...values);
  };
  return {
    name,
    runs: runs.length,
    processor: least(({ processor }) => processor),
    elapsed: least(({ elapsed }) => elapsed),
    phases: least(({ phases }) => phases),
    removed: all === undefined ? undefined : [...all].filter((one) => !left.has(one)).length,
    events: Math.max(0, ...told.map(({ events }) => events)),
  };
}

function numbersOf(experiment: Experiment) {
  const { space, definitions } = resultsOf(experiment);
  const { archive } = experiment;
  const properties = archive === undefined ? undefined : openMeasurement(archive).definitions.properties;
  const seconds = (property: string): number | undefined => {
    const value = Number(properties?.get(`TRIMTAB::${property}`) ?? '');
    return Number.isFinite(value) && value > 0 ? value : undefined;
  };
  return {
    processor: seconds('PROCESSOR_SECONDS'),
    elapsed: seconds('ELAPSED_SECONDS'),
    phases: phaseTime(space, definitions),
    events: 2 * total(space, 'visits'),
  };
}
