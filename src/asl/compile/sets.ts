/** Sets: several values for each row of a block. */
import { type Column, isMany, type Many } from '../data.js';
import { Frame } from './frame.js';
import type { Meter } from './meter.js';

/** The element with an index of each row, counted from 0; absent where there is none. */
export function elementsFrom({ starts, values }: Many, index: Float64Array): Float64Array {
  return index.map((at, row) => {
    const [from, to] = [starts[row] ?? 0, starts[row + 1] ?? 0];
    return Number.isInteger(at) && at >= 0 && from + at < to ? (values[from + at] ?? NaN) : NaN;
  });
}

/** The elements of each row from an index to another, both included. */
export function partOf({ starts, values }: Many, first: Float64Array, last: Float64Array, meter: Meter): Many {
  return selected({ starts, values }, meter, (row, at) => at >= (first[row] ?? NaN) && at <= (last[row] ?? NaN));
}

/** Returns all values of several columns, row by row. */
export function gathered(columns: readonly Column[], rows: number, meter: Meter): Many {
  const [only, other] = columns;
  if (only !== undefined && other === undefined && isMany(only)) return only;
  const starts = new Uint32Array(rows + 1);
  const count = (column: Column, row: number): number =>
    isMany(column) ? (column.starts[row + 1] ?? 0) - (column.starts[row] ?? 0) : Number.isNaN(column[row]) ? 0 : 1;
  for (let row = 0; row < rows; row++)
    starts[row + 1] = columns.reduce((sum, column) => sum + count(column, row), starts[row] ?? 0);
  meter.hold(starts[rows] ?? 0);
  const values = new Float64Array(starts[rows] ?? 0);
  for (let row = 0; row < rows; row++) {
    let at = starts[row] ?? 0;
    for (const column of columns) {
      if (isMany(column)) values.set(column.values.subarray(column.starts[row], column.starts[row + 1]), at);
      else if (!Number.isNaN(column[row])) values[at] = column[row] ?? NaN;
      at += count(column, row);
    }
  }
  return { starts, values };
}

/** The elements of one set that are, or are not, in another of the same row. */
export function amongst(left: Many, right: Many, isAmong: boolean, meter: Meter): Many {
  let [row, members] = [-1, new Set<number>()];
  return selected(left, meter, (of, _, value) => {
    if (of !== row) {
      row = of;
      members = new Set(right.values.subarray(right.starts[of], right.starts[of + 1]));
    }
    return members.has(value) === isAmong;
  });
}

type Keeps = (row: number, index: number, value: number) => boolean;

function selected({ starts, values }: Many, meter: Meter, keeps: Keeps): Many {
  meter.hold(values.length);
  const kept = new Float64Array(values.length);
  const found = new Uint32Array(starts.length);
  let length = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    const from = starts[row] ?? 0;
    for (let at = from; at < (starts[row + 1] ?? 0); at++) {
      const value = values[at] ?? NaN;
      if (keeps(row, at - from, value)) kept[length++] = value;
    }
    found[row + 1] = length;
  }
  return { starts: found, values: kept.slice(0, length) };
}

/** Whether something holds for one, or for all, of the elements; for all of none it does. */
export function holding(quantifier: 'exists' | 'forall', { starts, values }: Many, rows: number): Float64Array {
  const found = new Float64Array(rows);
  const isAny = quantifier === 'exists';
  for (let row = 0; row < rows; row++) {
    const all = values.subarray(starts[row], starts[row + 1]);
    found[row] = (isAny ? all.some((value) => value === 1) : all.every((value) => value === 1)) ? 1 : 0;
  }
  return found;
}

type Single = (frame: Frame) => Float64Array;

/** A value for each element of a set, of those that `such` holds for. */
export function eachOf(set: Many, frame: Frame, slot: number, such: Single | undefined, value: Single): Many {
  const { meter, data } = frame;
  meter.hold(set.values.length);
  const owner = ownersOf(set);
  const all = new Frame(owner.length, data, meter, { frame, owner });
  all.put(slot, set.values);
  if (such === undefined) return { starts: set.starts, values: value(all) };
  const holds = such(all);
  const starts = new Uint32Array(set.starts.length);
  let length = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = set.starts[row] ?? 0; at < (set.starts[row + 1] ?? 0); at++) if (holds[at] === 1) length++;
    starts[row + 1] = length;
  }
  const only = new Frame(length, data, meter, { frame, owner: ownersOf({ starts, values: set.values }) });
  only.put(
    slot,
    set.values.filter((_, at) => holds[at] === 1),
  );
  return { starts, values: value(only) };
}

/** The row that each element belongs to. */
function ownersOf({ starts }: Many): Uint32Array {
  const owner = new Uint32Array(starts[starts.length - 1] ?? 0);
  for (let row = 0; row + 1 < starts.length; row++) owner.fill(row, starts[row], starts[row + 1]);
  return owner;
}
