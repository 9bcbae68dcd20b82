/** Who calls whom, put together while a file is read. */
import { countingSort, placesByKey } from '../../base/countingSort.js';
import type { CallEdges } from '../../model/profileValues.js';
import { checkedCount } from './systemBuilder.js';

/** Pairs of numbers below this bound are one number exactly. */
const FACTOR = 2 ** 26;

/** The values of one metric by edge; what was not measured has none. */
type Column = (number | undefined)[];

export class EdgesBuilder {
  /** How far values can be relied on: 0.5 where they were shared out by numbers of calls. */
  confidence = 1;
  private readonly caller: number[] = [];
  private readonly callee: number[] = [];
  private readonly location: number[] = [];
  private readonly calls: number[] = [];
  private readonly own = new Map<string, Column>();
  private readonly whole = new Map<string, Column>();
  private readonly pairs = new Map<number, number>();
  private readonly edges = new Map<number, number>();

  /**
   * Adds calls of one region by another at a location; those of the same three are one edge.
   * @param caller index of the calling region
   * @returns the number of the edge, for its values
   */
  add(caller: number, callee: number, location: number, calls: number): number {
    const pair = numberIn(this.pairs, caller * FACTOR + callee);
    const edge = numberIn(this.edges, pair * FACTOR + location);
    if (edge < this.calls.length) {
      this.calls[edge] = (this.calls[edge] ?? 0) + calls;
      return edge;
    }
    checkedCount(edge + 1, 'calls between regions');
    this.caller.push(caller);
    this.callee.push(callee);
    this.location.push(location);
    this.calls.push(calls);
    return edge;
  }

  /** Adds an exclusive value of the callee for this caller. */
  exclusive(metric: string, edge: number, value: number): void {
    addTo(this.own, metric, edge, value);
  }

  /** Adds an inclusive value of the callee for this caller. */
  inclusive(metric: string, edge: number, value: number): void {
    addTo(this.whole, metric, edge, value);
  }

  /** Undefined where there were none. */
  build(): CallEdges | undefined {
    const count = this.calls.length;
    if (count === 0) return undefined;
    const [caller, callee, location] = [this.caller, this.callee, this.location].map((column) =>
      Uint32Array.from(column),
    );
    if (caller === undefined || callee === undefined || location === undefined) return undefined;
    const keys = (column: Uint32Array): number => column.reduce((most, one) => Math.max(most, one), 0) + 1;
    const byLocation = placesByKey(location, keys(location));
    const order = countingSort(countingSort(byLocation, callee, keys(callee)), caller, keys(caller));
    const inOrder = (column: Column): Float64Array => Float64Array.from(order, (edge) => column[edge] ?? NaN);
    const all = (columns: Map<string, Column>): ReadonlyMap<string, Float64Array> =>
      new Map([...columns].map(([name, column]) => [name, inOrder(column)]));
    const sorted = (column: Uint32Array): Uint32Array => order.map((edge) => column[edge] ?? 0);
    return {
      caller: sorted(caller),
      callee: sorted(callee),
      location: sorted(location),
      calls: inOrder(this.calls),
      exclusive: all(this.own),
      inclusive: all(this.whole),
      confidence: this.confidence,
    };
  }
}

/** The number of a key, counted from 0 in the order they come. */
function numberIn(numbers: Map<number, number>, key: number): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = numbers.size;
  numbers.set(key, number);
  return number;
}

function addTo(columns: Map<string, Column>, metric: string, edge: number, value: number): void {
  const column = columns.get(metric) ?? [];
  columns.set(metric, column);
  // Without holes, which would make it slow.
  while (column.length < edge) column.push(undefined);
  column[edge] = (column[edge] ?? 0) + value;
}
