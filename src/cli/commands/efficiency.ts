/** `trimtab efficiency`: POP's efficiencies of runs side by side. */
import { present } from '../../base/present.js';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { efficiencyTimes, efficiencyTimesOf } from '../../analysis/efficiency/index.js';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import {
  checkEfficiencies,
  comparable,
  type EfficiencyStudy,
  efficiencyStudy,
  type Experiment,
  resultsIn,
  resultsOf,
  type RunResults,
} from '../../experiments/index.js';
import { measurementAt } from '../../formats/registry.js';
import { doubtsOf } from '../../model/findings/doubts.js';
import type { Efficiency, EfficiencyTimes } from '../../model/findings/efficiency.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { analyzeWithProgress } from '../services/analyzing.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import type { EfficiencyRequest } from '../arguments/efficiency.js';
import { efficiencyLines, type EfficientRun } from '../text/efficiencyLines.js';
import { partLines, partsJson } from '../text/efficiencyParts.js';
import { tellAcceptance } from './experimentFiles.js';
import { find } from './experiments.js';
import { runsOfNewest } from './scaling.js';

/**
 * Prints the efficiencies of runs, fewest threads first.
 * @throws TrimtabError where a run knows no times, or a criterion is not met by the one with most threads
 */
export async function efficiency(context: Context, request: EfficiencyRequest): Promise<void> {
  if (request.parts.length > 0) return parts(context, request);
  const { region } = request;
  const runs = await runsOf(context, request, (report, values) => ({
    times: timesOf(report, values, region),
    isSummed: isSummed(report),
  }));
  const unknown = runs.filter(({ times }) => times === undefined);
  for (const one of unknown) context.terminal.status(`${plainLine(nothingOf(one, request))}\n`);
  const study = efficiencyStudy(runs, ({ times }) => times, request.scaling);
  const last = study.columns.at(-1);
  if (last === undefined) throw new TrimtabError(NO_EFFICIENCIES);
  if (request.json) await context.terminal.json(asJson(study, request));
  else await context.terminal.lines(efficiencyLines(study, request, layoutOf(context)));
  if (request.accept.length > 0)
    tellAcceptance(context, checkEfficiencies([...last.multiplicative, ...last.additive], request.accept));
}

const layoutOf = ({ terminal, folder }: Context) => ({ width: terminal.width, style: terminal.style, folder });

const NO_EFFICIENCIES = 'No efficiencies can be computed; see the reason for each run above.';

/** Whether the run has no values of single ranks. */
const isSummed = (report: FindingsReport): boolean => doubtsOf(report).some(({ kind }) => kind === 'summed-ranks');

function nothingOf(one: Run<{ readonly isSummed: boolean }>, { region }: Pick<EfficiencyRequest, 'region'>): string {
  const { run } = one;
  if (one.isSummed) return `${run}: the efficiencies are not known; the profile sums up its ranks.`;
  return region === undefined
    ? `${run}: no thread times are available.`
    : `${run}: no function or construct "${region}" has any time; --flat lists all functions.`;
}

/** Prints the efficiencies of several parts of runs. @throws TrimtabError if none of them has time */
async function parts(context: Context, request: EfficiencyRequest): Promise<void> {
  const runs = await runsOf(context, request, (report, values) => ({
    isSummed: isSummed(report),
    whole: timesOf(report, values, undefined),
    parts: request.parts.map((region) => ({ region, times: timesOf(report, values, region) })),
  }));
  for (const one of runs)
    for (const { region, times } of one.parts)
      if (times === undefined) context.terminal.status(`${plainLine(nothingOf(one, { region }))}\n`);
  if (runs.every((one) => one.parts.every(({ times }) => times === undefined))) throw new TrimtabError(NO_EFFICIENCIES);
  if (request.json) await context.terminal.json(partsJson(runs));
  else await context.terminal.lines(partLines(runs, layoutOf(context)));
}

/** Extracts data of a run. @param values read if the report does not contain it */
type Told<Found> = (report: FindingsReport, values: () => RunResults) => Found;
type Run<Found> = Found & Pick<EfficientRun, 'run' | 'program'>;

async function runsOf<Found>(context: Context, { runs }: EfficiencyRequest, told: Told<Found>): Promise<Run<Found>[]> {
  const store = storeFor(context.folder);
  if (runs.length === 0) return runsOfNewest(store).map((experiment) => ofExperiment(experiment, told));
  const found: Run<Found>[] = [];
  for (const run of runs) {
    const path = resolve(context.folder, run);
    found.push(existsSync(path) ? await ofFile(context, run, told) : ofExperiment(find(store, run), told));
  }
  return found;
}

function ofExperiment<Found>(experiment: Experiment, told: Told<Found>): Run<Found> {
  const { id } = experiment;
  const report = comparable(experiment).report();
  return { run: id, program: report.program, ...told(report, () => resultsOf(experiment)) };
}

async function ofFile<Found>(context: Context, run: string, told: Told<Found>): Promise<Run<Found>> {
  const { report, space } = await analyzeWithProgress(context, measurementAt(resolve(context.folder, run)));
  return { run, program: report.program, ...told(report, () => resultsIn(space)) };
}

/** @param values read if the report does not contain it: of a region, and of reports of older versions */
function timesOf(
  { efficiency: known, span }: FindingsReport,
  values: () => RunResults,
  region: string | undefined,
): EfficiencyTimes | undefined {
  if (region === undefined && known !== undefined) return known;
  const { space, definitions } = values();
  return region === undefined
    ? efficiencyTimes(space, definitions, span)
    : efficiencyTimesOf(space, definitions, region);
}

function asJson({ columns, unknown }: EfficiencyStudy<EfficientRun>, { region, scaling }: EfficiencyRequest) {
  const values = (rows: readonly Efficiency[]) =>
    Object.fromEntries(rows.map(({ name, value }) => [name, value ?? null]));
  return {
    ...{ format: 'trimtab-efficiency', version: 1 },
    ...present({ region }),
    ...(columns.length > 1 ? { scaling } : {}),
    columns: columns.map(({ label, runs, times, multiplicative, additive }) => ({
      ...{ label, runs: runs.map(({ run }) => run), times },
      ...{ multiplicative: values(multiplicative), additive: values(additive) },
    })),
    unknown,
  };
}
