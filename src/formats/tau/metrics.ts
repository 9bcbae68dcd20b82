/** TAU's metrics: clocks in microseconds, and counters. */
import { COUNTER_DESCRIPTION } from '../../model/counters.js';
import type { ProfileBuilder } from '../profile/index.js';

export interface TauMetric {
  /** Its name in the profile. */
  readonly name: string;
  /** How many of the profile's units one of TAU's is. */
  readonly scale: number;
}

/** Same rule as ParaProf: clocks have TIME in their names, such as P_WALL_CLOCK_TIME or `BGP Timers`. */
const isClock = (name: string): boolean => /TIME|SECONDS/i.test(name) && !name.startsWith('PAPI_');

const MICROSECOND = 1e-6;

/** Defines the metrics; the clock that is called TIME, else the first, is the time of the profile. */
export function defineMetrics(builder: ProfileBuilder, names: readonly string[]): readonly TauMetric[] {
  const time = names.find((name) => name.toUpperCase() === 'TIME') ?? names.find(isClock);
  return names.map((name): TauMetric => {
    if (!isClock(name))
      return { name: builder.metric({ name, semantic: 'counter', description: COUNTER_DESCRIPTION }), scale: 1 };
    const known = builder.metric({
      name: name === time ? 'time' : name,
      title: name === time ? 'Time' : name,
      unit: 'seconds',
      semantic: 'time',
      description: `Clock ${name} of TAU`,
    });
    return { name: known, scale: MICROSECOND };
  });
}

/** Counters that ran over come as less than nothing, or as more than a signed number can hold. */
export const isWrapped = (value: number): boolean => value < 0 || value >= 2 ** 63;
