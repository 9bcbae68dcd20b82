/** Snapshots of a time series: what came to be in each, and what its rows repeat. */
import { Cost, type MemoryBudget } from '../profile/index.js';
import type { MomentOfSums } from '../stacks/stackProfile.js';
import type { StackEnd } from '../stacks/stackTree.js';

/** Maximum number of values over all snapshots; a longer series is read only as its total. */
const MOST_VALUES = 1 << 20;
/** Attributes that the snapshot's own row has. */
const START = 'timeseries.starttime';
const LENGTH = 'timeseries.duration';

interface SnapshotMoment {
  start?: number;
  end?: number;
  /** Times by attribute, then by location and call path. */
  readonly times: Map<string, Map<string, { node: number; location: number; value: number }>>;
}

/** A value that rows of a snapshot repeat. */
export interface Repeated {
  readonly name: string;
  readonly value: number;
  readonly end: StackEnd;
  readonly location: number;
}

export class Moments {
  private readonly moments = new Map<number, SnapshotMoment>();
  private readonly repeated = new Map<string, Repeated & { readonly isOwn: boolean }>();
  private count = 0;

  constructor(private readonly memory: MemoryBudget) {}

  /** Adds the values of a row to its snapshot. */
  tell(snapshot: number, values: ReadonlyMap<string, number>): void {
    const moment = this.of(snapshot);
    const [start, length] = [values.get(START), values.get(LENGTH)];
    if (start !== undefined) moment.start = Math.min(moment.start ?? start, start);
    if (start !== undefined && length !== undefined) moment.end = Math.max(moment.end ?? 0, start + length);
  }

  /** Adds exclusive time in the unit of its attribute. */
  addTime(snapshot: number, name: string, node: number, location: number, value: number): void {
    const { times } = this.of(snapshot);
    const ofName = times.get(name) ?? new Map<string, { node: number; location: number; value: number }>();
    times.set(name, ofName);
    const key = `${location} ${node}`;
    const known = ofName.get(key);
    if (known !== undefined) known.value += value;
    else if (this.count < MOST_VALUES) {
      this.count++;
      this.memory.take(Cost.sum + Cost.entry);
      ofName.set(key, { node, location, value });
    }
  }

  /**
   * Keeps a value of a snapshot once: all of its rows have it. It belongs to the region of the snapshot's own row, else to
   * the outermost one of its rows.
   */
  once(snapshot: number, found: Repeated, values: ReadonlyMap<string, number>): void {
    const key = `${found.location} ${snapshot} ${found.name}`;
    const known = this.repeated.get(key);
    const isOwn = values.has(LENGTH);
    if (known === undefined) this.memory.take(Cost.entry);
    const isBetter =
      known === undefined || (isOwn && !known.isOwn) || (isOwn === known.isOwn && isFurtherOut(found, known));
    if (isBetter) this.repeated.set(key, { ...found, isOwn });
  }

  /** The values that rows repeat, each once. */
  all(): Iterable<Repeated> {
    return this.repeated.values();
  }

  /** The times of an attribute by snapshot; none where there are too many. @param scale seconds of one */
  byName(name: string, scale: number): MomentOfSums[] {
    if (this.count >= MOST_VALUES) return [];
    const order = [...this.moments].sort(([one], [other]) => one - other);
    const nodes = new Set(order.flatMap(([, { times }]) => [...(times.get(name)?.keys() ?? [])]));
    if (nodes.size * order.length > MOST_VALUES) return [];
    const begin = Math.min(...order.slice(0, 1).map(([, { start }]) => start ?? Number.NaN));
    return order.map(([number, { end, times }]) => {
      const time = (end ?? Number.NaN) - begin;
      return {
        name: `snapshot ${number}`,
        ...(Number.isFinite(time) && time >= 0 ? { time } : {}),
        times: [...(times.get(name)?.values() ?? [])].map(({ node, location, value }) => ({
          ...{ node, location, seconds: value * scale },
        })),
      };
    });
  }

  private of(snapshot: number): SnapshotMoment {
    const known = this.moments.get(snapshot);
    if (known !== undefined) return known;
    this.memory.take(Cost.entry);
    const moment: SnapshotMoment = { times: new Map() };
    this.moments.set(snapshot, moment);
    return moment;
  }
}

const isFurtherOut = (one: Repeated, other: Repeated): boolean => one.end.depth < other.end.depth;
