/** Values of call paths alone and with all that they call, from each other. */
import { addAt, elementAt } from '../../base/elements.js';
import type { CubeAnchor, CubeRows } from './anchor.js';

type Tree = Pick<CubeAnchor, 'callTree' | 'locations'>;

/** Exclusive from inclusive values: each path's value less those of the paths it calls. */
export function withoutChildren({ callPath, value }: CubeRows, { callTree, locations }: Tree): CubeRows {
  const width = locations.length;
  const rowOf = new Map<number, number>();
  for (const [row, path] of callPath.entries()) rowOf.set(path, row);
  const parents = [...new Set(callPath)].flatMap((path) => {
    const parent = elementAt(callTree.parent, path);
    return parent < 0 || rowOf.has(parent) ? [] : [parent];
  });
  const paths = Uint32Array.from([...callPath, ...new Set(parents)]);
  for (const [row, path] of paths.entries()) rowOf.set(path, row);
  const result = new Float64Array(paths.length * width);
  result.set(value);
  for (const [row, path] of callPath.entries()) {
    const above = rowOf.get(elementAt(callTree.parent, path));
    if (above === undefined) continue;
    for (let i = 0; i < width; i++) addAt(result, above * width + i, -elementAt(value, row * width + i));
  }
  return { callPath: paths, value: result };
}

/** Inclusive from exclusive values: one row for each path, in their order. */
export function withChildren({ callPath, value }: CubeRows, { callTree, locations }: Tree): CubeRows {
  const width = locations.length;
  const result = new Float64Array(callTree.size * width);
  for (const [row, path] of callPath.entries())
    for (let i = 0; i < width; i++) addAt(result, path * width + i, elementAt(value, row * width + i));
  for (let path = callTree.size - 1; path >= 0; path--) {
    const above = elementAt(callTree.parent, path);
    if (above < 0) continue;
    for (let i = 0; i < width; i++) addAt(result, above * width + i, elementAt(result, path * width + i));
  }
  return { callPath: Uint32Array.from({ length: callTree.size }, (_, path) => path), value: result };
}
