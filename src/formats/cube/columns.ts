/** Rows of a CUBE file as sparse columns of the model. */
import { placesByKey } from '../../base/countingSort.js';
import { absent, elementAt } from '../../base/elements.js';
import type { Places } from '../../model/profile.js';
import type { SeverityColumn } from '../../model/performanceSpace.js';
import type { CallPathValues } from '../../model/profileValues.js';
import type { CubeRows } from './anchor.js';

/**
 * The values without those that no measurement can have, and where these were.
 * @param below all values are less; Infinity where there is no such bound
 */
export function usable(rows: CubeRows, width: number, below: number): { rows: CubeRows; unknown: Places } {
  const { value } = rows;
  const cannotBe = (one: number): boolean => !(one < below && one > -Infinity);
  let wrong = 0;
  // Written out: a call for each value takes as long as all else.
  for (const one of value) if (!(one < below && one > -Infinity)) wrong++;
  if (wrong === 0) return { rows, unknown: { callPath: new Uint32Array(0), location: new Uint32Array(0) } };
  const kept = value.map((one) => (cannotBe(one) ? 0 : one));
  return { rows: { ...rows, value: kept }, unknown: columnOf(rows, width, 1, cannotBe) };
}

/** The values that are not zero, sorted by call path, then location. */
export function nonZeroColumn(rows: CubeRows, width: number, scale: number): SeverityColumn {
  const { callPath, value } = rows;
  let count = 0;
  for (const one of value) if (one !== 0) count++;
  const column = emptyColumn(count);
  const order = orderOf(callPath);
  let entry = 0;
  for (let place = 0; place < callPath.length; place++) {
    const row = order === undefined ? place : (order[place] ?? absent(place));
    const path = callPath[row] ?? absent(row);
    for (let location = 0, at = row * width; location < width; location++, at++) {
      const one = value[at] ?? absent(at);
      if (one === 0) continue;
      column.callPath[entry] = path;
      column.location[entry] = location;
      column.value[entry++] = one * scale;
    }
  }
  return column;
}

/** The values that are kept, sorted by call path, then location. */
export function columnOf(
  rows: CubeRows,
  width: number,
  scale: number,
  isKept: (value: number) => boolean,
): SeverityColumn {
  const { callPath, value } = rows;
  const column = emptyColumn(value.reduce((count, one) => (isKept(one) ? count + 1 : count), 0));
  const order = orderOf(callPath);
  let entry = 0;
  for (let place = 0; place < callPath.length; place++) {
    const row = order === undefined ? place : elementAt(order, place);
    for (let location = 0; location < width; location++) {
      const one = elementAt(value, row * width + location);
      if (!isKept(one)) continue;
      column.callPath[entry] = elementAt(callPath, row);
      column.location[entry] = location;
      column.value[entry++] = one * scale;
    }
  }
  return column;
}

const emptyColumn = (count: number): SeverityColumn => ({
  callPath: new Uint32Array(count),
  location: new Uint32Array(count),
  value: new Float64Array(count),
});

/** Returns the order of rows by their call paths; undefined if they are already sorted, as they often are. */
function orderOf(callPath: Uint32Array): Uint32Array | undefined {
  for (let row = 1; row < callPath.length; row++)
    if ((callPath[row - 1] ?? absent(row)) > (callPath[row] ?? absent(row)))
      return placesByKey(callPath, callPath.reduce((most, one) => Math.max(most, one), 0) + 1);
  return undefined;
}

/** The same in compressed rows. @param size how many call paths there are */
export function inRows({ callPath, location, value }: SeverityColumn, size: number): CallPathValues {
  const start = new Uint32Array(size + 1);
  for (const [entry, path] of callPath.entries()) start[path + 1] = entry + 1;
  for (let path = 0; path < size; path++)
    start[path + 1] = Math.max(elementAt(start, path + 1), elementAt(start, path));
  return { start, location, value };
}
