/** Traces in Chrome's format of trace events, which Perfetto, PyTorch, clang, TAU and others write, as sums by call path. */
import { absent } from '../../base/elements.js';
import type { Profile } from '../../model/profile.js';
import { Damaged } from '../stacks/damage.js';
import type { Frame } from '../stacks/frame.js';
import { fieldsOf, isFields, numberOf, parseJson, textOf, type Fields } from '../stacks/json.js';
import { type MetricOfSums, SAMPLES, StackProfile, TIME, VISITS } from '../stacks/stackProfile.js';
import { DEEPEST, type StackEnd } from '../stacks/stackTree.js';
import { Kind } from './columns.js';
import { EventFrames, isOnDevice } from './frames.js';
import { TraceItems } from './items.js';
import { nest } from './nesting.js';
import { pair } from './pairs.js';
import { problemsOf, type TraceFacts } from './problems.js';
import { TraceSystem, type TraceThread } from './system.js';

const MICROSECOND = 1e-6;
/** Phases of events that no thread spends time in. */
const MARKERS = new Set('iIRCstfOND(),vVcp'.split(''));
const ASYNCHRONOUS = new Set('bneSTF'.split(''));
/** Stacks of samples that events contain themselves begin with it. */
const OWN_STACK = 'stack\n';

/**
 * Reads a trace.
 * @param pieces of its text
 * @returns undefined where it has no durations and no samples
 * @throws Damaged, TooLarge
 */
export function readTraceEvents(pieces: Iterable<string>): Profile | undefined {
  const reader = new TraceReader();
  const items = new TraceItems({
    item: (text, list) => reader.event(text, list),
    part: (text) => reader.stackFrames(parseJson(text)),
  });
  for (const piece of pieces) items.write(piece);
  return reader.finish(items.isWhole);
}

class TraceReader {
  private readonly stacks = new StackProfile();
  private readonly memory = this.stacks.builder.memory;
  private readonly system = new TraceSystem(this.memory);
  private readonly frames = new EventFrames(this.memory);
  private readonly facts: TraceFacts = {
    strange: 0,
    markers: 0,
    asynchronous: 0,
    summaries: 0,
    begins: 0,
    ends: 0,
    overlapping: 0,
    isWhole: true,
  };
  private readonly time = this.stacks.newSums();
  private readonly visits = this.stacks.newSums();
  private readonly processor = this.stacks.newSums();
  private readonly samples = this.stacks.newSums();
  private table: Fields = {};
  private hasProcessorTime = false;

  stackFrames(content: unknown): void {
    this.table = fieldsOf(content);
  }

  event(text: string, list: string): void {
    const event = eventOf(text);
    if (event === undefined) {
      this.facts.strange++;
      return;
    }
    const phase = list === 'samples' ? 'P' : textOf(event.ph);
    if (phase === 'X') this.complete(event);
    else if (phase === 'B' || phase === 'E') this.mark(event, phase === 'B' ? Kind.begin : Kind.end);
    else if (phase === 'M') this.system.describe(event);
    else if (phase === 'P') this.sample(event);
    else if (MARKERS.has(phase)) this.facts.markers++;
    else if (ASYNCHRONOUS.has(phase)) this.facts.asynchronous++;
    else if (phase !== '' || Object.keys(event).length > 0) this.facts.strange++;
  }

  finish(isWhole: boolean): Profile | undefined {
    this.facts.isWhole = isWhole;
    for (const { durations } of this.system.threads) {
      const { begins, ends } = pair(durations, (frame) => this.frames.nameOf(frame));
      this.facts.begins += begins;
      this.facts.ends += ends;
    }
    const used = this.system.threads.filter(({ durations, samples }) => durations.count > 0 || samples.size > 0);
    const locations = this.system.define(this.stacks.locations, used);
    for (const [thread, location] of locations) {
      this.addDurations(thread, location);
      this.addSamples(thread, location);
    }
    const isTimed = this.stacks.total(this.visits) > 0;
    const isSampled = this.stacks.total(this.samples) > 0;
    if (!isTimed && !isSampled) {
      if (!isWhole) throw new Damaged('is truncated before the first duration; copy it again');
      return undefined;
    }
    return this.stacks.finish({
      metrics: this.metrics(isTimed, isSampled),
      ...(isTimed ? {} : { rankedBy: SAMPLES.name }),
      problems: problemsOf(this.facts),
    });
  }

  private metrics(isTimed: boolean, isSampled: boolean): MetricOfSums[] {
    const processor: MetricOfSums = {
      name: 'processor_time',
      title: 'Processor time',
      unit: 'seconds',
      description: 'Time on the processor, by the clock of the thread',
      sums: this.processor,
      scale: MICROSECOND,
    };
    return [
      ...(isTimed
        ? [
            { ...TIME, sums: this.time, scale: MICROSECOND },
            { ...VISITS, sums: this.visits },
          ]
        : []),
      ...(this.hasProcessorTime ? [processor] : []),
      ...(isSampled ? [{ ...SAMPLES, sums: this.samples }] : []),
    ];
  }

  private complete(event: Fields): void {
    const [start, duration] = [timeOf(event.ts), timeOf(event.dur)];
    if (start === undefined || duration === undefined || duration < 0) this.facts.strange++;
    else if (isSummary(event)) this.facts.summaries++;
    // The time that a thread waited for a device, reported at one of its streams.
    else if (event.cat === 'cuda_sync') this.facts.asynchronous++;
    else {
      const thread = this.system.thread(event);
      const processor = timeOf(event.tdur) ?? NaN;
      thread.durations.add(Kind.complete, start, duration, processor, this.frames.of(event));
      thread.isOnDevice ||= isOnDevice(textOf(event.cat));
    }
  }

  private mark(event: Fields, kind: number): void {
    const time = timeOf(event.ts);
    if (time === undefined) {
      this.facts.strange++;
      return;
    }
    const thread = this.system.thread(event);
    const name = textOf(event.name);
    const ended = name === '' ? -1 : this.frames.nameNumber(name);
    const frame = kind === Kind.begin ? this.frames.of(event) : ended;
    thread.durations.add(kind, time, 0, timeOf(event.tts) ?? NaN, frame);
    thread.isOnDevice ||= isOnDevice(textOf(event.cat));
  }

  /** A sample refers to a stack of the table, or has its own. */
  private sample(event: Fields): void {
    const { sf, stack } = event;
    const names = Array.isArray(stack) ? stack.slice(0, DEEPEST).map(textOf) : undefined;
    const key = names === undefined ? (typeof sf === 'number' ? String(sf) : textOf(sf)) : OWN_STACK + names.join('\n');
    if (key === '') {
      this.facts.markers++;
      return;
    }
    const { samples } = this.system.thread(event);
    if (!samples.has(key)) this.memory.take(150 + 2 * key.length);
    samples.set(key, (samples.get(key) ?? 0) + 1);
  }

  private addDurations({ durations }: TraceThread, location: number): void {
    const { stacks, frames } = this;
    this.facts.overlapping += nest<StackEnd>(durations, {
      enter: ({ number, duration, isRest }, above) => {
        const frame = durations.frame[number] ?? absent(number);
        const end = stacks.tree.below(above, frames.frames[frame] ?? absent(frame));
        stacks.add(this.time, end.node, location, duration);
        if (above !== undefined) stacks.add(this.time, above.node, location, -duration);
        const processor = durations.processor[number] ?? NaN;
        if (!isRest && !Number.isNaN(processor)) {
          this.hasProcessorTime = true;
          stacks.add(this.processor, end.node, location, processor);
          if (above !== undefined) stacks.add(this.processor, above.node, location, -processor);
        }
        if (!isRest && end.node !== above?.node) stacks.add(this.visits, end.node, location, 1);
        return end;
      },
    });
  }

  private addSamples({ samples }: TraceThread, location: number): void {
    for (const [key, count] of samples) {
      const end = this.stacks.tree.endOf(this.stackOf(key));
      if (end === undefined) this.facts.strange += count;
      else this.stacks.add(this.samples, end.node, location, count);
    }
  }

  /** The stack of samples, outermost first. */
  private stackOf(key: string): readonly Frame[] {
    if (key.startsWith(OWN_STACK))
      return key
        .slice(OWN_STACK.length)
        .split('\n')
        .map((name) => this.named(name));
    const frames: Frame[] = [];
    let at = key;
    while (at !== '' && frames.length <= DEEPEST && Object.hasOwn(this.table, at)) {
      const { name, parent } = fieldsOf(this.table[at]);
      frames.push(this.named(textOf(name)));
      at = typeof parent === 'number' ? String(parent) : textOf(parent);
    }
    return frames.reverse();
  }

  private named(name: string): Frame {
    const number = this.frames.named(name);
    return this.frames.frames[number] ?? absent(number);
  }
}

function eventOf(text: string): Fields | undefined {
  try {
    const value = parseJson(text);
    return isFields(value) ? value : undefined;
  } catch (error) {
    if (error instanceof Damaged) return undefined;
    throw error;
  }
}

/** A time in microseconds; some tools write numbers as texts. */
function timeOf(value: unknown): number | undefined {
  return numberOf(typeof value === 'string' && value.trim() !== '' ? Number(value) : value);
}

/** Sums over the whole trace, which clang and PyTorch write as events. */
function isSummary({ name, cat, args }: Fields): boolean {
  if (cat === 'Trace') return true;
  return textOf(name).startsWith('Total ') && 'avg ms' in fieldsOf(args);
}
