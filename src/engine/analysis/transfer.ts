import type { PerformanceSpace } from '../../model/performanceSpace.js';

type Column = Uint32Array | Int32Array | Float64Array;

/** The column in a buffer of its own: a view of a larger buffer would take the whole of it along. */
function own<C extends Column>(column: C): C;
function own(column: Column): Column {
  return column.byteLength === column.buffer.byteLength && column.buffer instanceof ArrayBuffer
    ? column
    : column.slice();
}

/**
 * Makes a space ready to leave its thread without being copied.
 * @returns the space over buffers that belong to it alone, and those buffers, each once
 */
export function transferable(space: PerformanceSpace): { space: PerformanceSpace; buffers: ArrayBuffer[] } {
  const { parent, region, site } = space.callTree;
  const moved: PerformanceSpace = {
    metrics: space.metrics,
    locationCount: space.locationCount,
    callTree: { ...space.callTree, parent: own(parent), region: own(region), site: own(site) },
    severities: new Map(
      [...space.severities].map(([metric, { callPath, location, value }]) => [
        metric,
        { callPath: own(callPath), location: own(location), value: own(value) },
      ]),
    ),
  };
  const columns: Column[] = [moved.callTree.parent, moved.callTree.region, moved.callTree.site];
  for (const column of moved.severities.values()) columns.push(column.callPath, column.location, column.value);
  const buffers = new Set<ArrayBuffer>();
  for (const { buffer } of columns) if (buffer instanceof ArrayBuffer) buffers.add(buffer);
  return { space: moved, buffers: [...buffers] };
}
