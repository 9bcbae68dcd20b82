/** Data for forecasts of a trace from an earlier run of a program, profile or trace, that counted calls. */
import { present } from '../../base/present.js';
import { type Experiment, type ExperimentStore, resultsOf } from '../../experiments/index.js';
import { openMeasurement } from '../../formats/registry.js';
import { TrimtabError } from '../../base/problem.js';
import { type CountedRun, type Forecast, forecastOf, onRanks } from '../../measurement/forecast/forecast.js';
import { namedBy } from '../../measurement/forecast/whatMatters.js';
import type { MeasurementPlan } from '../../measurement/plan.js';
import { recordedPlan } from '../../measurement/planRecord.js';

/** A run in which calls were counted. */
export interface CountedExperiment extends CountedRun {
  readonly experiment: Experiment;
}

/**
 * Returns the results of an experiment, with the recording costs in its measurement if the file exists.
 * @throws TrimtabError when it has none, or no calls were counted
 */
export function countedIn(experiment: Experiment): CountedExperiment {
  const { space, definitions } = resultsOf(experiment);
  if (!space.severities.has('visits'))
    throw new TrimtabError(
      `No calls were counted in experiment ${experiment.id}; measure a profile: trimtab run --profile.`,
    );
  const { flat } = experiment.report();
  return {
    experiment,
    space,
    definitions: { ...definitions, properties: propertiesOf(experiment) },
    ...present({ flat }),
  };
}

/** Returns the properties of the measurement; nothing if its file no longer exists. */
function propertiesOf({ archive, hasTraceInside }: Experiment): ReadonlyMap<string, string> {
  if (archive === undefined || !hasTraceInside) return new Map();
  return unlessBad(() => openMeasurement(archive).definitions.properties) ?? new Map<string, string>();
}

/** The newest run of a project that has its calls counted; undefined where there is none. */
export function latestCounted(store: ExperimentStore): CountedExperiment | undefined {
  for (const experiment of store.readable()) {
    if (planIn(experiment)?.mpi === false) continue; // a plain run, for its time
    const counted = unlessBad(() => countedIn(experiment));
    if (counted !== undefined) return counted;
  }
  return undefined;
}

/** Criteria for earlier runs that predict a future one. */
export interface Alike {
  readonly program: string;
  /** Target of the run. */
  readonly target: string;
  /** Recorded items determine the counts: other functions have other calls. */
  readonly plan: MeasurementPlan;
}

/**
 * Returns a text that is equal if the same functions and interfaces are recorded, apart from those excluded by parts of
 * names.
 */
function recorded(plan: MeasurementPlan): string {
  const { adapters, functions, hooks, inlineFunctions, mpi = true, selection, io, threads, counters, system } = plan;
  const beside = [io, threads, [...counters].sort(), ...(system === undefined ? [] : [system])];
  return JSON.stringify([[...adapters].sort(), functions, hooks, inlineFunctions, mpi, selection, ...beside]);
}

/** Reports whether calls of everything to be recorded were counted: calls of excluded functions are unknown. */
function countsFor(counted: MeasurementPlan, wanted: MeasurementPlan): boolean {
  const isLeftOut = (parts: readonly string[]) => (part: string) => parts.includes(part);
  return (
    recorded(counted) === recorded(wanted) &&
    counted.leftOutFunctions.every(isLeftOut(wanted.leftOutFunctions)) &&
    counted.leftOutFiles.every(isLeftOut(wanted.leftOutFiles))
  );
}

/** The newest such run that is complete and has its calls counted, a profile before a trace; undefined where there is none. */
export function newestCounted(store: ExperimentStore, { program, target, plan }: Alike): CountedExperiment | undefined {
  const runs = store
    .readable()
    .filter(({ manifest }) => manifest.program === program && manifest.target === target)
    .filter(({ manifest }) => manifest.state === 'complete' && manifest.run !== undefined)
    .flatMap((experiment) => {
      const its = planIn(experiment);
      return its === undefined || !countsFor(its, plan) ? [] : [{ experiment, mode: its.mode }];
    });
  for (const { experiment } of [...runs.filter(({ mode }) => mode === 'profile'), ...runs]) {
    const counted = unlessBad(() => countedIn(experiment));
    if (counted !== undefined) return counted;
  }
  return undefined;
}

function planIn({ manifest }: Experiment): MeasurementPlan | undefined {
  return unlessBad(() => recordedPlan(manifest));
}

/** One that is damaged, or that a newer version wrote, does not hide those before it. */
function unlessBad<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TrimtabError) return undefined;
    throw error;
  }
}

/** Returns the forecast of the trace of a run with a plan and rank count, from an earlier run. */
export function forecastFor(counted: CountedExperiment, plan: MeasurementPlan, ranks: number): Forecast {
  const leftOut = new Set(namedBy(counted, plan.leftOutFunctions).map(({ number }) => number));
  return onRanks(forecastOf(counted, leftOut), ranks);
}
