/** Which call paths and times efficiencies are made of. */
import { elementAt } from '../../base/elements.js';
import type { Definitions, Region } from '../../model/definitions.js';
import type { CallTree } from '../../model/callTree.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import { timeMetric } from '../trace/metrics/classification.js';
import { exclusive } from '../trace/severities/space.js';

/** Classes of regions in which a thread computes, or reads and writes files, as POP counts useful time. */
const USEFUL: ReadonlySet<string> = new Set(['comp', 'io_data', 'io_metadata']);
/** The metrics that hold these times, where a space has them. */
const USEFUL_METRICS = ['comp', 'io_time'] as const;

/** 1 for call paths of regions that a test holds for. */
export function marked(
  { size, region }: CallTree,
  { regions }: Pick<Definitions, 'regions'>,
  holds: (region: Region) => boolean,
): Uint8Array {
  const ofRegion = Uint8Array.from(regions, (one) => (holds(one) ? 1 : 0));
  return Uint8Array.from({ length: size }, (_, node) => ofRegion[elementAt(region, node)] ?? 0);
}

/** The same with all that they call. */
export function markedBelow(tree: CallTree, marks: Uint8Array): Uint8Array {
  const all = marks.slice();
  for (let node = 0; node < all.length; node++) {
    const parent = elementAt(tree.parent, node);
    if (parent >= 0 && all[parent] === 1) all[node] = 1;
  }
  return all;
}

export const isParallel = ({ paradigm, role }: Region): boolean => paradigm === 'openmp' && role === 'parallel';
export const isMpi = (region: Region): boolean => timeMetric(region).startsWith('mpi');
export const isUseful = (region: Region): boolean => USEFUL.has(timeMetric(region));

/** Entries of a metric that are at marked call paths. */
function at({ callPath, location, value }: SeverityColumn, marks: Uint8Array): SeverityColumn {
  const entries = value.map((_, entry) => entry).filter((entry) => marks[elementAt(callPath, entry)] === 1);
  return {
    callPath: Uint32Array.from(entries, (entry) => elementAt(callPath, entry)),
    location: Uint32Array.from(entries, (entry) => elementAt(location, entry)),
    value: Float64Array.from(entries, (entry) => elementAt(value, entry)),
  };
}

/** Times by call path and location, as columns that are parts of `time`. */
export interface Columns {
  readonly time: SeverityColumn;
  readonly mpi: SeverityColumn;
  /** Several where a run divides its useful time. */
  readonly useful: readonly SeverityColumn[];
}

/** The times of a space: as it divides them, else by what its regions belong to. */
export function columnsOf(space: PerformanceSpace, definitions: Pick<Definitions, 'regions'>): Columns {
  const time = exclusive(space, 'time');
  const knows = (metric: string): boolean => space.metrics.some(({ name }) => name === metric);
  const byRegion = (holds: (region: Region) => boolean): SeverityColumn =>
    at(time, marked(space.callTree, definitions, holds));
  return {
    time,
    mpi: knows('mpi') ? exclusive(space, 'mpi') : byRegion(isMpi),
    useful: knows('comp') ? USEFUL_METRICS.map((metric) => exclusive(space, metric)) : [byRegion(isUseful)],
  };
}
