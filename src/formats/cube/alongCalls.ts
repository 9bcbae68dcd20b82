/** Values of call paths alone and with all that they call, from each other. */
import { absent, elementAt } from '../../base/elements.js';
import type { CubeAnchor, CubeRows } from './anchor.js';

type Tree = Pick<CubeAnchor, 'callTree' | 'locations'>;

/** Adds a row of values, times a factor, to another row. */
function addRow(to: Float64Array, at: number, from: Float64Array, start: number, width: number, factor: 1 | -1): void {
  for (let i = 0; i < width; i++)
    to[at + i] = (to[at + i] ?? absent(at + i)) + factor * (from[start + i] ?? absent(start + i));
}

/** Exclusive from inclusive values: each path's value less those of the paths it calls. */
export function withoutChildren({ callPath, value }: CubeRows, { callTree, locations }: Tree): CubeRows {
  const width = locations.length;
  const rows = callPath.length;
  const rowOf = new Int32Array(callTree.size).fill(-1);
  for (let row = 0; row < rows; row++) rowOf[callPath[row] ?? absent(row)] = row;
  // A caller without explicit values has only those of its callees.
  const added: number[] = [];
  for (let row = 0; row < rows; row++) {
    const parent = elementAt(callTree.parent, elementAt(callPath, row));
    if (parent >= 0 && elementAt(rowOf, parent) < 0) rowOf[parent] = rows + added.push(parent) - 1;
  }
  const result = new Float64Array((rows + added.length) * width);
  result.set(value);
  for (let row = 0; row < rows; row++) {
    const parent = elementAt(callTree.parent, elementAt(callPath, row));
    if (parent >= 0) addRow(result, elementAt(rowOf, parent) * width, value, row * width, width, -1);
  }
  const paths = new Uint32Array(rows + added.length);
  paths.set(callPath);
  paths.set(added, rows);
  return { callPath: paths, value: result };
}

/** Inclusive from exclusive values: one row for each path, in their order. */
export function withChildren({ callPath, value }: CubeRows, { callTree, locations }: Tree): CubeRows {
  const width = locations.length;
  const result = new Float64Array(callTree.size * width);
  for (let row = 0; row < callPath.length; row++)
    addRow(result, elementAt(callPath, row) * width, value, row * width, width, 1);
  for (let path = callTree.size - 1; path >= 0; path--) {
    const above = elementAt(callTree.parent, path);
    if (above >= 0) addRow(result, above * width, result, path * width, width, 1);
  }
  const paths = new Uint32Array(callTree.size);
  for (let path = 0; path < paths.length; path++) paths[path] = path;
  return { callPath: paths, value: result };
}
