import { TrimtabError } from '../../../base/problem.js';
import type { SeverityColumn } from '../../../model/performanceSpace.js';
import type { OpenMeasurement } from '../openMeasurement.js';

/**
 * Returns a filter for the entries of a metric that belong to a phase.
 * @param phase its number; undefined means the whole run
 * @throws TrimtabError when the experiment has no such phase
 */
export function phaseFilter(
  { space, experiment }: OpenMeasurement,
  { phase: phases }: SeverityColumn,
  phase: number | undefined,
): (entry: number) => boolean {
  if (phase === undefined) return () => true;
  if (space.phases === undefined)
    throw new TrimtabError(`Experiment ${experiment.id} has no phases; its values are those of the whole run.`);
  if (phase > space.phases.count)
    throw new TrimtabError(`There is no phase ${phase} among the ${space.phases.count} of this experiment.`);
  return (entry) => phases?.[entry] === phase;
}
