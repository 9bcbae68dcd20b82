/** `trimtab efficiency`: POP's efficiencies of runs beside each other. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { efficiencyTimes, efficiencyTimesOf } from '../analysis/efficiency/index.js';
import { TrimtabError } from '../base/problem.js';
import { plainLine } from '../base/text.js';
import {
  checkEfficiencies,
  comparable,
  type EfficiencyStudy,
  efficiencyStudy,
  type Experiment,
  resultsIn,
  resultsOf,
  type RunResults,
} from '../experiments/index.js';
import { measurementAt, programOf } from '../formats/registry.js';
import type { Efficiency, EfficiencyTimes } from '../model/efficiency.js';
import type { FindingsReport } from '../model/findings.js';
import { type Context, storeFor } from './context.js';
import type { EfficiencyRequest } from './efficiencyArguments.js';
import { efficiencyLines, type EfficientRun } from './efficiencyLines.js';
import { tellAcceptance } from './experimentFiles.js';
import { find } from './experiments.js';
import { ProgressLine } from './progress.js';
import { runsOfNewest } from './scaling.js';

/**
 * Prints the efficiencies of runs, fewest threads first.
 * @throws TrimtabError where a run knows no times, or a criterion is not met by the one with most threads
 */
export async function efficiency(context: Context, request: EfficiencyRequest): Promise<void> {
  const runs = await runsOf(context, request);
  const unknown = runs.filter(({ times }) => times === undefined);
  for (const { run } of unknown) context.terminal.status(`${plainLine(nothingOf(run, request))}\n`);
  const study = efficiencyStudy(runs, ({ times }) => times, request.scaling);
  const last = study.columns.at(-1);
  if (last === undefined) throw new TrimtabError('There is nothing to tell efficiencies of.');
  if (request.json) await context.terminal.json(asJson(study, request));
  else await context.terminal.lines(efficiencyLines(study, request, layoutOf(context)));
  if (request.accept.length > 0)
    tellAcceptance(context, checkEfficiencies([...last.multiplicative, ...last.additive], request.accept));
}

const layoutOf = ({ terminal, folder }: Context) => ({ width: terminal.width, style: terminal.style, folder });

function nothingOf(run: string, { region }: EfficiencyRequest): string {
  return region === undefined
    ? `${run}: no times of threads are known.`
    : `${run}: there is no function or construct "${region}" that takes time; --flat lists them all.`;
}

async function runsOf(context: Context, { runs, region }: EfficiencyRequest): Promise<EfficientRun[]> {
  const store = storeFor(context.folder);
  if (runs.length === 0) return runsOfNewest(store).map((experiment) => ofExperiment(experiment, region));
  const found: EfficientRun[] = [];
  for (const run of runs) {
    const path = resolve(context.folder, run);
    found.push(existsSync(path) ? await ofFile(context, run, region) : ofExperiment(find(store, run), region));
  }
  return found;
}

function ofExperiment(experiment: Experiment, region: string | undefined): EfficientRun {
  const { id } = experiment;
  const report = comparable(experiment).report();
  return { run: id, program: report.program, times: timesOf(report, () => resultsOf(experiment), region) };
}

async function ofFile(context: Context, run: string, region: string | undefined): Promise<EfficientRun> {
  const progress = new ProgressLine(context.terminal);
  try {
    const archive = measurementAt(resolve(context.folder, run));
    const { report, space } = await context.analyzeArchive(archive, {
      program: programOf(archive),
      signal: context.signal,
      onProgress: (fraction: number, message: string) => progress.show(message, fraction),
    });
    return { run, program: report.program, times: timesOf(report, () => resultsIn(space), region) };
  } finally {
    progress.clear();
  }
}

/** @param values read where the report does not say it: of a region, and of reports of older versions */
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
    ...(region === undefined ? {} : { region }),
    ...(columns.length > 1 ? { scaling } : {}),
    columns: columns.map(({ label, runs, times, multiplicative, additive }) => ({
      ...{ label, runs: runs.map(({ run }) => run), times },
      ...{ multiplicative: values(multiplicative), additive: values(additive) },
    })),
    unknown,
  };
}
