/** How the parts of a program grow with the number of ranks, as models that predict larger runs. */
import { present } from '../../base/present.js';
import { fitScaling, LEAST_POINTS, predict, type Prediction, type ScalingModel } from '../../analysis/scaling/index.js';
import { elementAt } from '../../base/elements.js';
import { type Problem, TrimtabError } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Fraction, Seconds } from '../../base/units.js';
import type { Experiment } from '../store/experiment.js';
import { partsOfTime } from './words.js';
import { comparable } from '../store/comparable.js';
import { compareExperiments, type ExperimentGroup } from './compare.js';
import type { CellRow, ComparedValue, Comparison, LineRow, PropertyRow } from './comparison.js';
import { crowdedRuns, scaleByRanks } from './scaling.js';

/** Scaling model of a row of the comparison. */
export interface Modelled<Row extends ComparedValue = ComparedValue> {
  readonly row: Row;
  readonly model: ScalingModel;
  /** Prediction at the requested rank count; omitted if the model is not reliable. */
  readonly predicted?: Prediction;
  /** Share of the predicted time of all locations; omitted for rows that are not part of it. */
  readonly share?: Fraction;
}

/** Models over runs with different rank counts. All values are seconds. */
export interface ScalingStudy {
  readonly comparison: Comparison;
  /** Fewest first, one for each group of the comparison. */
  readonly ranks: readonly number[];
  /** Rank count of the prediction. */
  readonly at: number;
  /** Wall-clock time. */
  readonly runTime: Modelled;
  /** Time of all locations together, which is what all others are parts of. */
  readonly totalTime: Modelled;
  /** Properties over the whole program, as in the comparison. */
  readonly properties: readonly Modelled<PropertyRow>[];
  /** Exclusive values of each property at each call path, most predicted seconds first. */
  readonly cells: readonly Modelled<CellRow>[];
  /** Source lines with what is called from them, most predicted seconds first. */
  readonly lines: readonly Modelled<LineRow>[];
}

/** So many times the largest number of ranks is predicted for where nothing else is asked. */
const AHEAD = 4;
/** Parts that never reach this share of the total time are not modelled: their values are mostly chance. */
const LEAST_SHARE = 0.001;

/** Experiments by their number of ranks, fewest first. @throws TrimtabError when one has no results */
export function groupByRanks(experiments: readonly Experiment[]): { ranks: number; group: ExperimentGroup }[] {
  return scaleByRanks(experiments, (experiment) => comparable(experiment).report()).map(({ ranks, runs }) => ({
    ranks,
    group: { label: counted(ranks, 'rank'), experiments: runs },
  }));
}

/**
 * Models run time, properties, call paths and lines, from means over runs with the same rank count (see fitScaling).
 * @param at rank count to predict for; if omitted, four times the largest that was run
 * @throws TrimtabError with fewer than five rank counts, or as compareExperiments
 */
export function studyScaling(experiments: readonly Experiment[], at?: number): ScalingStudy {
  const groups = groupByRanks(experiments);
  const ranks = modelledRanks(groups);
  const study = modelled(compareExperiments(groups.map(({ group }) => group)), ranks, at ?? AHEAD * Math.max(...ranks));
  const reports = groups.map((one) => ({ ranks: one.ranks, runs: one.group.experiments }));
  const crowded = crowdedRuns(reports, (experiment) => experiment.report());
  const problems = crowded.map((message): Problem => ({ level: 'warning', message }));
  return { ...study, comparison: { ...study.comparison, problems: [...problems, ...study.comparison.problems] } };
}

/** Returns the rank counts. @throws TrimtabError if there are fewer than a model needs */
export function modelledRanks(groups: readonly { readonly ranks: number }[]): number[] {
  const ranks = groups.map((one) => one.ranks);
  if (ranks.length < LEAST_POINTS) throw new TrimtabError(tooFew(ranks));
  return ranks;
}

function tooFew(ranks: readonly number[]): string {
  const have = ranks.length === 0 ? 'there are none' : `these have ${ranks.length}: ${ranks.join(', ')}`;
  return `A scaling model needs runs with at least ${LEAST_POINTS} rank counts, and ${have}. The workflow "Scalability study" runs the program with the rank counts of its input "ranks".`;
}

/** Models a comparison like studyScaling; its groups have these rank counts, at least five. */
export function modelled(comparison: Comparison, ranks: readonly number[], at: number): ScalingStudy {
  const modelOf = <Row extends ComparedValue>(row: Row): Modelled<Row> => {
    const points = row.groups.map(({ mean }, group) => ({ ranks: elementAt(ranks, group), value: mean }));
    const model = fitScaling(points);
    if (model === undefined) throw new Error('fewer rank counts than a model needs');
    const predicted = predict(model, at);
    return { row, model, ...present({ predicted }) };
  };
  const totalTime = modelOf(comparison.totalTime);
  const whole = totalTime.predicted?.value ?? 0;
  const withShare = <Row extends ComparedValue>(one: Modelled<Row>): Modelled<Row> =>
    whole > 0 && one.predicted !== undefined ? { ...one, share: one.predicted.value / whole } : one;
  const most = <Row extends ComparedValue>(rows: readonly Row[]): Modelled<Row>[] =>
    rows
      .filter((row) => matters(row, comparison))
      .map((row) => withShare(modelOf(row)))
      .sort((a, b) => expectedOf(b) - expectedOf(a));
  const parts = partsOfTime(comparison);
  return {
    comparison,
    ranks,
    at,
    runTime: modelOf(comparison.runTime),
    totalTime,
    properties: comparison.properties
      .filter(({ property }) => parts.has(property))
      .map((row) => withShare(modelOf(row))),
    cells: most(comparison.cells.filter(({ property }) => parts.has(property))),
    lines: most(comparison.lines),
  };
}

/** Returns the predicted value; if there is none, the value measured with most ranks. */
const expectedOf = ({ predicted, row }: Modelled): Seconds => predicted?.value ?? row.groups.at(-1)?.mean ?? 0;

function matters({ groups }: ComparedValue, { totalTime }: Comparison): boolean {
  return groups.some(({ mean }, group) => mean >= LEAST_SHARE * elementAt(totalTime.groups, group).mean && mean > 0);
}
