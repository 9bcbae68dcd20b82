/** Description of a wait, in words and with links to its lines. */
import { elementAt } from '../../base/elements.js';
import { duration } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { SourcePlace } from '../../model/findings/findings.js';

/** A wait from an experiment: locations, call paths and a property by their numbers and names there. */
export interface Wait {
  readonly location: number;
  readonly from: Seconds;
  readonly to: Seconds;
  readonly node: number;
  readonly property: string;
  readonly late?: { readonly location: number; readonly time: Seconds; readonly node?: number };
}

/** Definitions that numbers of an experiment refer to. */
export interface RunLists {
  readonly metrics: readonly { readonly name: string; readonly title: string }[];
  readonly regions: readonly { readonly name: string }[];
  /** Of call paths: their regions. */
  readonly region: ArrayLike<number>;
  /** Locations in the order of rows, and their names. */
  readonly locations: ArrayLike<number>;
  readonly names: readonly string[];
}

export interface ShownWait {
  readonly location: number;
  readonly from: Seconds;
  readonly to: Seconds;
  /** Its call path, and the unique name of its property. */
  readonly node: number;
  readonly property: string;
  /** `rank 3 waited 551 ms in MPI_Waitall (Late Sender) for rank 2, then in relax_rows` */
  readonly sentence: string;
  /** The line that waits. */
  readonly place?: SourcePlace;
  /** Cause of the delay: its location, its time, and its line. */
  readonly cause?: { readonly location: number; readonly time: Seconds; readonly place?: SourcePlace };
}

/** Lines of a wait, and of what it waited for. */
export interface WaitPlaces {
  readonly own?: SourcePlace | undefined;
  readonly cause?: SourcePlace | undefined;
}

export class RunNames {
  private readonly rows: ReadonlyMap<number, number>;

  constructor(private readonly lists: RunLists) {
    this.rows = new Map(Array.from(lists.locations, (location, row) => [location, row]));
  }

  /** Undefined for a location that runs nothing. */
  rowOf(location: number): number | undefined {
    return this.rows.get(location);
  }

  who(location: number): string {
    return this.lists.names[this.rows.get(location) ?? -1] ?? `location ${location}`;
  }

  functionOf(node: number): string {
    return this.lists.regions[this.lists.region[node] ?? -1]?.name ?? 'an unknown function';
  }

  /** @param places of its call path and of that of what was late, where they are known */
  told({ location, from, to, node, property, late }: Wait, places: WaitPlaces = {}): ShownWait {
    const title = this.lists.metrics.find(({ name }) => name === property)?.title ?? property;
    const waited = `${this.who(location)} waited ${duration(to - from)} in ${this.functionOf(node)} (${title})`;
    const about = { location, from, to, node, property, ...(places.own === undefined ? {} : { place: places.own }) };
    if (late === undefined) return { ...about, sentence: waited };
    const where = late.node === undefined ? '' : `, then in ${this.functionOf(late.node)}`;
    return {
      ...about,
      sentence: `${waited} for ${this.who(late.location)}${where}`,
      cause: {
        ...{ location: late.location, time: late.time },
        ...(places.cause === undefined ? {} : { place: places.cause }),
      },
    };
  }
}

/** Names from their bytes: that of number `n` is the UTF-8 from `end[n - 1]` (0 for the first) up to `end[n]`. */
export function namesOf({ name, end }: { readonly name: Uint8Array; readonly end: Uint32Array }): string[] {
  const decoder = new TextDecoder();
  return Array.from(end, (to, at) => decoder.decode(name.subarray(at === 0 ? 0 : elementAt(end, at - 1), to)));
}
