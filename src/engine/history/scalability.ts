/** How a program does with more ranks: speed-up, efficiency, and the growth of its properties. */
import { present } from '../../base/present.js';
import {
  crowdedRuns,
  efficiencyStudy,
  mean,
  scaleByRanks,
  type ScaledRuns,
  secondsOfProperty,
} from '../../experiments/index.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { fitScaling, growthText, LEAST_POINTS, modelText } from '../../analysis/scaling/index.js';
import { counted, duration, percent, plainLine } from '../../base/text.js';
import type {
  ScalabilityState,
  ScaleEfficiencies,
  ScaleModel,
  ScalePoint,
  ScaleProperty,
} from '../../protocol/pages/scalability.js';

/** A run with its results. */
export interface ScaleRun {
  readonly id: string;
  /** ISO 8601. */
  readonly date: string;
  readonly report: Pick<
    FindingsReport,
    'program' | 'processes' | 'span' | 'totalTime' | 'findings' | 'efficiency' | 'doubts'
  >;
}

/** Runs by their number of ranks, the newest of a number first; see scaleByRanks. */
export function scalability(runs: readonly ScaleRun[]): ScalabilityState {
  const newestFirst = [...runs].sort((a, b) => b.date.localeCompare(a.date));
  const groups = scaleByRanks(newestFirst, ({ report }) => report);
  const programs = [...new Set(runs.map((run) => plainLine(run.report.program)))];
  const model = modelOf(
    groups.map(({ ranks }) => ranks),
    groups.map(({ seconds }) => seconds),
  );
  const efficiencies = efficienciesOf(newestFirst);
  return {
    program: programs.at(0) ?? 'a program',
    points: groups.map(pointOf),
    ...present({ model }),
    properties: propertiesOf(groups),
    ...present({ efficiencies }),
    problems: [...crowdedRuns(groups, ({ report }) => report), ...problemsOf(programs, groups)],
  };
}

/** Of the runs that know them; reports of older versions do not. */
function efficienciesOf(runs: readonly ScaleRun[]): ScaleEfficiencies | undefined {
  const { columns, unknown } = efficiencyStudy(runs, ({ report }) => report.efficiency);
  const trees = columns.map(({ multiplicative }) => multiplicative);
  const longest = trees.reduce((most, rows) => (rows.length > most.length ? rows : most), []);
  if (columns.length === 0) return undefined;
  return {
    columns: columns.map(({ label }) => label),
    rows: longest.map(({ name, title, depth }) => ({
      ...{ name, title, depth },
      values: trees.map((rows) => rows.find((row) => row.name === name)?.value ?? null),
    })),
    unknown,
  };
}

/** Returns the scaling model of values; undefined with too few rank counts. */
function modelOf(ranks: readonly number[], values: readonly number[]): ScaleModel | undefined {
  const model = fitScaling(ranks.map((count, index) => ({ ranks: count, value: values[index] ?? 0 })));
  if (model === undefined) return undefined;
  const formula = model.isReliable ? modelText(model, duration) : '–';
  return { growth: growthText(model), formula, error: percent(model.error) };
}

function pointOf({ ranks, runs, seconds, speedup, efficiency }: ScaledRuns<ScaleRun>): ScalePoint {
  const spans = runs.map((run) => run.report.span);
  return {
    ranks,
    ids: runs.map((run) => run.id),
    runTime: seconds,
    fastest: Math.min(...spans),
    slowest: Math.max(...spans),
    speedup,
    efficiency,
  };
}

/** Properties over whole programs, the largest share at the most ranks first. */
function propertiesOf(groups: readonly ScaledRuns<ScaleRun>[]): ScaleProperty[] {
  const titles = new Map<string, string>();
  for (const run of groups.flatMap(({ runs }) => runs))
    for (const { property, title } of run.report.findings) titles.set(property, plainLine(title));
  return [...titles]
    .map(([property, title]) => {
      const seconds = groups.map(({ runs }) => mean(runs.map(({ report }) => secondsOfProperty(report, property))));
      const shares = groups.map(({ runs }) => mean(runs.map((run) => shareOf(run, property))));
      const model = modelOf(
        groups.map(({ ranks }) => ranks),
        seconds,
      );
      return { property, title, seconds, shares, ...present({ model }) };
    })
    .sort((a, b) => (b.shares.at(-1) ?? 0) - (a.shares.at(-1) ?? 0));
}

function problemsOf(programs: readonly string[], groups: readonly { runs: readonly ScaleRun[] }[]): string[] {
  const single = groups.filter(({ runs }) => runs.length === 1).length;
  const tooFew =
    groups.length > 1 && groups.length < LEAST_POINTS
      ? [`Scaling models need runs with at least ${LEAST_POINTS} rank counts; this study has ${groups.length}.`]
      : [];
  return [
    ...tooFew,
    ...(programs.length > 1 ? [`These are runs of different programs: ${programs.join(', ')}.`] : []),
    ...(single === 0 || groups.length < 2
      ? []
      : [`${counted(single, 'number')} of ranks ran once only; repeat the runs to see how much chance is in them.`]),
  ];
}

function shareOf({ report }: ScaleRun, property: string): number {
  return report.totalTime === 0 ? 0 : secondsOfProperty(report, property) / report.totalTime;
}
