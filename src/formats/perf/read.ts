/** Samples of perf as a profile. */
import { absent } from '../../base/elements.js';
import { plainName } from '../../base/plainText.js';
import { quantity } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { Damaged } from '../stacks/damage.js';
import { SAMPLED_TIME, SAMPLES, StackProfile, type MetricOfSums, type SampledSums } from '../stacks/stackProfile.js';
import { hasPeriods, type SampledEvent, SampledEvents } from './events.js';
import { excludedPrograms, idleSamples, strange } from './problems.js';
import { Programs } from './programs.js';
import { PerfScript, type PerfSample } from './script.js';
import { timedEvents, type TimedEvent } from './time.js';

const NANOSECOND = 1e-9;

/**
 * Sums what perf printed: of one program, without the idle loops of CPUs and without other programs.
 * @param lines of `perf script`
 * @returns undefined where no sample is in them
 * @throws Damaged where all samples are of idle CPUs
 */
export function readScript(lines: Iterable<string>): Profile | undefined {
  const reading = new Reading();
  const script = new PerfScript(reading.profile.builder.memory);
  for (const sample of script.samples(lines)) reading.add(sample);
  return reading.finish(script);
}

class Reading {
  readonly profile = new StackProfile();
  private readonly events = new SampledEvents(this.profile);
  private readonly programs = new Programs(this.profile.builder.memory);
  /** Number of the process of each location. */
  private readonly processes: number[] = [];
  /** Numbers of programs whose processes were not printed. */
  private readonly unnumbered = new Map<string, number>();
  private hasIdle = false;

  add(sample: PerfSample): void {
    const event = this.events.of(sample);
    if (event === undefined) return;
    const { time, cpu, period } = sample;
    const process = this.processOf(sample);
    const thread = sample.thread ?? process;
    const isIdle = isIdleLoop(sample);
    if (time !== undefined) {
      if (!isIdle) event.intervals.add(thread, time, period);
      if (cpu !== undefined) event.cpuIntervals.add(cpu, time, period);
    }
    if (isIdle) {
      this.hasIdle = true;
      event.idle++;
      event.idlePeriods += period ?? 0;
      return;
    }
    const frames = sample.frames.length === 0 ? [{ name: '[unknown]' }] : sample.frames.toReversed();
    const end = this.profile.tree.endOf(frames);
    if (end === undefined) return;
    this.programs.add(process, sample);
    this.events.add(event, sample, end, this.locationOf(sample, process, thread));
  }

  finish(script: PerfScript): Profile | undefined {
    const events = this.events.list();
    if (events.length === 0) return undefined;
    if (events.every(({ count }) => count === 0))
      throw new Damaged('contains only samples of idle CPUs; record while the program runs');
    const timed = timedEvents(events, script.recording, this.hasIdle);
    const sampled = timed.length > 0 ? timed.map(({ event }) => event) : events.slice(0, 1);
    const ranking = timed.length > 0 ? timed.map(timePart) : sampled.map((event) => amountPart(event, events));
    const { kept, others } = this.programs.divided(this.amounts(ranking), script.recording.command);
    const { name, unit = 'count' } = ranking.at(0) ?? absent('ranking');
    return this.profile.finish({
      metrics: distinct([
        ...ranking,
        ...sampled.map((event) => ({ ...SAMPLES, sums: event.samples })),
        ...events.flatMap((event) => countOf(event, events, sampled.includes(event))),
      ]),
      sampled: sampled.map((event, i) => linesOf(event, timed[i])),
      ...(timed.length > 0 ? {} : { rankedBy: name }),
      keeps: (location) => kept.has(this.processes[location] ?? absent(location)),
      problems: [
        ...timed.flatMap(({ problems }) => problems),
        ...idleSamples(events, timed),
        ...excludedPrograms(others, (amount) => quantity(amount, unit)),
        ...strange(script.strange, this.events.dropped),
      ],
    });
  }

  /** Returns the amount of the ranking metric by process. */
  private amounts(ranking: readonly MetricOfSums[]): Map<number, number> {
    const amounts = new Map<number, number>();
    for (const { sums, scale = 1 } of ranking)
      for (const [location, value] of this.profile.totals(sums)) {
        const process = this.processes[location] ?? absent(location);
        amounts.set(process, (amounts.get(process) ?? 0) + value * scale);
      }
    return amounts;
  }

  /** The number of the process; of each program one where perf did not print it. */
  private processOf({ process, command }: PerfSample): number {
    if (process !== undefined) return process;
    const known = this.unnumbered.get(command);
    if (known !== undefined) return known;
    const number = this.unnumbered.size;
    this.unnumbered.set(command, number);
    return number;
  }

  private locationOf({ command, process: printed }: PerfSample, process: number, thread: number): number {
    const name = printed === undefined ? command || 'Process' : `${command} ${process}`.trim();
    const location = this.profile.locations.of({ number: process, name }, thread, `Thread ${thread}`);
    this.processes[location] = process;
    return location;
  }
}

/** Values of one metric are added: those of one event must be there once. */
function distinct(metrics: readonly MetricOfSums[]): MetricOfSums[] {
  const seen = new Set<string>();
  return metrics.filter(({ name, sums }) => {
    const key = `${sums} ${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Whether a CPU had nothing to do: process 0, `swapper`, is no program. */
const isIdleLoop = ({ process, thread, command }: PerfSample): boolean =>
  process === undefined ? /^swapper(\/\d+)?$/.test(command) : process === 0 && thread === 0;

function timePart({ event, byPeriod, scale }: TimedEvent): MetricOfSums {
  return { ...SAMPLED_TIME, sums: byPeriod ? event.periods : event.samples, scale };
}

/** Returns the ranking metric of a file without time: the amounts of the event with most samples, or its samples. */
function amountPart(event: SampledEvent, events: readonly SampledEvent[]): MetricOfSums {
  return hasPeriods(event) ? amountOf(event, events) : { ...SAMPLES, sums: event.samples };
}

/** The samples of lines, weighed as the ranking metric is. */
function linesOf(event: SampledEvent, timed: TimedEvent | undefined): SampledSums {
  const { samples: sums } = event;
  const byPeriod = timed?.byPeriod ?? hasPeriods(event);
  return byPeriod ? { sums, scale: timed?.scale ?? 1 } : { sums };
}

/** Returns the quantity of an event: time for clocks; samples if periods are not printed. */
function countOf(event: SampledEvent, events: readonly SampledEvent[], isRanking: boolean): MetricOfSums[] {
  if (event.count === 0 || (isRanking && (event.kind === 'clock' || event.withPeriod === 0))) return [];
  return [amountOf(event, events)];
}

function amountOf(event: SampledEvent, events: readonly SampledEvent[]): MetricOfSums {
  const isOnly = events.every((other) => other === event || other.name !== event.name);
  const name = plainName(isOnly ? event.name : `${event.name}:${event.modes}`);
  if (!hasPeriods(event))
    return {
      name: `${name} samples`,
      title: `${name} (samples)`,
      unit: 'count',
      description: `Samples of ${name}`,
      sums: event.samples,
    };
  const isTime = event.kind === 'clock';
  return {
    name,
    title: name,
    unit: isTime ? 'seconds' : 'count',
    description: `${name} counted by perf`,
    sums: event.periods,
    ...(isTime ? { scale: NANOSECOND } : {}),
  };
}
