/** One run with everything a comparison needs of it. */
import { present } from '../../base/present.js';
import { openCube, toSpace } from '../../formats/cube/index.js';
import { openMeasurement } from '../../formats/registry.js';
import { type Definitions, definitionsOfSpace } from '../../model/definitions.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { EfficiencyTimes } from '../../model/findings/efficiency.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { isSummed } from '../../model/processes.js';
import { TrimtabError } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { Experiment } from '../store/experiment.js';
import { statOf } from '../../base/files/index.js';
import { comparable } from '../store/comparable.js';
import { keptDynamics } from './keptDynamics.js';
import type { ComparedRun } from './comparison.js';

/** The sources of a run. */
export interface RunSources {
  /** Text of a source file as it was measured; undefined where it was not kept. */
  readonly textOf: (file: string) => string | undefined;
  /** Path of a source file within its project; undefined where that is not known. */
  readonly projectPath: (file: string) => string | undefined;
}

/** Results of a run, and the definitions they refer to. */
export interface RunResults {
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  /** Of a space whose values are summed over locations: what the efficiencies of these follow from, where it is known. */
  readonly summed?: { readonly efficiency?: EfficiencyTimes };
}

export interface MeasuredRun extends RunSources, RunResults {
  readonly run: ComparedRun;
  /** Wall-clock time from the first event to the last. */
  readonly span: Seconds;
  /** Changes by iteration; omitted if none are stored. */
  readonly dynamics?: DynamicsReport;
}

/** Runs that repeat one another. */
export interface RunGroup {
  readonly label: string;
  readonly runs: readonly MeasuredRun[];
}

/** Returns the description of an experiment in a comparison. */
export function comparedRun({ manifest }: Experiment): ComparedRun {
  const { id, name, program, created, target, result, ranks } = manifest;
  return { id, name, program, created, target, ranks: result?.processes ?? ranks?.measured ?? ranks?.asked ?? 0 };
}

/**
 * An experiment with its results.
 * @param results what was read of it already
 * @throws TrimtabError when it is still running or has no results, or as resultsOf
 */
export function measuredRun(experiment: Experiment, results?: RunResults): MeasuredRun {
  const { span } = comparable(experiment).manifest.result;
  const dynamics = keptDynamics(() => experiment.dynamics());
  return {
    ...{ run: comparedRun(experiment), span },
    ...present({ dynamics }),
    ...withEfficiency(results ?? resultsOf(experiment), experiment),
    ...sourcesOf(experiment),
  };
}

/** Adds the efficiency from the report: for summed ranks, the space does not contain it. */
function withEfficiency(results: RunResults, experiment: Experiment): RunResults {
  if (results.summed !== undefined || !isSummed(results.definitions)) return results;
  const { efficiency } = comparable(experiment).report();
  return { ...results, summed: efficiency === undefined ? {} : { efficiency } };
}

/** The sources that an experiment kept; texts are read when they are asked for. */
export function sourcesOf(experiment: Experiment): RunSources {
  const projects = new Map(experiment.sources.map(({ measured, project }) => [measured, project]));
  const texts = new Map<string, string | undefined>();
  return {
    textOf: (file) => {
      if (!texts.has(file)) texts.set(file, readableText(experiment, file));
      return texts.get(file);
    },
    projectPath: (file) => projects.get(file),
  };
}

function readableText(experiment: Experiment, file: string): string | undefined {
  try {
    return experiment.measuredText(file);
  } catch (error) {
    if (error instanceof TrimtabError) return undefined; // the copy is gone: as if it had not been kept
    throw error;
  }
}

/**
 * A space with the names in it.
 * @throws Error when it has none, as those have that no analysis made
 */
export function resultsIn(space: PerformanceSpace): RunResults {
  const { definitions } = space;
  if (definitions === undefined) throw new Error('the space does not hold the names that it belongs to');
  return { space, definitions: definitionsOfSpace(definitions) };
}

/**
 * Reads the results of an experiment with their definitions: from its space, which needs no trace. Spaces of older
 * versions do not contain the definitions, which are then read from the CUBE file or the trace.
 * @param readsOutside whether a trace outside of the experiment's folder may be read
 * @throws TrimtabError when neither exists, or one is damaged
 */
export function resultsOf(experiment: Experiment, readsOutside = true): RunResults {
  const { cubex } = experiment;
  const space = experiment.storedSpace();
  if (space?.definitions !== undefined) return resultsIn(space);
  if (cubex !== undefined) return toSpace(openCube(cubex));
  const archive = readsOutside || experiment.hasTraceInside ? experiment.archive : undefined;
  if (archive === undefined || statOf(archive) === undefined)
    throw new TrimtabError(
      `Experiment ${experiment.id} is of an older version and has neither summary.cubex nor its trace, so the names of its call paths are not known.`,
    );
  return { space: experiment.space(), definitions: openMeasurement(archive).definitions };
}
