import type { MetricDefinition, MetricUnit } from '../model/performanceSpace.js';
import { COUNTER_MEMBERS } from './counters.js';
import type { ClassInfo } from './types/environment.js';
import { numberOf, type Type } from './types/type.js';
import { LOCATION_SECONDS, SECONDS, type Unit, unitOf } from './types/units.js';

/** The unit of a metric in the language; what it does not know is a plain number. */
function unitOfMetric(unit: MetricUnit): Unit | undefined {
  if (unit === 'seconds') return SECONDS;
  return unitOf(unit === 'bytes' ? 'B' : unit === 'cycles' ? 'cycle' : unit);
}

/**
 * Returns metrics as members of the classes they are measured for: sums over locations of call paths, regions and the
 * run, and values of one location. Times also have (`timeT`) the values of all locations, and `timeP` those of the
 * first thread of each process.
 */
export function metricClasses(metrics: readonly MetricDefinition[]): ClassInfo[] {
  const summed = new Map<string, Type>();
  const single = new Map<string, Type>();
  for (const { name, unit } of metrics) {
    // A counter has the unit that the language defines for its name, regardless of the file.
    const known = unitOfMetric(COUNTER_MEMBERS.get(name)?.unit ?? unit);
    single.set(name, numberOf(known));
    summed.set(name, numberOf(known === SECONDS ? LOCATION_SECONDS : known));
    for (const suffix of ['T', 'P']) summed.set(`${name}${suffix}`, { kind: 'many', of: numberOf(known) });
  }
  return [
    ...['CallPath', 'Region', 'Experiment'].map((name) => ({ name, members: summed })),
    { name: 'Location', members: single },
  ];
}
