/** Contents of TAU's files of any kind: timers, their rows by thread, and events. */
import { elementAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import { MOST_VALUES } from '../limits.js';
import type { EventStatistics } from '../profile/index.js';
import { TauRows } from './rows.js';

export interface TauTimer {
  /** Unchanged name from the file, with its source range and the preceding callers. */
  readonly name: string;
  readonly groups: readonly string[];
}

/** Values of a thread up to a certain time of the run. */
export interface TauMoment {
  /** As the file calls it; empty where it does not. */
  readonly name: string;
  /** Seconds since the measurement of the thread began, if the file has both times. */
  readonly time: Seconds | undefined;
  readonly rows: TauRows;
  readonly events: Map<number, EventStatistics>;
}

export interface TauThread {
  readonly node: number;
  readonly context: number;
  readonly thread: number;
  /** Values at the end. */
  rows: TauRows;
  events: Map<number, EventStatistics>;
  readonly metadata: Map<string, string>;
  /** Snapshots of earlier values and of the end, in order; empty or only the end if the file has no more. */
  readonly moments: TauMoment[];
}

/** Facts of a thread or of the whole that are kept at most. */
const MOST_FACTS = 10_000;

export class TauTrial {
  readonly metrics: string[] = [];
  readonly timers: TauTimer[] = [];
  readonly events: string[] = [];
  readonly threads: TauThread[] = [];
  readonly metadata = new Map<string, string>();
  /** Sentences about what could not be read. */
  readonly warnings: string[] = [];
  private readonly timerOf = new Map<string, number>();
  private readonly eventOf = new Map<string, number>();
  private readonly threadOf = new Map<string, TauThread>();
  /** By timer: the one that follows it in a file, and at -1 the first one. */
  private readonly followers = new Map<number, number>();
  private values = 0;

  metric(name: string): number {
    const known = this.metrics.indexOf(name);
    return known < 0 ? this.metrics.push(name) - 1 : known;
  }

  knownTimer(name: string): number | undefined {
    return this.timerOf.get(name);
  }

  nameOf(timer: number): string {
    return elementAt(this.timers, timer).name;
  }

  /** Returns the timer that followed another one in the previous file; after -1 the first of a file. */
  after(timer: number): number | undefined {
    return this.followers.get(timer);
  }

  follow(timer: number, next: number): void {
    if (this.followers.get(timer) !== next) this.followers.set(timer, next);
  }

  timer(name: string, groups: readonly string[]): number {
    const known = this.timerOf.get(name);
    if (known !== undefined) return known;
    const index = this.timers.push({ name, groups }) - 1;
    this.timerOf.set(name, index);
    return index;
  }

  event(name: string): number {
    const known = this.eventOf.get(name);
    if (known !== undefined) return known;
    const index = this.events.push(name) - 1;
    this.eventOf.set(name, index);
    return index;
  }

  thread(node: number, context: number, thread: number): TauThread {
    const key = `${node}.${context}.${thread}`;
    const known = this.threadOf.get(key);
    if (known !== undefined) return known;
    const added: TauThread = {
      node,
      context,
      thread,
      rows: new TauRows(),
      events: new Map(),
      metadata: new Map(),
      moments: [],
    };
    this.threads.push(added);
    this.threadOf.set(key, added);
    return added;
  }

  /**
   * Adds what a timer has of a metric; see TauRows.
   * @throws TrimtabError when there are more values than are read of a profile
   */
  add(
    { rows }: Pick<TauThread, 'rows'>,
    timer: number,
    metric: number,
    calls: number,
    children: number,
    own: number,
    whole: number,
  ): void {
    this.values += 2;
    if (this.values > MOST_VALUES)
      throw new TrimtabError(`The TAU profile has more than ${MOST_VALUES} values, more than are read of one.`);
    rows.add(timer, metric, calls, children, own, whole);
  }

  /** Adds statistics of an event; those of several of the same name are put together. */
  addEvent({ events }: Pick<TauThread, 'events'>, event: number, one: EventStatistics): void {
    const known = events.get(event);
    if (known === undefined) {
      events.set(event, one);
      return;
    }
    const same = (['count', 'min', 'max', 'mean', 'sumOfSquares'] as const).every((key) => known[key] === one[key]);
    // An identical repeated line contains nothing new.
    if (!same) events.set(event, together(known, one));
  }

  fact(facts: Map<string, string>, name: string, value: string): void {
    if (facts.size < MOST_FACTS && !facts.has(name)) facts.set(name, value);
  }
}

function together(one: EventStatistics, other: EventStatistics): EventStatistics {
  const count = one.count + other.count;
  return {
    count,
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
    mean: count > 0 ? (one.mean * one.count + other.mean * other.count) / count : 0,
    sumOfSquares: one.sumOfSquares + other.sumOfSquares,
  };
}
