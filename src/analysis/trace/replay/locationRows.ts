import { absent } from '../../../base/elements.js';

/** The rows of each location in a table in which the rows of a location follow each other. */
export interface LocationRows {
  readonly first: Int32Array;
  /** Not contained. */
  readonly end: Int32Array;
}

/** @param locations their number; those without rows have none */
export function rowsByLocation(location: Int32Array, rows: number, locations: number): LocationRows {
  const first = new Int32Array(locations);
  const end = new Int32Array(locations);
  for (let row = rows - 1; row >= 0; row--) {
    const at = location[row] ?? absent(row);
    if (end[at] === 0) end[at] = row + 1;
    first[at] = row;
  }
  return { first, end };
}
