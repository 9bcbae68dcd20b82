/**
 * Functions that call themselves once, such as over the events before one (Wolf 2003, 3.9.2): a chain of values from the
 * ones that are handed over to where nothing follows, and from there back what the function is of each.
 */
import { type Column, isMany, manyFrom } from '../data.js';
import { type Ir, partsOf } from '../types/ir.js';
import { Frame } from './frame.js';
import { LimitReached } from './meter.js';

type Evaluate = (frame: Frame) => Column;

/** A function that calls itself, ready to be evaluated. */
export interface Fold {
  /** Slots of its values; missing class values end the chain. */
  readonly slots: readonly { readonly slot: number; readonly isRow: boolean }[];
  /** The place of what it is of the values that follow. */
  readonly again: number;
  readonly next: readonly Evaluate[];
  /** Whether it calls itself, 1 or 0. */
  readonly goesOn: (frame: Frame) => Float64Array;
  readonly value: Evaluate;
}

/** Values of one step of the chains, and which of them go on. */
interface Level {
  readonly columns: readonly Column[];
  readonly owner: Uint32Array;
  readonly kept: Uint32Array;
}

/**
 * @param rows of the frame that the values are of
 * @throws LimitReached where a chain goes in a circle, or all of them are too long
 */
export function folded(fold: Fold, start: readonly Column[], frame: Frame, rows = rowsOf(frame)): Column {
  const { meter } = frame;
  const levels: Level[] = [];
  let columns = start;
  let owner = rows;
  let held = 0;
  for (;;) {
    const inner = frameOf(fold, columns, owner, frame);
    const goes = fold.goesOn(inner);
    const kept = Uint32Array.from(goes.keys()).filter((row) => goes[row] === 1 && isThere(fold, columns, row));
    levels.push({ columns, owner, kept });
    if (kept.length === 0) break;
    const following = fold.next.map((next) => next(inner));
    if (kept.some((row) => following.every((column, at) => isSameAt(column, columns[at], row))))
      throw new LimitReached('it was stopped: a function calls itself with what it was called with, and never ends');
    held += kept.length * (columns.length + 1);
    meter.take(kept.length);
    meter.bound(held);
    columns = following.map((column) => taken(column, kept));
    const above = owner;
    owner = kept.map((row) => above[row] ?? 0);
  }
  let again: Column | undefined;
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    const inner = frameOf(fold, level.columns, level.owner, frame);
    if (again !== undefined) inner.put(fold.again, spread(again, level.kept, inner.size));
    again = fold.value(inner);
  }
  return again ?? frame.nothing();
}

/**
 * The same fold if each value follows only from that of the previous event. Then events are processed once, in their
 * order, regardless of the number of uses.
 */
export class RunningFold {
  /** By the other values: the event at which the chain is, and what the function is of it. */
  private readonly reached = new Map<string, { event: number; value: Column }>();

  /** @param chain which of the values is the event */
  constructor(
    private readonly fold: Fold,
    private readonly chain: number,
  ) {}

  /** @throws LimitReached */
  evaluate(start: readonly Column[], frame: Frame): Column {
    const events = start[this.chain];
    if (events === undefined || isMany(events) || start.some(isMany)) return folded(this.fold, start, frame);
    const order = Array.from(events.keys()).sort((a, b) => (events[a] ?? NaN) - (events[b] ?? NaN));
    const values: Column[] = new Array<Column>(frame.size);
    for (const row of order) values[row] = this.at(start, row, events[row] ?? NaN, frame);
    const [first] = values;
    if (first !== undefined && isMany(first))
      return manyFrom(values.map((value) => (isMany(value) ? value.values : value)));
    return Float64Array.from(values, (value) => (isMany(value) ? NaN : (value[0] ?? NaN)));
  }

  private at(start: readonly Column[], row: number, event: number, frame: Frame): Column {
    const own = start.map((column) => taken(column, Uint32Array.of(row)));
    const owner = Uint32Array.of(row);
    const key = own.map((column, at) => (at === this.chain || isMany(column) ? '' : String(column[0]))).join(' ');
    const known = this.reached.get(key);
    if (known === undefined || !(known.event <= event)) {
      const value = folded(this.fold, own, frame, owner);
      if (!Number.isNaN(event)) this.keep(key, { event, value });
      return value;
    }
    // Costs that grow with the trace are not charged to the text.
    frame.meter.grant((event - known.event) * STEPS_AN_EVENT, (event - known.event) * SECONDS_AN_EVENT);
    while (known.event < event) {
      known.event++;
      const columns = own.map((column, at) => (at === this.chain ? Float64Array.of(known.event) : column));
      const inner = frameOf(this.fold, columns, owner, frame);
      inner.put(this.fold.again, known.value);
      known.value = this.fold.value(inner);
    }
    return known.value;
  }

  private keep(key: string, reached: { event: number; value: Column }): void {
    if (this.reached.size >= MOST_REACHED) this.reached.clear();
    this.reached.set(key, reached);
  }
}

/** Chains that go on where they were. */
const MOST_REACHED = 4096;
/** Additional steps per event beyond the limits of a pattern. */
const STEPS_AN_EVENT = 256;
const SECONDS_AN_EVENT = 20e-6;

const rowsOf = ({ size }: Frame): Uint32Array => Uint32Array.from({ length: size }, (_, row) => row);

function frameOf({ slots }: Fold, columns: readonly Column[], owner: Uint32Array, frame: Frame): Frame {
  const inner = new Frame(owner.length, frame.data, frame.meter, { frame, owner });
  for (const [at, { slot }] of slots.entries()) inner.put(slot, columns[at] ?? inner.nothing());
  return inner;
}

/** Reports whether all class rows passed to the function exist. */
function isThere({ slots }: Fold, columns: readonly Column[], row: number): boolean {
  return slots.every(({ isRow }, at) => {
    const column = columns[at];
    return !isRow || column === undefined || isMany(column) || !Number.isNaN(column[row]);
  });
}

function isSameAt(one: Column, other: Column | undefined, row: number): boolean {
  if (other === undefined || isMany(one) || isMany(other)) return false;
  return Object.is(one[row], other[row]);
}

/** Some rows of a column. */
function taken(column: Column, rows: Uint32Array): Column {
  if (!isMany(column)) return Float64Array.from(rows, (row) => column[row] ?? NaN);
  return manyFrom(
    Array.from(rows, (row) => column.values.subarray(column.starts[row] ?? 0, column.starts[row + 1] ?? 0)),
  );
}

/** A column with values in some of its rows, and nothing in the others. */
function spread(column: Column, rows: Uint32Array, size: number): Column {
  if (!isMany(column)) {
    const found = new Float64Array(size).fill(NaN);
    for (const [at, row] of rows.entries()) found[row] = column[at] ?? NaN;
    return found;
  }
  const lists: Float64Array[] = Array.from({ length: size }, () => new Float64Array(0));
  for (const [at, row] of rows.entries()) lists[row] = column.values.subarray(column.starts[at], column.starts[at + 1]);
  return manyFrom(lists);
}

/** When a function calls itself, from what it is written as. */
export type Needs =
  | { readonly kind: 'always' | 'never' }
  | { readonly kind: 'if'; readonly condition: Ir; readonly then: Needs; readonly otherwise: Needs }
  | { readonly kind: 'any'; readonly of: readonly Needs[] };

/**
 * @param again the place of what the call is
 * @param left how many expressions may still be looked at: of larger ones it is taken to be always
 */
export function needsOf(ir: Ir, again: number, left = { expressions: MOST_EXAMINED }): Needs {
  if (left.expressions-- <= 0) return ALWAYS;
  if (ir.op === 'slot') return ir.slot === again ? ALWAYS : NEVER;
  if (ir.op === 'shared') return needsOf(ir.shared.value, again, left);
  const [first] = partsOf(ir);
  const decides = ir.op === 'choose' || ir.op === 'and' || ir.op === 'or';
  if (decides && first !== undefined && needsOf(first, again, left).kind === 'never') {
    if (ir.op === 'choose')
      return oneOf(ir.condition, needsOf(ir.value, again, left), needsOf(ir.otherwise, again, left));
    const right = needsOf(ir.right, again, left);
    return ir.op === 'and' ? oneOf(ir.left, right, NEVER) : oneOf(ir.left, NEVER, right);
  }
  const of = partsOf(ir)
    .map((part) => needsOf(part, again, left))
    .filter(({ kind }) => kind !== 'never');
  const [only, another] = of;
  if (only === undefined) return NEVER;
  return another === undefined ? only : { kind: 'any', of };
}

/** Maximum number of examined expressions; definitions are expanded at each use. */
const MOST_EXAMINED = 5000;
const ALWAYS: Needs = { kind: 'always' };
const NEVER: Needs = { kind: 'never' };

function oneOf(condition: Ir, then: Needs, otherwise: Needs): Needs {
  return then.kind === otherwise.kind && (then.kind === 'always' || then.kind === 'never')
    ? then
    : { kind: 'if', condition, then, otherwise };
}
