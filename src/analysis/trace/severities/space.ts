import { absent } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import type { MetricDefinition, PerformanceSpace, SeverityColumn } from '../../../model/performanceSpace.js';
import { countingSort } from '../../../base/countingSort.js';
import type { PairSums } from '../tables/pairSums.js';
import type { Severities } from './severities.js';

/** Values of a counter, by call path and location. */
export interface CountedMetric {
  readonly definition: MetricDefinition;
  readonly sums: PairSums;
}

/**
 * Builds the performance space from the collected severities; metrics without any value are omitted from `severities`.
 * @param counted metrics of this run alone
 */
export function buildSpace(
  callTree: CallTree,
  locationCount: number,
  severities: Severities,
  counted: readonly CountedMetric[] = [],
): PerformanceSpace {
  const columns = new Map<string, SeverityColumn>();
  for (const [name, sums] of severities.rollUp()) {
    const column = toColumn(sums, callTree.size, locationCount);
    if (column.value.length > 0) columns.set(name, column);
  }
  for (const { definition, sums } of counted) {
    const column = toColumn(sums, callTree.size, locationCount);
    if (column.value.length > 0) columns.set(definition.name, column);
  }
  const { metrics } = severities.properties;
  const more = counted.map(({ definition }) => definition);
  return { metrics: more.length === 0 ? metrics : [...metrics, ...more], callTree, locationCount, severities: columns };
}

const empty: SeverityColumn = {
  callPath: new Uint32Array(0),
  location: new Uint32Array(0),
  value: new Float64Array(0),
};

/** The values of a metric, exclusive along the call tree; empty for a metric the space does not hold. */
export function exclusive(space: PerformanceSpace, metric: string): SeverityColumn {
  return space.severities.get(metric) ?? empty;
}

/** Sum of a metric over all call paths and locations. */
export function total(space: PerformanceSpace, metric: string): number {
  return exclusive(space, metric).value.reduce((sum, value) => sum + value, 0);
}

/** Sums by call path and location as a column of a space. */
export function columnOf(sums: PairSums, { callTree, locationCount }: PerformanceSpace): SeverityColumn {
  return toColumn(sums, callTree.size, locationCount);
}

/** Returns the sums as a column: sorted by call path, then location; zeros are omitted. */
function toColumn(sums: PairSums, nodes: number, locations: number): SeverityColumn {
  const entries = new Uint32Array(sums.size);
  let count = 0;
  for (let entry = 0; entry < sums.size; entry++) if (sums.value[entry] !== 0) entries[count++] = entry;
  const byLocation = countingSort(entries.subarray(0, count), sums.location, locations);
  const order = countingSort(byLocation, sums.callPath, nodes);
  const column = {
    callPath: new Uint32Array(count),
    location: new Uint32Array(count),
    value: new Float64Array(count),
  };
  for (let i = 0; i < count; i++) {
    const entry = order[i] ?? absent(i);
    column.callPath[i] = sums.callPath[entry] ?? absent(entry);
    column.location[i] = sums.location[entry] ?? absent(entry);
    column.value[i] = sums.value[entry] ?? absent(entry);
  }
  return column;
}
