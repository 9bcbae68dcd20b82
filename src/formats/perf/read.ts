/** Samples of perf as a profile. */
import type { Problem } from '../../base/problem.js';
import { plainName } from '../../base/plainText.js';
import { counted, duration } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { SAMPLED_TIME, SAMPLES, StackProfile, type MetricOfSums } from '../stacks/stackProfile.js';
import { Intervals } from './intervals.js';
import { PerfScript, type PerfSample } from './script.js';

/** Events of which sums are kept; a file with more was made to fill the memory. */
const MOST_EVENTS = 256;
const NANOSECOND = 1e-9;

/** An event with the numbers of its sums. */
interface Counted {
  readonly name: string;
  readonly samples: number;
  readonly periods: number;
  readonly intervals: Intervals;
  count: number;
  /** Samples whose period was printed. */
  withPeriod: number;
}

/**
 * Sums what perf printed.
 * @param lines of `perf script`
 * @returns undefined where no sample is in them
 */
export function readScript(lines: Iterable<string>): Profile | undefined {
  const profile = new StackProfile();
  const script = new PerfScript(profile.builder.memory);
  const events = new Map<string, Counted>();
  let dropped = 0;
  for (const sample of script.samples(lines)) {
    const name = plainName(sample.event.replace(/:[a-zA-Z]*$/, ''));
    let event = events.get(name);
    if (event === undefined) {
      if (events.size >= MOST_EVENTS) {
        dropped++;
        continue;
      }
      event = {
        name,
        samples: profile.newSums(),
        periods: profile.newSums(),
        intervals: new Intervals(),
        count: 0,
        withPeriod: 0,
      };
      events.set(name, event);
    }
    add(profile, event, sample);
  }
  const timed = timedEvent([...events.values()]);
  if (timed === undefined) return undefined;
  const time = timeOf(timed);
  return profile.finish({
    metrics: [
      ...(time === undefined ? [] : [time.metric]),
      { ...SAMPLES, sums: timed.samples },
      ...[...events.values()].flatMap((event) => countOf(event, event === timed)),
    ],
    sampled: timed.samples,
    problems: [...(time?.problems ?? []), ...strange(script.strange, dropped)],
  });
}

function add(profile: StackProfile, event: Counted, sample: PerfSample): void {
  const { command, process, thread, time, period } = sample;
  const location = profile.locations.of({ number: process, name: `${command} ${process}` }, thread, `Thread ${thread}`);
  const frames = sample.frames.length === 0 ? [{ name: '[unknown]' }] : sample.frames.toReversed();
  const end = profile.tree.endOf(frames);
  if (end === undefined) return;
  event.count++;
  profile.count(event.samples, end, location, 1);
  if (time !== undefined) event.intervals.add(thread, time);
  if (period === undefined) return;
  event.withPeriod++;
  profile.add(event.periods, end.node, location, period);
}

const isClock = ({ name }: Counted): boolean => /^(cpu|task)-clock$/.test(name);
const isCycles = ({ name }: Counted): boolean => /^(cpu_(core|atom)\/)?(cpu-)?cycles\b/.test(name);

/** The event whose samples tell time: a clock, else cycles, else what was sampled most. */
function timedEvent(events: readonly Counted[]): Counted | undefined {
  const byCount = [...events].sort((a, b) => b.count - a.count);
  return byCount.find(isClock) ?? byCount.find(isCycles) ?? byCount.at(0);
}

interface TimeOfSamples {
  readonly metric: MetricOfSums;
  readonly problems: readonly Problem[];
}

/** Clocks are sampled by time; of other events it is told by how far samples lie apart. */
function timeOf(event: Counted): TimeOfSamples | undefined {
  if (isClock(event) && event.withPeriod === event.count)
    return { metric: { ...SAMPLED_TIME, sums: event.periods, scale: NANOSECOND }, problems: [] };
  const interval = event.intervals.median();
  if (interval === undefined) return undefined;
  const message = `A sample of ${event.name} counts as ${duration(interval)}, the median distance of the samples of a thread: perf did not print the sampling interval.`;
  return {
    metric: { ...SAMPLED_TIME, sums: event.samples, scale: interval },
    problems: [{ level: 'information', message }],
  };
}

/** What an event counted: of clocks that is the time; where periods are not printed, samples are. */
function countOf(event: Counted, isTimed: boolean): MetricOfSums[] {
  if (event.withPeriod === 0 ? isTimed : isClock(event) && isTimed) return [];
  const isSum = event.withPeriod === event.count;
  return [
    {
      name: isSum ? event.name : `${event.name} samples`,
      title: isSum ? event.name : `${event.name} (samples)`,
      unit: isClock(event) && isSum ? 'seconds' : 'count',
      description: isSum ? `${event.name} counted by perf` : `Samples of ${event.name}`,
      sums: isSum ? event.periods : event.samples,
      ...(isClock(event) && isSum ? { scale: NANOSECOND } : {}),
    },
  ];
}

function strange(lines: number, dropped: number): Problem[] {
  return [
    ...(lines === 0
      ? []
      : [
          {
            level: 'warning' as const,
            message: `${counted(lines, 'line')} that perf does not print ${lines === 1 ? 'was' : 'were'} ignored.`,
          },
        ]),
    ...(dropped === 0
      ? []
      : [
          {
            level: 'warning' as const,
            message: `${counted(dropped, 'sample')} of events beyond the first ${MOST_EVENTS} were ignored.`,
          },
        ]),
  ];
}
