import { setImmediate } from 'node:timers/promises';
import {
  announcedEvents,
  type Arena,
  costlyOf,
  divide,
  emptyReading,
  Forecast,
  Merger,
  partOf,
  type Processes,
  processesOf,
  ProcessReader,
  type Reading,
  type ReadingPart,
  type RecordingCosts,
  type TimeChanges,
} from '../../analysis/trace/index.js';
import { absent } from '../../base/elements.js';
import type { Definitions } from '../../model/definitions.js';
import { CancelledError, type ProblemNote } from '../../base/problem.js';
import type { SharedTrace } from '../../model/trace.js';
import type { ReadTask } from './memberData.js';
import type { MemberThread } from './memberThread.js';
import { readRange, type Source, sourceOf } from './readRange.js';
import { eventCounter, eventsRead, type SharedRanges, shareRanges, takeRanges } from './sharedRanges.js';

/** Ranges a thread reads on average: several, so that all threads end at about the same time. */
const RANGES_PER_THREAD = 4;

/** While this thread waits for others it looks so often, in milliseconds, how far they are. */
const WATCH_PERIOD = 40;

/**
 * Below so many events, a thread that starts, compiles the same code and sends what it read takes longer than it saves:
 * two threads break even at ten million (bench/trace).
 */
const EVENTS_PER_THREAD = 5_000_000;

/** Threads beyond so many wait for each other's memory rather than read. */
const THREADS_AT_MOST = 8;

/** How many threads should read a trace on a machine with `cores` processors. */
export function readersFor(definitions: Definitions, cores: number): number {
  const useful = Math.floor(announcedEvents(definitions) / EVENTS_PER_THREAD);
  return Math.max(1, Math.min(useful, cores, THREADS_AT_MOST, processesOf(definitions).locations.length));
}

export interface ParallelOptions {
  /** The threads that read in parallel with this one. */
  readonly members: readonly MemberThread[];
  /** Memory for data that this thread shares with all others. */
  readonly memory: Arena;
  /** One 32-bit number; all threads give up soon after it becomes 1. */
  readonly cancelled: SharedArrayBuffer;
  /** How times differ from those that were measured. */
  readonly changes: TimeChanges;
  /** Recording costs by process, if measurement overhead is to be determined. */
  readonly costs?: readonly RecordingCosts[];
  /** Called now and then with the share of the events that was read. */
  readonly onRead: (events: number, announced: number) => void;
}

/**
 * Reads all events of an archive in several threads, of which this one is the first. Parts are merged in order of the
 * processes, so results are bitwise identical to those of one thread.
 * @throws CancelledError when `cancelled` is set, and any error of another thread
 */
export async function readInParallel(archive: string, trace: SharedTrace, options: ParallelOptions): Promise<Reading> {
  const { members, memory, cancelled, changes, costs } = options;
  const { definitions } = trace;
  const processes = processesOf(definitions);
  const threads = members.length + 1;
  const shared = shareRanges(divide(definitions, processes, threads * RANGES_PER_THREAD), threads);
  const source = sourceOf(trace, processes, changes);
  const isCancelled = isCancelledBy(shared, definitions, options);
  const costly = costs === undefined ? {} : { costs };
  const found = new FoundRanges(source, processes, shared, { isCancelled, memory, ...costly });
  const others = Promise.all(
    members.map((member, i) => {
      const task: ReadTask = { archive, shared, thread: i + 1, cancelled, changes, ...costly };
      return member.read(task, (index, part, notes) => found.put(index, part, notes));
    }),
  );
  // It is awaited only after this thread's own share; until then no handler is attached for a failure.
  others.catch(() => undefined);
  const known = trace.takeNotes();
  for (const index of takeRanges(shared, 0)) {
    found.read(index);
    // Takes what others have sent meanwhile, so that it need not wait in memory.
    await setImmediate();
  }
  await whileWatching(others, shared, trace, options);
  trace.addNotes(known);
  return found.finish();
}

/** Passes on the progress each time it is asked. */
function isCancelledBy(
  shared: SharedRanges,
  definitions: Definitions,
  { cancelled, onRead }: ParallelOptions,
): () => boolean {
  const announced = Math.max(1, announcedEvents(definitions));
  const flag = new Int32Array(cancelled);
  return () => {
    onRead(eventsRead(shared), announced);
    return Atomics.load(flag, 0) !== 0;
  };
}

/** Waits for the other threads, and passes on their progress meanwhile. */
async function whileWatching(
  finished: Promise<unknown>,
  shared: SharedRanges,
  { definitions }: SharedTrace,
  { cancelled, onRead }: ParallelOptions,
): Promise<void> {
  const flag = new Int32Array(cancelled);
  const announced = Math.max(1, announcedEvents(definitions));
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      onRead(eventsRead(shared), announced);
      if (Atomics.load(flag, 0) !== 0) reject(new CancelledError());
    }, WATCH_PERIOD);
  });
  try {
    await Promise.race([finished, stopped]);
  } finally {
    clearInterval(timer);
  }
}

interface FoundHow {
  readonly isCancelled: () => boolean;
  readonly memory: Arena;
  readonly costs?: readonly RecordingCosts[];
}

/**
 * Merges ranges in order, however they arrive, and buffers only those that are early. Ranges that this thread reads in
 * order need no merging.
 */
class FoundRanges {
  private readonly forecast: Forecast;
  private readonly reader: ProcessReader;
  private readonly merger: Merger;
  private readonly waiting = new Map<number, ReadingPart>();
  private readonly notes: (readonly ProblemNote[])[] = [];
  private merged = 0;

  constructor(
    private readonly source: Source,
    private readonly processes: Processes,
    private readonly shared: SharedRanges,
    private readonly how: FoundHow,
  ) {
    const { definitions } = source.trace;
    this.forecast = new Forecast(announcedEvents(definitions), how.memory);
    const options = { ...how, onEvents: eventCounter(shared, 0) };
    this.reader = new ProcessReader(
      source.events,
      processes,
      this.forecast,
      emptyReading(this.forecast, costlyOf(source.trace, how.costs)),
      options,
    );
    this.merger = new Merger(shared.ranges.length, this.reader.reading);
  }

  /** Reads a range in this thread. */
  read(index: number): void {
    if (index === this.merged) {
      this.reader.read(this.shared.ranges[index] ?? absent(index));
      this.notes[index] = this.source.trace.takeNotes();
      this.merged++;
      this.merge();
      return;
    }
    const at = { index, thread: 0 };
    const { reading, notes } = readRange(this.source, this.processes, this.shared, at, this.how);
    this.put(index, partOf(reading), notes);
  }

  put(index: number, part: ReadingPart, notes: readonly ProblemNote[]): void {
    this.notes[index] = notes;
    this.waiting.set(index, part);
    for (const { columns } of Object.values(part.tables)) this.how.memory.adopt(...Object.values(columns));
    this.merge();
  }

  /** The reading of the whole; the trace learns what was found wrong. */
  finish(): Reading {
    if (this.merged < this.shared.ranges.length) throw new Error(`Range ${this.merged} of the processes was not read.`);
    for (const notes of this.notes) this.source.trace.addNotes(notes);
    this.reader.finish();
    return this.reader.reading;
  }

  private merge(): void {
    for (let next = this.waiting.get(this.merged); next !== undefined; next = this.waiting.get(this.merged)) {
      this.waiting.delete(this.merged++);
      for (const { profiles } of next.processes) for (const { events } of profiles) this.forecast.add(events);
      this.merger.append(next);
    }
  }
}
