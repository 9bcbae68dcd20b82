/** Objections to measuring a program before it runs: the expected size of its trace, from earlier runs. */
import type { ExperimentStore } from '../../experiments/index.js';
import type { MeasurementPlan } from '../../measurement/plan.js';
import type { Bytes } from '../../base/units.js';
import type { Configuration } from '../configuration/configuration.js';
import { forecastFor, newestCounted } from './counted.js';
import { diskDoubt, LARGE_TRACE, lastTrace, type TraceSize } from './diskRoom.js';

/** A run that is to come. */
export interface Coming {
  readonly configuration: Pick<Configuration, 'program' | 'largeTrace'>;
  readonly store: ExperimentStore;
  readonly plan: MeasurementPlan;
  /** Name of the target. */
  readonly target: string;
  readonly ranks: number;
  /** Free where the trace is to lie. */
  readonly free: Bytes;
  /** Name of the location, for messages. */
  readonly place: string;
}

/** Returns the reason to ask the user first, as a sentence; undefined without objections. A profile stays small. */
export function roomDoubt(coming: Coming): string | undefined {
  const { configuration, store, plan, ranks, free, place } = coming;
  if (plan.mode === 'profile') return undefined;
  const { program, largeTrace = LARGE_TRACE } = configuration;
  const known = { program, ranks, free, place, limit: plan.processLimit, large: largeTrace };
  return diskDoubt({ ...known, last: lastTrace(store, program), forecast: sizeOf(coming) });
}

function sizeOf({ configuration, store, plan, target, ranks }: Coming): TraceSize | undefined {
  // The size of a record is known of the probe's.
  if (plan.system !== undefined) return undefined;
  const found = newestCounted(store, { program: configuration.program, target, plan });
  if (found === undefined) return undefined;
  const { archive, records, ranks: each } = forecastFor(found, plan, ranks);
  return { archive, records, mostOfRank: each.reduce((most, one) => Math.max(most, one.records), 0) };
}
