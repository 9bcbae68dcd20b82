/** Metrics of CUBE whose values are statistics of events (TAU_ATOMIC), as the model's atomic events. */
import { absent, elementAt } from '../../base/elements.js';
import type { AtomicEvent, AtomicEvents } from '../../model/atomicEvents.js';
import type { CubeAnchor, CubeMetric, CubeParts } from './anchor.js';

/** Statistics of numbers: how many, the least, the greatest, their sum and the sum of their squares. */
type Row = [count: number, min: number, max: number, sum: number, squares: number];

interface StatisticsEntry {
  readonly event: number;
  readonly location: number;
  readonly row: Row;
}

/** Collects the events of one metric after the other: over all call paths, and of each where there are several. */
export class CubeStatistics {
  private readonly names: AtomicEvent[] = [];
  private readonly entries: StatisticsEntry[] = [];

  constructor(private readonly anchor: CubeAnchor) {}

  add({ name, title }: CubeMetric, { callPath, parts }: CubeParts): void {
    const width = this.anchor.locations.length;
    const [count, min, max, sum, squares] = parts.map((part) => part);
    const shown = title === '' ? name : title;
    const whole = this.names.push({ name: shown, context: [] }) - 1;
    const total = new Map<number, Row>();
    const places: { context: readonly string[]; at: Map<number, Row> }[] = [];
    for (const [row, path] of callPath.entries()) {
      const at = new Map<number, Row>();
      for (let location = 0; location < width; location++) {
        const i = row * width + location;
        const one = [count, min, max, sum, squares].map((part) => part?.[i] ?? absent(i));
        const [n = 0, low = 0, high = 0, all = 0, all2 = 0] = one;
        if (n === 0 || !one.every(Number.isFinite)) continue;
        at.set(location, [n, low, high, all, all2]);
        total.set(location, merged(total.get(location), [n, low, high, all, all2]));
      }
      if (at.size > 0) places.push({ context: this.contextOf(path), at });
    }
    this.put(whole, total);
    if (places.length < 2) return;
    for (const { context, at } of places) this.put(this.names.push({ name: shown, context }) - 1, at);
  }

  events(): AtomicEvents | undefined {
    if (this.entries.length === 0) return undefined;
    const list = this.entries;
    const column = (of: (row: Row) => number): Float64Array => Float64Array.from(list, ({ row }) => of(row));
    return {
      events: this.names,
      event: Uint32Array.from(list, ({ event }) => event),
      location: Uint32Array.from(list, ({ location }) => location),
      count: column(([count]) => count),
      min: column(([, min]) => min),
      max: column(([, , max]) => max),
      mean: column(([count, , , sum]) => sum / count),
      sumOfSquares: column(([, , , , squares]) => squares),
    };
  }

  private put(event: number, rows: ReadonlyMap<number, Row>): void {
    for (const location of [...rows.keys()].sort((one, other) => one - other))
      this.entries.push({ event, location, row: rows.get(location) ?? absent(location) });
  }

  /** Names of the regions down to a call path. */
  private contextOf(path: number): string[] {
    const { callTree, regions } = this.anchor;
    const names: string[] = [];
    for (let at = path; at >= 0 && names.length < DEEPEST; at = elementAt(callTree.parent, at))
      names.push(elementAt(regions, elementAt(callTree.region, at)).name);
    return names.reverse();
  }
}

/** Maximum depth; of deeper paths, the innermost regions are reported. */
const DEEPEST = 64;

function merged(one: Row | undefined, other: Row): Row {
  if (one === undefined) return other;
  return [
    one[0] + other[0],
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    one[3] + other[3],
    one[4] + other[4],
  ];
}
