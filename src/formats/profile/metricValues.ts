/** The values of one metric, in the order a file has them, and what is made of them at its end. */
import type { MetricDefinition } from '../../model/performanceSpace.js';
import type { Combine, MetricSemantic, Places } from '../../model/profile.js';
import { callPathValues, pathsOf, type CallPathValues, type PlacedValues } from '../../model/profileValues.js';

/** Data of a reader about a metric. */
export interface NewMetric {
  readonly name: string;
  /** Its name if omitted. */
  readonly title?: string;
  readonly parent?: string;
  /** `count` if omitted. */
  readonly unit?: MetricDefinition['unit'];
  readonly description?: string;
  readonly semantic?: MetricSemantic;
  /** `sum` if omitted. */
  readonly combine?: Combine;
  /** How far it can be relied on, from 0 to 1. */
  readonly confidence?: number;
}

const combiners: Readonly<Record<Combine, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  min: Math.min,
  max: Math.max,
  none: (_, other) => other,
};

const noPlaces = (): PlacedValues => ({ callPath: [], location: [], value: [] });

export class MetricValues {
  private readonly own = noPlaces();
  private readonly whole = noPlaces();
  private readonly unknown = noPlaces();

  constructor(readonly metric: NewMetric) {}

  get count(): number {
    return this.own.value.length + this.whole.value.length;
  }

  get combine(): Combine {
    return this.metric.combine ?? 'sum';
  }

  /** Whether the file gives inclusive values only. */
  get isInclusive(): boolean {
    return this.own.value.length === 0 && this.whole.value.length > 0;
  }

  get hasUnknown(): boolean {
    return this.unknown.value.length > 0;
  }

  addExclusive(callPath: number, location: number, value: number): void {
    put(this.own, callPath, location, value);
  }

  addInclusive(callPath: number, location: number, value: number): void {
    put(this.whole, callPath, location, value);
  }

  addUnknown(callPath: number, location: number): void {
    put(this.unknown, callPath, location, 1);
  }

  exclusive(size: number, locations: number): CallPathValues {
    return callPathValues(this.own, size, locations, combiners[this.combine]);
  }

  /** Undefined where the file gave none. */
  inclusive(size: number, locations: number): CallPathValues | undefined {
    if (this.whole.value.length === 0) return undefined;
    return callPathValues(this.whole, size, locations, combiners[this.combine]);
  }

  unknownPlaces(size: number, locations: number): Places {
    const rows = callPathValues(this.unknown, size, locations);
    return { callPath: pathsOf(rows), location: rows.location };
  }
}

function put({ callPath, location, value }: PlacedValues, path: number, at: number, one: number): void {
  callPath.push(path);
  location.push(at);
  value.push(one);
}
