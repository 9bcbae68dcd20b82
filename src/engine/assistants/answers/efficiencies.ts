import { TrimtabError } from '../../../base/problem.js';
import { plainName } from '../../../base/plainText.js';
import { counted, percent } from '../../../base/text.js';
import { comparable, type EfficiencyColumn, efficiencyStudy, type Experiment } from '../../../experiments/index.js';
import type { Efficiency, EfficiencyLoss } from '../../../model/findings/efficiency.js';
import type { FindingsReport } from '../../../model/findings/findings.js';
import type { AskedExperiments } from '../asked.js';
import { lineTextsOf, type LineTexts } from '../lineTexts.js';
import { type Answer, experimentFields, figure, percentage, placeFields, type Told } from '../fields.js';
import type { Ask } from '../tools.js';

interface Run {
  readonly experiment: Experiment;
  readonly report: FindingsReport;
}

/** Maximum number of lines with efficiency losses in an answer. */
const MOST_LOSSES = 12;

/** Returns POP's efficiencies of runs side by side, fewest threads first. */
export async function efficiencies(ask: Ask<'efficiencies'>, asked: AskedExperiments): Promise<Answer> {
  const named = ask.experiments ?? [undefined];
  const found = await Promise.all(named.map(async (called) => comparable(await asked.get(called))));
  const runs = [...new Map(found.map((experiment) => [experiment.id, experiment])).values()].map((experiment) => ({
    experiment,
    report: experiment.report(),
  }));
  const { columns, unknown } = efficiencyStudy(runs, ({ report }) => report.efficiency, ask.scaling);
  const last = columns.at(-1);
  if (last === undefined)
    throw new TrimtabError(
      'These runs have no times per thread, which efficiencies need: an older version recorded them, or they are profiles without threads.',
    );
  const left = runs.filter(({ report }) => report.efficiency === undefined);
  const texts = lineTextsOf(last.runs[0]?.experiment ?? found[0] ?? noRun());
  const content = {
    ...(columns.length > 1 ? { scaling: ask.scaling } : {}),
    columns: columns.map(columnFields),
    lostWithMostThreads: (last.times.losses ?? [])
      .slice(0, MOST_LOSSES)
      .map((loss) => lossFields(loss, last.times.runTime, texts)),
    ...(left.length === 0 ? {} : { notKnownOf: left.map(({ experiment }) => experiment.id) }),
    ...(unknown.length === 0 ? {} : { unknown }),
  };
  return { summary: summaryOf(columns), content };
}

function noRun(): never {
  throw new Error('a column of efficiencies has no run');
}

function summaryOf(columns: readonly EfficiencyColumn<Run>[]): string {
  const parts = columns.map(({ label, multiplicative }) => {
    const value = multiplicative.find(({ name }) => name === 'parallel_efficiency')?.value;
    return `${value === undefined ? 'not known' : percent(value)} with ${label}`;
  });
  return `Parallel efficiency: ${parts.join(', ')} (${counted(columns.length, 'column')}).`;
}

function columnFields({ label, runs, times, multiplicative, additive }: EfficiencyColumn<Run>): Told {
  return {
    label,
    experiments: runs.map(({ experiment, report }) => experimentFields(experiment, report).experiment),
    runTimeSeconds: figure(times.runTime),
    averageUsefulSecondsPerThread: figure(times.averageUseful),
    multiplicativeInPercent: multiplicative.map(efficiencyFields),
    additiveInPercent: additive.map(efficiencyFields),
  };
}

/** The depth gives the parent among the preceding ones. */
const efficiencyFields = ({ name, depth, value }: Efficiency): Told => ({
  name,
  depth,
  percent: value === undefined ? null : percentage(value),
});

function lossFields({ level, region, place, seconds }: EfficiencyLoss, runTime: number, texts: LineTexts): Told {
  return {
    level,
    region: plainName(region),
    place: placeFields(place, texts),
    secondsOfRunTime: figure(seconds),
    percentOfRunTime: percentage(runTime > 0 ? seconds / runTime : 0),
  };
}
