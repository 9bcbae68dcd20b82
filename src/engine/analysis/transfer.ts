import type { PerformanceSpace } from '../../model/performanceSpace.js';

type Column = Uint32Array | Int32Array | Float64Array;

/** Returns the column in a separate buffer: transferring a view would transfer the whole of a larger buffer. */
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
  const { callTree, severities, phases, ...rest } = space;
  const { parent, region, site } = callTree;
  const moved: PerformanceSpace = {
    ...rest,
    ...(phases === undefined ? {} : { phases: { ...phases, begins: own(phases.begins) } }),
    callTree: { ...callTree, parent: own(parent), region: own(region), site: own(site) },
    severities: new Map(
      [...severities].map(([metric, { callPath, location, phase, value }]) => [
        metric,
        {
          callPath: own(callPath),
          location: own(location),
          value: own(value),
          ...(phase === undefined ? {} : { phase: own(phase) }),
        },
      ]),
    ),
  };
  const columns: Column[] = [moved.callTree.parent, moved.callTree.region, moved.callTree.site];
  if (moved.phases !== undefined) columns.push(moved.phases.begins);
  for (const { callPath, location, value, phase } of moved.severities.values())
    columns.push(callPath, location, value, ...(phase === undefined ? [] : [phase]));
  const buffers = new Set<ArrayBuffer>();
  for (const { buffer } of columns) if (buffer instanceof ArrayBuffer) buffers.add(buffer);
  return { space: moved, buffers: [...buffers] };
}
