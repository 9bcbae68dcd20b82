/** Rows of a CUBE file as sparse columns of the model. */
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
  const cannotBe = (one: number): boolean => !Number.isFinite(one) || one >= below;
  const { value } = rows;
  let isUsable = true;
  for (let i = 0; i < value.length && isUsable; i++) isUsable = !cannotBe(value[i] ?? absent(i));
  if (isUsable) return { rows, unknown: { callPath: new Uint32Array(0), location: new Uint32Array(0) } };
  const kept = value.map((one) => (cannotBe(one) ? 0 : one));
  return { rows: { ...rows, value: kept }, unknown: columnOf(rows, width, 1, cannotBe) };
}

const isNotZero = (value: number): boolean => value !== 0;

/** The values that are kept (those that are not zero), sorted by call path, then location. */
export function columnOf(
  { callPath, value }: CubeRows,
  width: number,
  scale: number,
  isKept: (value: number) => boolean = isNotZero,
): SeverityColumn {
  const space = { callPath: new Uint32Array(value.length), location: new Uint32Array(value.length) };
  const values = new Float64Array(value.length);
  let count = 0;
  for (const row of inOrder(callPath)) {
    const path = callPath[row] ?? absent(row);
    const begin = row * width;
    for (let location = 0; location < width; location++) {
      const one = value[begin + location] ?? absent(location);
      if (!isKept(one)) continue;
      space.callPath[count] = path;
      space.location[count] = location;
      values[count++] = one * scale;
    }
  }
  return {
    callPath: space.callPath.slice(0, count),
    location: space.location.slice(0, count),
    value: values.slice(0, count),
  };
}

/** Rows in order of their call paths, which they often stand in already. */
function inOrder(callPath: Uint32Array): Uint32Array {
  const order = Uint32Array.from(callPath, (_, row) => row);
  for (let row = 1; row < callPath.length; row++)
    if ((callPath[row - 1] ?? absent(row)) > (callPath[row] ?? absent(row)))
      return order.sort((a, b) => (callPath[a] ?? absent(a)) - (callPath[b] ?? absent(b)));
  return order;
}

/** The same in compressed rows. @param size how many call paths there are */
export function inRows({ callPath, location, value }: SeverityColumn, size: number): CallPathValues {
  const start = new Uint32Array(size + 1);
  for (const [entry, path] of callPath.entries()) start[path + 1] = entry + 1;
  for (let path = 0; path < size; path++)
    start[path + 1] = Math.max(elementAt(start, path + 1), elementAt(start, path));
  return { start, location, value };
}
