/** Values by call path and location, of which most are zero. */
import type { Room } from '../room.js';

/** Bytes that one value takes, generously. */
const BYTES_A_VALUE = 64;

/** Columns of values: entry i is at call path `callPath[i]` on location `location[i]`; in no particular order. */
export interface PlacedColumns {
  readonly callPath: Uint32Array;
  readonly location: Uint32Array;
  readonly value: Float64Array;
}

/** A call path on a location as one number: exact up to 2^21 locations, of which there are fewer. */
const keyOf = (node: number, location: number): number => node * 2 ** 21 + location;

export class PlacedSums {
  private readonly values = new Map<number, number>();

  constructor(private readonly room: Room) {}

  add(node: number, location: number, value: number): void {
    this.addAt(keyOf(node, location), value);
  }

  private addAt(key: number, value: number): void {
    const known = this.values.get(key);
    if (known === undefined) this.room.check(BYTES_A_VALUE * (this.values.size + 1));
    this.values.set(key, (known ?? 0) + value);
  }

  addAll(others: PlacedSums): void {
    for (const [key, value] of others.values) this.addAt(key, value);
  }

  columns(): PlacedColumns {
    const keys = Float64Array.from(this.values.keys());
    return {
      callPath: Uint32Array.from(keys, (key) => Math.floor(key / 2 ** 21)),
      location: Uint32Array.from(keys, (key) => key % 2 ** 21),
      value: Float64Array.from(this.values.values()),
    };
  }
}
