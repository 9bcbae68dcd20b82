/** Locations as rows of tables and pictures: their names and their order. */
import { absent } from '../../../base/elements.js';
import type { Definitions, Location } from '../../../model/definitions.js';
import { locationNames } from '../../../model/names.js';
import type { Room } from '../room.js';

/** Locations by the number of their group; those that measure only, such as a node's power meter, run nothing. */
export function runningLocations(count: number, known: readonly Location[]): Uint32Array {
  const group = (location: number): number => known[location]?.group ?? Number.MAX_SAFE_INTEGER;
  const running = Array.from({ length: count }, (_, location) => location).filter(
    (location) => known[location]?.type !== 'metric',
  );
  return Uint32Array.from(running.sort((a, b) => group(a) - group(b) || a - b));
}

/** The names of some locations, as `encoded`. */
export function encodedNames(definitions: Definitions, rows: ArrayLike<number>, room: Room): Encoded {
  const names = locationNames(definitions);
  return encoded(
    Array.from(rows, (location) => names[location] ?? ''),
    room,
  );
}

interface Encoded {
  readonly name: Uint8Array;
  readonly end: Uint32Array;
}

/** Names as columns: that of row `r` is the UTF-8 from `end[r - 1]` (0 for the first) up to `end[r]`. */
export function encoded(names: readonly string[], room: Room): Encoded {
  const encoder = new TextEncoder();
  const told = names.map((each) => encoder.encode(each));
  const end = room.uint32(told.length);
  let bytes = 0;
  for (const [row, { length }] of told.entries()) end[row] = bytes += length;
  room.check(bytes);
  const name = new Uint8Array(bytes);
  for (const [row, text] of told.entries()) name.set(text, (end[row] ?? absent(row)) - text.length);
  return { name, end };
}
