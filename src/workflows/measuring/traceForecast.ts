/** Size forecast for the next trace of a program, from a run with counted calls. */
import { counted as countedText, dataSize } from '../../base/text.js';
import { costsOf, type Forecast } from '../../measurement/forecast/forecast.js';
import { leftOutOf } from '../../measurement/forecast/whatMatters.js';
import type { MeasurementPlan } from '../../measurement/plan.js';
import { type CountedExperiment, forecastFor } from './counted.js';

/** The trace that is worth its cost. */
export interface TraceForecast {
  /** Parts of names that exclude functions with a poor ratio of cost to benefit, and the number of these functions. */
  readonly leaveOut: readonly string[];
  readonly functions: number;
  /** With all functions that the plan measures. */
  readonly all: Forecast;
  /** Without those. */
  readonly rest: Forecast;
  /** For people. */
  readonly sentence: string;
}

/** Forecasts the trace of a run with a plan, and chooses what it can do without. @param ranks of MPI */
export function traceForecast(counted: CountedExperiment, plan: MeasurementPlan, ranks: number): TraceForecast {
  // In a program that is not rebuilt, functions cannot be excluded by name.
  const canChoose = counted.definitions.properties.get('TRIMTAB::PRELOADED') !== 'true';
  const { parts, functions, excludedByBudget } = canChoose
    ? leftOutOf(counted, costsOf(counted.definitions).function)
    : { parts: [], functions: [], excludedByBudget: [] };
  const leftOutFunctions = [...new Set([...plan.leftOutFunctions, ...parts])];
  const all = forecastFor(counted, plan, ranks);
  const rest = forecastFor(counted, { ...plan, leftOutFunctions }, ranks);
  const without =
    functions.length === 0
      ? ''
      : `, without ${countedText(functions.length, 'function')} (${dataSize(all.archive)} with them)`;
  const stay =
    excludedByBudget.length === 0
      ? ''
      : ` ${countedText(excludedByBudget.length, 'function')} that the budget excluded from the profile ${excludedByBudget.length === 1 ? 'stays' : 'stay'} excluded.`;
  const sentence = `The trace will take about ${dataSize(rest.archive)} (${countedText(Math.round(rest.events), 'event')})${without}.${stay}`;
  return { leaveOut: parts, functions: functions.length, all, rest, sentence };
}
