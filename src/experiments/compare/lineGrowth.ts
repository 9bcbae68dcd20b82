/** Scaling with the rank count, line by line, from scaling models. */
import { fitScaling, predict, type Prediction, type ScalingModel } from '../../analysis/scaling/index.js';
import { elementAt } from '../../base/elements.js';
import type { Fraction, Seconds } from '../../base/units.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { partsOfTime, titlesOf } from './words.js';
import type { ComparedValue, Comparison } from './comparison.js';
import { placeKey } from './lineRegistry.js';

/** Model of a value on a line over rank counts: seconds of all locations together. */
export interface LineModel {
  /** Title of the property, such as `Wait at N×N`. */
  readonly title: string;
  readonly model: ScalingModel;
  /** With the most ranks that were run, mean of the runs. */
  readonly measured: Seconds;
  /** Omitted if the model is not reliable. */
  readonly predicted?: Prediction;
  /** Of the time of all locations that is predicted, at most 1; 0 where nothing is. */
  readonly share: Fraction;
}

export interface LineGrowth {
  /** In the text of the runs with the most ranks. */
  readonly place: SourcePlace;
  /** Names of the functions that begin there. */
  readonly begins: readonly string[];
  /** Inclusive time of calls from the line, or of the function that begins there; omitted if it is zero. */
  readonly whole?: LineModel;
  /** Exclusive time of regions called from the line, by property; most predicted seconds first. */
  readonly properties: readonly LineModel[];
}

export interface GrowthStudy {
  /** Fewest first. */
  readonly ranks: readonly number[];
  /** Rank count of the prediction: the next doubling. */
  readonly at: number;
  readonly lines: readonly LineGrowth[];
}

/** Smaller parts of the total time are mostly chance; those are not modelled that never reach it. */
const LEAST_SHARE = 0.001;
/** Values modelled, the largest of them: each takes some ten thousand steps. */
const MOST_VALUES = 500;

/** With more ranks it takes more time of all ranks together. */
export const isGrowing = ({ model, measured, predicted }: LineModel): boolean =>
  model.growth?.isFalling === false && predicted !== undefined && predicted.value > measured;

/** Returns the predicted value; the measured one if there is none. */
const expectedOf = ({ predicted, measured }: LineModel): Seconds => predicted?.value ?? measured;

interface GrowthDraft {
  readonly place: SourcePlace;
  begins: readonly string[];
  whole?: readonly number[];
  readonly properties: Map<string, number[]>;
}

/**
 * Models of the lines that the runs with the most ranks have.
 * @param ranks of the groups of the comparison, fewest first, at least LEAST_POINTS
 */
export function lineGrowth(comparison: Comparison, ranks: readonly number[]): GrowthStudy {
  const at = 2 * elementAt(ranks, ranks.length - 1);
  const last = ranks.length - 1;
  const wholeTime = comparison.totalTime.groups.map(({ mean }) => mean);
  const matters = (values: readonly number[]): boolean =>
    values.some((value, group) => value > 0 && value >= LEAST_SHARE * elementAt(wholeTime, group));
  const modelOf = modeller(ranks, at, wholeTime);
  const drafts = draftsOf(comparison, last);
  const largest = (values: readonly number[]): number => Math.max(...values);
  const sizes = drafts
    .flatMap(({ whole = [], properties }) => [whole, ...properties.values()])
    .filter(matters)
    .map(largest)
    .sort((a, b) => b - a);
  const least = sizes[MOST_VALUES] ?? 0;
  const isModelled = (values: readonly number[]): boolean => matters(values) && largest(values) > least;
  const titles = titlesOf(comparison);
  const lines = drafts.flatMap(({ place, begins, whole, properties }): LineGrowth[] => {
    const modelled = [...properties]
      .filter(([, values]) => isModelled(values))
      .map(([property, values]) => modelOf(titles.get(property) ?? property, values))
      .sort((a, b) => expectedOf(b) - expectedOf(a));
    const all =
      whole !== undefined && isModelled(whole) ? { whole: modelOf('All that is called from here', whole) } : {};
    return modelled.length === 0 && !('whole' in all) ? [] : [{ place, begins, ...all, properties: modelled }];
  });
  return { ranks, at, lines };
}

function modeller(ranks: readonly number[], at: number, wholeTime: readonly number[]) {
  const last = ranks.length - 1;
  const fit = (values: readonly number[]): ScalingModel => {
    const model = fitScaling(values.map((value, group) => ({ ranks: elementAt(ranks, group), value })));
    if (model === undefined) throw new Error('fewer rank counts than a model needs');
    return model;
  };
  const expected = predict(fit(wholeTime), at)?.value ?? 0;
  const whole = expected > 0 ? expected : elementAt(wholeTime, last);
  return (title: string, values: readonly number[]): LineModel => {
    const model = fit(values);
    const predicted = predict(model, at);
    const measured = elementAt(values, last);
    if (predicted === undefined) return { title, model, measured, share: 0 };
    const share = whole > 0 ? Math.min(1, Math.max(0, predicted.value / whole)) : 0;
    return { title, model, measured, predicted, share };
  };
}

/** By line of the last group's text: the values of all groups. */
function draftsOf(comparison: Comparison, last: number): GrowthDraft[] {
  const drafts = new Map<string, GrowthDraft>();
  const draftAt = (place: SourcePlace): GrowthDraft => {
    const draft = drafts.get(placeKey(place)) ?? { place, begins: [], properties: new Map<string, number[]>() };
    drafts.set(placeKey(place), draft);
    return draft;
  };
  const means = ({ groups }: ComparedValue): number[] => groups.map(({ mean }) => mean);
  for (const row of comparison.lines) {
    const place = row.places[last] ?? null;
    if (place !== null) Object.assign(draftAt(place), { begins: row.begins, whole: means(row) });
  }
  const parts = partsOfTime(comparison);
  for (const cell of comparison.cells) {
    const place = elementAt(comparison.callPaths, cell.callPath).places[last] ?? null;
    if (place === null || !parts.has(cell.property)) continue;
    const { properties } = draftAt(place);
    const sums = properties.get(cell.property);
    properties.set(
      cell.property,
      means(cell).map((value, group) => value + (sums?.[group] ?? 0)),
    );
  }
  return [...drafts.values()];
}
