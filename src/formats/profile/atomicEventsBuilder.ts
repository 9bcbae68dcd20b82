/** Statistics of atomic events, put together while a file is read. */
import { countingSort, placesByKey } from '../../base/countingSort.js';
import { elementAt } from '../../base/elements.js';
import type { AtomicEvent, AtomicEvents } from '../../model/atomicEvents.js';
import { checkedCount } from './systemBuilder.js';

/** Statistics of one event at one location, from a file. */
export interface EventStatistics {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly sumOfSquares: number;
}

export class AtomicEventsBuilder {
  private readonly events: AtomicEvent[] = [];
  private readonly known = new Map<string, number>();
  private readonly rows: { event: number; location: number; statistics: EventStatistics }[] = [];

  /** @param context where it happened, outermost first; empty for all places */
  event(name: string, context: readonly string[] = []): number {
    const key = JSON.stringify([name, ...context]);
    const found = this.known.get(key);
    if (found !== undefined) return found;
    checkedCount(this.events.length + 1, 'events');
    const index = this.events.push({ name, context }) - 1;
    this.known.set(key, index);
    return index;
  }

  add(event: number, location: number, statistics: EventStatistics): void {
    checkedCount(this.rows.length + 1, 'statistics of events');
    this.rows.push({ event, location, statistics });
  }

  /** Undefined where there were none. */
  build(): AtomicEvents | undefined {
    const { rows } = this;
    if (rows.length === 0) return undefined;
    const location = Uint32Array.from(rows, (row) => row.location);
    const event = Uint32Array.from(rows, (row) => row.event);
    const byLocation = placesByKey(location, location.reduce((most, one) => Math.max(most, one), 0) + 1);
    const order = Array.from(countingSort(byLocation, event, this.events.length), (at) => elementAt(rows, at));
    const column = (of: keyof EventStatistics): Float64Array =>
      Float64Array.from(order, ({ statistics }) => statistics[of]);
    return {
      events: this.events,
      event: Uint32Array.from(order, (row) => row.event),
      location: Uint32Array.from(order, (row) => row.location),
      count: column('count'),
      min: column('min'),
      max: column('max'),
      mean: column('mean'),
      sumOfSquares: column('sumOfSquares'),
    };
  }
}
