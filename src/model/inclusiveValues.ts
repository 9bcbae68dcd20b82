import { absent } from '../base/elements.js';
import type { PerformanceSpace, SeverityColumn } from './performanceSpace.js';
import type { Profile } from './profile.js';
import { callPathValues, place, upTree, type CallPathValues, type PlacedValues } from './profileValues.js';

/**
 * Inclusive values of a metric: as the file has them, else summed along the call tree, where the profile has one;
 * undefined where they are not known.
 */
export function inclusiveValues(
  { space, inclusive, shape = 'tree' }: Profile,
  metric: string,
): CallPathValues | undefined {
  const read = inclusive?.get(metric);
  if (read !== undefined) return read;
  const column = space.severities.get(metric);
  return shape === 'tree' && column !== undefined ? summedAlong(space, column) : undefined;
}

/** Each row of the result is a path's own values and those of all that it calls. */
function summedAlong(space: PerformanceSpace, column: SeverityColumn): CallPathValues {
  const { callTree, locationCount } = space;
  const cells = callTree.size * locationCount;
  if (cells <= Math.max(SMALL_TABLE, CELLS_PER_VALUE * column.value.length)) return summedInTable(space, column);
  const places: PlacedValues = { callPath: [], location: [], value: [] };
  upTree(callTree, locationCount, column, (node, location, own = 0, below) => {
    const sum = own + below;
    place(places, node, location, sum);
    return sum;
  });
  return callPathValues(places, callTree.size, locationCount);
}

/** A table of all call paths and locations is faster than lists where it has not many more cells than there are values. */
const SMALL_TABLE = 1 << 16;
const CELLS_PER_VALUE = 16;

function summedInTable({ callTree, locationCount }: PerformanceSpace, column: SeverityColumn): CallPathValues {
  const { parent, size } = callTree;
  const sums = new Float64Array(size * locationCount);
  const isThere = new Uint8Array(sums.length);
  for (let entry = 0; entry < column.value.length; entry++) {
    const path = column.callPath[entry] ?? absent(entry);
    const cell = path * locationCount + (column.location[entry] ?? absent(entry));
    sums[cell] = (sums[cell] ?? absent(cell)) + (column.value[entry] ?? absent(entry));
    isThere[cell] = 1;
  }
  // Callees have larger numbers than their callers.
  for (let path = size - 1; path >= 0; path--) {
    const above = parent[path] ?? absent(path);
    if (above < 0) continue;
    for (let from = path * locationCount, to = above * locationCount; from < (path + 1) * locationCount; from++, to++)
      if (isThere[from] === 1) {
        sums[to] = (sums[to] ?? absent(to)) + (sums[from] ?? absent(from));
        isThere[to] = 1;
      }
  }
  let count = 0;
  for (let cell = 0; cell < isThere.length; cell++) count += isThere[cell] ?? absent(cell);
  const values = { start: new Uint32Array(size + 1), location: new Uint32Array(count), value: new Float64Array(count) };
  let entry = 0;
  for (let path = 0; path < size; path++) {
    for (let at = 0, cell = path * locationCount; at < locationCount; at++, cell++)
      if (isThere[cell] === 1) {
        values.location[entry] = at;
        values.value[entry++] = sums[cell] ?? absent(cell);
      }
    values.start[path + 1] = entry;
  }
  return values;
}
