/** An experiment as properties in ASL see it. */
import { existsSync } from 'node:fs';
import { dataOfRun, dataOfTrace } from '../analysis/asl/data.js';
import type { AslData } from '../asl/data.js';
import type { TypedPattern } from '../asl/types/pattern.js';
import { openMeasurement } from '../formats/registry.js';
import type { Definitions } from '../model/definitions.js';
import type { PerformanceSpace } from '../model/performanceSpace.js';
import type { Experiment } from './experiment.js';

/**
 * The stored results, with the matches of patterns where the trace of the experiment is there.
 * @param readsOutside whether a trace that lies outside of the experiment's folder may be read
 * @throws TrimtabError where the experiment has no results
 */
export function dataOfExperiment(
  experiment: Experiment,
  { space, definitions }: { readonly space: PerformanceSpace; readonly definitions: Definitions },
  patterns: readonly TypedPattern[],
  readsOutside = true,
): AslData {
  const run = { space, report: experiment.report() };
  const archive = readsOutside || experiment.hasTraceInside ? experiment.archive : undefined;
  if (patterns.length === 0 || archive === undefined || !existsSync(archive)) return dataOfRun(run, definitions);
  const opened = openMeasurement(archive);
  return opened.kind === 'trace' ? dataOfTrace(run, opened.trace, patterns) : dataOfRun(run, definitions);
}
