/**
 * Values of timers on one thread, in columns: with an object for each, large profiles need several times the memory.
 */
import { absent, addAt } from '../../base/elements.js';

/** Values of one timer; a metric that was not measured there has no value. */
export interface TauRow {
  readonly calls: number;
  /** Calls of other timers. */
  readonly children: number;
  readonly exclusive: readonly (number | undefined)[];
  readonly inclusive: readonly (number | undefined)[];
}

/**
 * Values of one metric by timer: its memory is proportional to the values, so that a file cannot request more than it
 * contains.
 */
class MetricRows {
  /** The place of each timer in the columns. */
  readonly at = new Map<number, number>();
  readonly calls: number[] = [];
  readonly children: number[] = [];
  readonly own: number[] = [];
  readonly whole: number[] = [];

  put(timer: number, calls: number, children: number, own: number, whole: number): void {
    const place = this.at.get(timer) ?? this.at.size;
    this.at.set(timer, place);
    this.calls[place] = calls;
    this.children[place] = children;
    this.own[place] = own;
    this.whole[place] = whole;
  }

  /** Adds to what a timer has. */
  add(place: number, calls: number, children: number, own: number, whole: number): void {
    addAt(this.calls, place, calls);
    addAt(this.children, place, children);
    addAt(this.own, place, own);
    addAt(this.whole, place, whole);
  }
}

export class TauRows {
  private readonly metrics = new Map<number, MetricRows>();

  /** Whether no timer has a value. */
  get isEmpty(): boolean {
    return this.metrics.size === 0;
  }

  /** A timer that occurs twice with a metric is two timers of the same name, whose values add up. */
  add(timer: number, metric: number, calls: number, children: number, own: number, whole: number): void {
    const rows = this.of(metric);
    const place = rows.at.get(timer);
    if (place === undefined) rows.put(timer, calls, children, own, whole);
    else rows.add(place, calls, children, own, whole);
  }

  /** Replaces values of timers by those of another one. */
  replace({ metrics }: TauRows): void {
    for (const [metric, { at, calls, children, own, whole }] of metrics) {
      const rows = this.of(metric);
      for (const [timer, i] of at)
        rows.put(timer, calls[i] ?? absent(i), children[i] ?? absent(i), own[i] ?? absent(i), whole[i] ?? absent(i));
    }
  }

  /** The timers that have any value. */
  *timers(): Generator<number> {
    const [first, ...others] = this.metrics.values();
    if (first === undefined) return;
    yield* first.at.keys();
    const before = [first];
    for (const rows of others) {
      for (const timer of rows.at.keys()) if (!before.some(({ at }) => at.has(timer))) yield timer;
      before.push(rows);
    }
  }

  /** Yields each timer with its values. Files of several metrics repeat the same calls: those of the first count. */
  *[Symbol.iterator](): Generator<[timer: number, row: TauRow]> {
    const only = this.metrics.size === 1 ? this.metrics.get(0) : undefined;
    if (only === undefined) for (const timer of this.timers()) yield [timer, this.row(timer)];
    else for (const [timer, place] of only.at) yield [timer, onlyRow(only, place)];
  }

  private row(timer: number): TauRow {
    let [calls, children, isCounted] = [0, 0, false];
    const exclusive: (number | undefined)[] = [];
    const inclusive: (number | undefined)[] = [];
    for (const [metric, rows] of this.metrics) {
      const place = rows.at.get(timer);
      if (place === undefined) continue;
      if (!isCounted) {
        calls = rows.calls[place] ?? absent(place);
        children = rows.children[place] ?? absent(place);
        isCounted = true;
      }
      exclusive[metric] = rows.own[place];
      inclusive[metric] = rows.whole[place];
    }
    return { calls, children, exclusive, inclusive };
  }

  private of(metric: number): MetricRows {
    const known = this.metrics.get(metric);
    if (known !== undefined) return known;
    const rows = new MetricRows();
    this.metrics.set(metric, rows);
    return rows;
  }
}

/** A row of files with one metric, which most are: made without looking anything up, since it is made often. */
const onlyRow = ({ calls, children, own, whole }: MetricRows, place: number): TauRow => ({
  calls: calls[place] ?? absent(place),
  children: children[place] ?? absent(place),
  exclusive: [own[place]],
  inclusive: [whole[place]],
});
