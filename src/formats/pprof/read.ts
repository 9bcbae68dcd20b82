/** A profile of pprof as Trimtab's. */
import { plainName } from '../../base/plainText.js';
import type { Problem } from '../../base/problem.js';
import type { Profile } from '../../model/profile.js';
import type { Frame } from '../stacks/frame.js';
import { SAMPLED_TIME, SAMPLES, StackProfile, type MetricOfSums } from '../stacks/stackProfile.js';
import { secondsOf } from '../stacks/timeUnits.js';
import { readMessage, type PprofProfile, type Sample, type ValueType } from './message.js';

/** Kinds of values that are read; a file with more was made to fill the memory. */
const MOST_TYPES = 64;
/** Frames of a stack; those of a damaged file may refer to each other without end. */
const MOST_FRAMES = 1 << 14;

/**
 * Reads a profile.
 * @returns undefined where it has no sample
 * @throws Damaged
 */
export function readPprof(bytes: Uint8Array): Profile | undefined {
  const message = readMessage(bytes);
  const types = message.types.slice(0, MOST_TYPES);
  if (message.samples.length === 0 || types.length === 0) return undefined;
  const profile = new StackProfile();
  const sums = types.map(() => profile.newSums());
  const counts = countIndex(message, types);
  const frames = new Frames(message);
  const threads = new Threads(message);
  for (const sample of message.samples) {
    const end = profile.tree.endOf(frames.of(sample));
    if (end === undefined) continue;
    const location = threads.locationOf(sample, profile);
    sums.forEach((of, type) => {
      const value = sample.values[type] ?? 0;
      if (type === counts) profile.count(of, end, location, value);
      else profile.add(of, end.node, location, value);
    });
  }
  const { metrics, problems } = metricsOf(message, types, counts);
  return profile.finish({
    metrics: metrics.map(({ type, ...metric }) => ({ ...metric, sums: sums[type] ?? 0 })),
    ...(counts === undefined ? {} : { sampled: sums[counts] ?? 0 }),
    problems,
  });
}

const nameOf = ({ strings }: PprofProfile, index: number): string => strings[index] ?? '';

/** Which of the values says how often something was sampled. */
function countIndex(message: PprofProfile, types: readonly ValueType[]): number | undefined {
  const index = types.findIndex(
    ({ type, unit }) => nameOf(message, unit) === 'count' && /^samples?$/.test(nameOf(message, type)),
  );
  return index < 0 ? undefined : index;
}

type MetricOfType = Omit<MetricOfSums, 'sums'> & { readonly type: number };

/** The metrics, the time first: what is measured in units of time, else samples where it is known for how long one stands. */
function metricsOf(
  message: PprofProfile,
  types: readonly ValueType[],
  counts: number | undefined,
): { metrics: readonly MetricOfType[]; problems: readonly Problem[] } {
  const timed = types.flatMap(({ unit }, type) => (secondsOf(nameOf(message, unit)) !== undefined ? [type] : []));
  const meant = timed.find((type) => message.defaultType !== 0 && types[type]?.type === message.defaultType);
  const time = meant ?? timed.at(-1);
  const metrics: MetricOfType[] = types.map(({ type, unit }, index): MetricOfType => {
    const [name, inUnit] = [plainName(nameOf(message, type)), nameOf(message, unit)];
    if (index === time) return { ...SAMPLED_TIME, type: index, scale: secondsOf(inUnit) ?? 1 };
    if (index === counts) return { ...SAMPLES, type: index };
    const seconds = secondsOf(inUnit);
    return {
      name,
      title: name,
      unit: seconds === undefined ? plainName(inUnit) || 'count' : 'seconds',
      description: `What pprof calls ${name}`,
      type: index,
      scale: seconds ?? 1,
    };
  });
  if (time !== undefined) return { metrics: distinct(metrics), problems: [] };
  const period = secondsOf(nameOf(message, message.periodType?.unit ?? 0));
  if (counts === undefined || period === undefined || message.period <= 0)
    return { metrics: distinct(metrics), problems: [] };
  const sampled: MetricOfType = { ...SAMPLED_TIME, type: counts, scale: message.period * period };
  return { metrics: distinct([sampled, ...metrics]), problems: [] };
}

/** Metrics have names of their own. */
function distinct(metrics: readonly MetricOfType[]): readonly MetricOfType[] {
  const seen = new Set<string>();
  return metrics.filter(({ name }) => name !== '' && !seen.has(name) && seen.add(name));
}

/** The functions of each location, one object for each, since the same object is the same frame. */
class Frames {
  private readonly known = new Map<number, readonly Frame[]>();

  constructor(private readonly message: PprofProfile) {}

  /** Outermost first. */
  of({ locations }: Sample): Frame[] {
    const frames: Frame[] = [];
    for (let i = locations.length - 1; i >= 0 && frames.length < MOST_FRAMES; i--)
      frames.push(...this.at(locations[i] ?? 0));
    return frames;
  }

  private at(id: number): readonly Frame[] {
    let frames = this.known.get(id);
    if (frames === undefined) this.known.set(id, (frames = this.framesOf(id)));
    return frames;
  }

  private framesOf(id: number): Frame[] {
    const { message } = this;
    const location = message.locations.get(id);
    if (location === undefined) return [{ name: '[unknown]' }];
    const module = nameOf(message, message.mappings.get(location.mapping) ?? 0);
    if (location.lines.length === 0)
      return [{ name: location.address === 0n ? '[unknown]' : `0x${location.address.toString(16)}`, module }];
    return location.lines
      .slice(0, MOST_FRAMES)
      .toReversed()
      .map(({ functionId, line }): Frame => {
        const { name = 0, file = 0, startLine = 0 } = message.functions.get(functionId) ?? {};
        return {
          name: nameOf(message, name) || '[unknown]',
          module,
          file: nameOf(message, file),
          beginLine: startLine,
          line,
        };
      });
  }
}

/** Threads by the labels that profilers commonly give: the format has no field for them. */
class Threads {
  private readonly thread: ReadonlySet<number>;
  private readonly process: ReadonlySet<number>;
  private readonly names = new Map<string, number>();

  constructor(private readonly message: PprofProfile) {
    const indices = (pattern: RegExp): ReadonlySet<number> =>
      new Set(message.strings.flatMap((text, index) => (pattern.test(text) ? [index] : [])));
    this.thread = indices(/^(thread|thread_?id|tid)$/i);
    this.process = indices(/^(process_?id|pid)$/i);
  }

  locationOf({ labels }: Sample, { locations }: StackProfile): number {
    const [process, thread] = [this.process, this.thread].map((keys) => {
      const label = labels.find(({ key }) => keys.has(key));
      return label === undefined ? undefined : nameOf(this.message, label.text) || String(label.number);
    });
    const name = process === undefined ? 'Process' : `Process ${plainName(process)}`;
    return locations.of(
      { number: this.numberOf(process), name },
      this.numberOf(thread),
      thread === undefined ? 'All threads' : `Thread ${plainName(thread)}`,
    );
  }

  /** Numbers as they are, words in the order in which they are met. */
  private numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    if (/^\d{1,15}$/.test(text)) return Number(text);
    const known = this.names.get(text) ?? -1 - this.names.size;
    this.names.set(text, known);
    return known;
  }
}
