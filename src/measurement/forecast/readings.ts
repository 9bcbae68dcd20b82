/** Frequency and size of readings of processor and kernel counters, estimated from a run with such readings. */
import { exclusive } from '../../analysis/trace/severities/space.js';
import { addAt, elementAt } from '../../base/elements.js';
import type { Bytes, Seconds } from '../../base/units.js';
import { isCounter } from '../../model/counters.js';
import type { Definitions, Region } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Kind } from './kinds.js';
import { compressed, TIME } from './sizes.js';

/** How the probe calls all parallel regions of OpenMP where it names what counters are not read at. */
const PARALLEL = 'parallel regions';

/** The counters of a run. */
export interface Readings {
  /** How many there are. */
  readonly counters: number;
  /** Of one reading of all of them. */
  readonly cost: Seconds;
  /** How often they are read in a call. @param isFirst whether the thread makes teams of others */
  readonly inCall: (region: Region, kinds: readonly Kind[], isFirst: boolean) => number;
  /** Size of the events of one reading in the archive; each contains the count until then. */
  readonly bytes: (location: number) => Bytes;
}

/** @returns undefined where nothing was counted */
export function readingsOf(space: PerformanceSpace, { properties }: Definitions): Readings | undefined {
  const metrics = space.metrics.filter((metric) => isCounter(metric) && space.severities.has(metric.name));
  if (metrics.length === 0) return undefined;
  const sums = metrics.map(({ name, unit }) => {
    const sum = new Float64Array(space.locationCount);
    const { location, value } = exclusive(space, name);
    value.forEach((amount, i) => addAt(sum, elementAt(location, i), amount));
    // Clocks are recorded in nanoseconds.
    return unit === 'seconds' ? sum.map((seconds) => seconds * 1e9) : sum;
  });
  const without = new Set((properties.get('TRIMTAB::NAMES_WITHOUT_COUNTERS') ?? '').split('\n'));
  const nanoseconds = Number(properties.get('TRIMTAB::COUNTER_READING_NANOSECONDS') ?? '');
  return {
    counters: metrics.length,
    cost: nanoseconds > 0 && Number.isFinite(nanoseconds) ? nanoseconds * 1e-9 : 0,
    inCall: ({ name }, kinds, isFirst) => {
      // On entry of a thread into a team, after its work, and when its first thread leaves it.
      if (kinds.includes('teams')) return without.has(PARALLEL) ? 0 : isFirst ? 3 : 2;
      const isRead = kinds.includes('functions') || kinds.includes('mpi');
      return isRead && !without.has(name) ? 2 : 0;
    },
    // Type, length, which counter, how many values, of what type, and the value: half of what it comes to, on average.
    bytes: (location) => sums.reduce((sum, all) => sum + 6 + compressed(elementAt(all, location) / 2), TIME / 2),
  };
}
