/** Peak heap memory of each process, as a metric of maxima: CUBE's tools combine it by the greatest. */
import { elementAt } from '../../base/elements.js';
import type { ProcessMemory } from '../../model/findings/memory.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import type { CubeAnchor, CubeMetric } from './anchor.js';

/** As the finisher of Trimtab's probe names it in profiles (src/probe/finish/cube/cube-metrics.c). */
const HEAP = 'heap';

/** The metrics of a file with that of the heap: in the place of one that was read without its values, or behind them. */
export function withHeapMetric(metrics: readonly CubeMetric[]): CubeMetric[] {
  const known = metrics.findIndex(({ name }) => name === HEAP);
  return known < 0
    ? [...metrics, heapMetric(metrics.length)]
    : metrics.with(known, heapMetric(elementAt(metrics, known).id));
}

export function isHeap({ name, dataType }: CubeMetric): boolean {
  return name === HEAP && dataType === 'MAXDOUBLE';
}

function heapMetric(id: number): CubeMetric {
  return {
    id,
    name: HEAP,
    title: 'Heap High Water',
    dataType: 'MAXDOUBLE',
    unit: 'bytes',
    url: '',
    description: 'The most that a process held of the heap at once',
    kind: 'exclusive',
    parent: -1,
  };
}

/** Returns its values in bytes: at the first call path, in the first thread of each process that reported it. */
export function heapColumn(
  { callTree }: PerformanceSpace,
  { anchor, locationOf }: { readonly anchor: CubeAnchor; readonly locationOf: Uint32Array },
  processes: readonly ProcessMemory[],
): SeverityColumn {
  const highOf = new Map(processes.map(({ rank, high }) => [rank, high]));
  const found: { location: number; value: number }[] = [];
  locationOf.forEach((position, location) => {
    const { group } = elementAt(anchor.locations, position);
    const { rank, type } = elementAt(anchor.groups, group);
    const high = type === 'process' ? highOf.get(rank) : undefined;
    if (high === undefined) return;
    highOf.delete(rank);
    found.push({ location, value: high });
  });
  const root = Math.max(0, callTree.parent.subarray(0, callTree.size).indexOf(-1));
  return {
    callPath: new Uint32Array(found.length).fill(root),
    location: Uint32Array.from(found, ({ location }) => location),
    value: Float64Array.from(found, ({ value }) => value),
  };
}
