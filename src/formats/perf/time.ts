/** The time of samples: of clocks it is printed or set, of cycles it follows from the distances of samples. */
import type { Problem } from '../../base/problem.js';
import { duration, quantity } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { hasPeriods, type SampledEvent } from './events.js';
import type { Recording } from './recording.js';

const NANOSECOND = 1e-9;

/** How the time of an event's samples follows from its sums. */
export interface TimedEvent {
  readonly event: SampledEvent;
  /** Whether the time follows from periods; otherwise all samples are equal. */
  readonly byPeriod: boolean;
  /** Seconds of one period or sample. */
  readonly scale: Seconds;
  readonly problems: readonly Problem[];
}

/**
 * The events whose samples are times: a clock, otherwise cycles, of which processors with several kinds of cores count
 * one each. Page faults, cache misses, instructions and tracepoints are no times, however far apart they are.
 * @param isSystemWide whether all CPUs were sampled
 * @returns empty where the file contains no time
 */
export function timedEvents(
  events: readonly SampledEvent[],
  recording: Recording,
  isSystemWide: boolean,
): readonly TimedEvent[] {
  const clocks = oneOf(events.filter(({ kind }) => kind === 'clock'));
  const chosen = clocks.length > 0 ? clocks : cyclesOf(events.filter(({ kind }) => kind === 'cycles'));
  const known = chosen.flatMap((event) => timeOf(event, recording, isSystemWide) ?? []);
  const usual = known.at(0)?.event.intervals.median();
  // An event with too few samples for a distance: perf takes samples of all kinds of cores at one frequency.
  const rest = chosen.filter((event) => event.count > 0 && known.every((one) => one.event !== event));
  if (usual === undefined && rest.length > 0) return [];
  return [...known, ...rest.map((event) => ({ event, byPeriod: false, scale: usual ?? 0, problems: [] }))];
}

/** Of events of one time, that with most samples; its modes, such as user and kernel, are parts where none has all. */
function oneOf(events: readonly SampledEvent[]): readonly SampledEvent[] {
  const first = events.at(0);
  const same = events.filter(({ name }) => name === first?.name);
  const all = same.find(({ modes }) => modes === '');
  return all === undefined ? same : [all];
}

/** One event of each kind of cores, or the one of all. */
function cyclesOf(events: readonly SampledEvent[]): readonly SampledEvent[] {
  const units = [...new Set(events.map(({ unit }) => unit))].filter((unit) => unit !== '');
  const ofUnits = units.flatMap((unit) => oneOf(events.filter((event) => event.unit === unit)));
  const ofAll = oneOf(events.filter(({ unit }) => unit === ''));
  const samples = (list: readonly SampledEvent[]): number => list.reduce((sum, { count }) => sum + count, 0);
  return samples(ofAll) >= samples(ofUnits) ? ofAll : ofUnits;
}

function timeOf(event: SampledEvent, recording: Recording, isSystemWide: boolean): TimedEvent | undefined {
  const withPeriods = hasPeriods(event);
  if (event.kind === 'clock') {
    if (withPeriods) return { event, byPeriod: true, scale: NANOSECOND, problems: [] };
    const set = recording.clockPeriod(event.name);
    if (set !== undefined) {
      const message = `A sample of ${event.name} counts as ${duration(set * NANOSECOND)}, as the heading of the file sets it.`;
      return { event, byPeriod: false, scale: set * NANOSECOND, problems: [{ level: 'information', message }] };
    }
  }
  // Cycles stop on idle CPUs, so that only distances of running threads are times.
  const byCpu = isSystemWide && event.kind === 'clock' && event.cpuIntervals.median() !== undefined;
  const source = byCpu ? event.cpuIntervals : event.intervals;
  const where = byCpu ? 'CPU' : 'thread';
  const scale = withPeriods ? source.perPeriod() : source.median();
  if (scale === undefined) return undefined;
  const message = withPeriods
    ? `The time of samples follows from their ${event.name}, of which a ${where} has ${quantity(Number((1 / scale).toPrecision(3)), 'count')} per second by the distances of its samples.`
    : `A sample of ${event.name} counts as ${duration(scale)}, the median distance of the samples of a ${where}: perf did not print the sampling interval.`;
  return { event, byPeriod: withPeriods, scale, problems: [{ level: 'information', message }] };
}
