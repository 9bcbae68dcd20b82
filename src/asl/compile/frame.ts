import type { AslData, Column, Many } from '../data.js';
import { isMany } from '../data.js';
import type { Shared } from '../types/ir.js';
import type { Meter } from './meter.js';

/** State of the evaluation of rows: the values of slots, for the rows of a block or the elements of a set. */
export class Frame {
  private readonly slots = new Map<number, Column>();
  private readonly shared = new Map<Shared, Column>();

  /**
   * @param size how many rows or elements
   * @param around the rows that the elements belong to, with the row of each
   */
  constructor(
    readonly size: number,
    readonly data: AslData,
    readonly meter: Meter,
    readonly around?: { readonly frame: Frame; readonly owner: Uint32Array },
  ) {}

  get level(): number {
    return this.around === undefined ? 0 : this.around.frame.level + 1;
  }

  put(slot: number, values: Column): void {
    this.slots.set(slot, values);
  }

  /** Returns the value of a slot, in this frame or an outer one. */
  get(slot: number): Column {
    const own = this.slots.get(slot);
    if (own !== undefined) return own;
    if (this.around === undefined) return this.nothing();
    const found = this.expanded(this.around.frame.get(slot));
    this.slots.set(slot, found);
    return found;
  }

  /** Evaluates a definition at its position, once. */
  once(shared: Shared, evaluate: (frame: Frame) => Column): Column {
    const known = this.shared.get(shared);
    if (known !== undefined) return known;
    const { around } = this;
    const isHere = around === undefined || this.level <= shared.level;
    const found = isHere ? evaluate(this) : this.expanded(around.frame.once(shared, evaluate));
    this.shared.set(shared, found);
    return found;
  }

  /** Returns a column without values. */
  nothing(): Float64Array {
    return new Float64Array(this.size).fill(NaN);
  }

  /** Values of the rows around, for each element. */
  private expanded(column: Column): Column {
    const owner = this.around?.owner ?? new Uint32Array(0);
    this.meter.take(this.size);
    if (isMany(column)) return this.expandedMany(column, owner);
    return Float64Array.from(owner, (row) => column[row] ?? NaN);
  }

  private expandedMany({ starts, values }: Many, owner: Uint32Array): Many {
    const found = new Uint32Array(owner.length + 1);
    for (let at = 0; at < owner.length; at++) {
      const row = owner[at] ?? 0;
      const next = (found[at] ?? 0) + (starts[row + 1] ?? 0) - (starts[row] ?? 0);
      // Stops before the numbers that count the elements are full.
      if (next > MOST_EXPANDED) this.meter.hold(next);
      found[at + 1] = next;
    }
    this.meter.hold(found[owner.length] ?? 0);
    const all = new Float64Array(found[owner.length] ?? 0);
    for (let at = 0; at < owner.length; at++) {
      const row = owner[at] ?? 0;
      all.set(values.subarray(starts[row], starts[row + 1]), found[at]);
    }
    return { starts: found, values: all };
  }
}

const MOST_EXPANDED = 1 << 24;
