/** The sampled events of a recording, with their sums. */
import type { Seconds } from '../../base/units.js';
import type { StackProfile } from '../stacks/stackProfile.js';
import type { StackEnd } from '../stacks/stackTree.js';
import { eventName, type EventName } from './eventNames.js';
import { Intervals } from './intervals.js';
import type { PerfSample } from './script.js';

/** Events of which sums are kept; a file with more was made to fill the memory. */
const MOST_EVENTS = 256;

/** An event with the numbers of its sums. */
export interface SampledEvent extends EventName {
  readonly samples: number;
  readonly periods: number;
  /** By thread. */
  readonly intervals: Intervals;
  /** By CPU, which is right for clocks where the whole system was sampled: threads change their CPU and take turns. */
  readonly cpuIntervals: Intervals;
  count: number;
  /** Samples whose period was printed. */
  withPeriod: number;
  /** Samples of idle CPUs, which are in no sum. */
  idle: number;
  idlePeriods: number;
}

export class SampledEvents {
  /** Samples of events beyond the most that are kept. */
  dropped = 0;
  private readonly events = new Map<string, SampledEvent>();
  /** Times of the last samples of threads, by event without the kind of cores. */
  private readonly lastTimes = new Map<string, Map<number, Seconds>>();

  constructor(private readonly profile: StackProfile) {}

  /** The event of a sample; undefined where there are too many. */
  of({ event }: PerfSample): SampledEvent | undefined {
    const known = eventName(event === '' ? 'sampled event' : event);
    const key = `${known.name}:${known.modes}`;
    const found = this.events.get(key);
    if (found !== undefined) return found;
    if (this.events.size >= MOST_EVENTS) {
      this.dropped++;
      return undefined;
    }
    const made: SampledEvent = {
      ...known,
      samples: this.profile.newSums(),
      periods: this.profile.newSums(),
      intervals: new Intervals(this.lastTimesOf(known)),
      cpuIntervals: new Intervals(),
      count: 0,
      withPeriod: 0,
      idle: 0,
      idlePeriods: 0,
    };
    this.events.set(key, made);
    return made;
  }

  /** A thread that changes the kind of its core has samples of one event or the other. */
  private lastTimesOf({ unit, base, modes }: EventName): Map<number, Seconds> | undefined {
    if (unit === '') return undefined;
    const key = `${base}:${modes}`;
    const times = this.lastTimes.get(key) ?? new Map<number, Seconds>();
    this.lastTimes.set(key, times);
    return times;
  }

  /** Counts a sample of the program. */
  add(event: SampledEvent, { period }: PerfSample, end: StackEnd, location: number): void {
    event.count++;
    this.profile.count(event.samples, end, location, 1, period ?? 0);
    if (period === undefined) return;
    event.withPeriod++;
    this.profile.add(event.periods, end.node, location, period);
  }

  /** All events that have samples, those with most first. */
  list(): SampledEvent[] {
    return [...this.events.values()]
      .filter(({ count, idle }) => count + idle > 0)
      .sort((a, b) => b.count - a.count || b.idle - a.idle);
  }
}

/** Whether the file has the amounts of all samples of an event. */
export const hasPeriods = ({ count, withPeriod }: SampledEvent): boolean => count > 0 && withPeriod === count;
