import type { PropertyStatistics, WaitInstance, WorstInstance } from '../../model/findings/findings.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import type { Evidence, SingleWait } from './evidence.js';

/** At most this many instances of a property are named. */
const MOST_WORST = 5;

/** The distribution of the waits of each property, in the order of the metrics. */
export function statisticsOf(
  metrics: readonly MetricDefinition[],
  evidence: Evidence,
  paths: CallPaths,
  names: readonly string[],
): PropertyStatistics[] {
  const found: PropertyStatistics[] = [];
  for (const { name, title } of metrics) {
    const statistics = evidence.statistics(name);
    if (statistics === undefined) continue;
    const worst = evidence.worst(name, MOST_WORST).map((instance) => worstInstance(instance, paths, names));
    found.push({ property: name, title, ...statistics, worst });
  }
  return found;
}

function worstInstance(instance: SingleWait, paths: CallPaths, names: readonly string[]): WorstInstance {
  const place = paths.place(instance.node);
  return {
    ...waitInstance(instance, names),
    callPath: paths.steps(instance.node),
    ...(place === undefined ? {} : { place }),
  };
}

/** Returns a wait in the form shown to users. */
export function waitInstance({ location, enter, leave, seconds }: SingleWait, names: readonly string[]): WaitInstance {
  return { location, name: names[location] ?? '', enter, leave, seconds };
}
