import { resourceLimits, Worker } from 'node:worker_threads';
import {
  announcedEvents,
  divide,
  Merger,
  partOf,
  processesOf,
  type Reading,
  type ReadingPart,
} from '../../analysis/trace/index.js';
import type { Otf2Trace, ProblemNote } from '../../formats/otf2/index.js';
import type { Definitions } from '../../model/definitions.js';
import { CancelledError } from '../../model/problem.js';
import { errorOf } from './failure.js';
import type { HelperMessage, HelperTask } from './readingHelper.js';
import { readRange } from './readRange.js';
import { eventsRead, type SharedRanges, shareRanges, takeRanges } from './sharedRanges.js';

/** Ranges a thread reads on average: several, so that all threads end at about the same time. */
const RANGES_PER_THREAD = 4;

/** While this thread waits for others it looks so often, in milliseconds, how far they are. */
const WATCH_PERIOD = 40;

/** Below so many events, starting a thread takes longer than it saves. */
const EVENTS_PER_THREAD = 500_000;

/** Threads beyond so many wait for each other's memory rather than read. */
const THREADS_AT_MOST = 8;

/** How many threads should read a trace on a machine with `cores` processors. */
export function readersFor(definitions: Definitions, cores: number): number {
  const useful = Math.floor(announcedEvents(definitions) / EVENTS_PER_THREAD);
  return Math.max(1, Math.min(useful, cores, THREADS_AT_MOST, processesOf(definitions).locations.length));
}

export interface ParallelOptions {
  /** Threads that read, this one included. */
  readonly threads: number;
  /** The helpers' bundle. */
  readonly helper: string;
  /** One 32-bit number; all threads give up soon after it becomes 1. */
  readonly cancelled: SharedArrayBuffer;
  /** Called now and then with the share of the events that was read. */
  readonly onRead: (fraction: number) => void;
}

interface RangeResult {
  readonly part: ReadingPart;
  readonly notes: readonly ProblemNote[];
}

/**
 * Reads all events of an archive in several threads, of which this one is the first. What comes out is the same to the
 * last bit as with one thread, since the parts are put together in order of the processes.
 * @throws CancelledError when `cancelled` says so, and whatever a helper failed with
 */
export async function readInParallel(archive: string, trace: Otf2Trace, options: ParallelOptions): Promise<Reading> {
  const { threads, cancelled } = options;
  const { definitions } = trace;
  const shared = shareRanges(divide(definitions, processesOf(definitions), threads * RANGES_PER_THREAD), threads);
  const found: (RangeResult | undefined)[] = shared.ranges.map(() => undefined);
  const helpers = Array.from({ length: threads - 1 }, (_, i) => {
    const task: HelperTask = { kind: 'read', archive, shared, thread: i + 1, cancelled };
    return startHelper(task, options.helper, found);
  });
  try {
    const known = trace.takeNotes();
    readOwnShare(trace, shared, options, found);
    await whileWatching(Promise.all(helpers.map(({ finished }) => finished)), shared, trace, options);
    trace.addNotes(known);
    return merge(found, trace);
  } finally {
    await Promise.all(helpers.map(({ worker }) => worker.terminate()));
  }
}

function readOwnShare(
  trace: Otf2Trace,
  shared: SharedRanges,
  { cancelled, onRead }: ParallelOptions,
  found: (RangeResult | undefined)[],
): void {
  const processes = processesOf(trace.definitions);
  const announced = Math.max(1, announcedEvents(trace.definitions));
  const flag = new Int32Array(cancelled);
  const isCancelled = (): boolean => {
    onRead(Math.min(1, eventsRead(shared) / announced));
    return Atomics.load(flag, 0) !== 0;
  };
  for (const index of takeRanges(shared)) {
    const { reading, notes } = readRange(trace, processes, shared, { index, thread: 0 }, isCancelled);
    found[index] = { part: partOf(reading), notes };
  }
}

/** Starts a thread that reads ranges into `found`. */
function startHelper(
  task: HelperTask,
  path: string,
  found: (RangeResult | undefined)[],
): { worker: Worker; finished: Promise<void> } {
  const worker = new Worker(path, { workerData: task, resourceLimits });
  const finished = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: HelperMessage) => {
      if (message.kind === 'part') found[message.index] = { part: message.part, notes: message.notes };
      else if (message.kind === 'finished') resolve();
      else reject(errorOf(message));
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`A thread that reads events ended unexpectedly (code ${code}).`)));
  });
  // It is waited for only after this thread's own share; until then nobody listens to a failure.
  finished.catch(() => undefined);
  return { worker, finished };
}

/** Waits for the helpers, and passes on their progress meanwhile. */
async function whileWatching(
  finished: Promise<unknown>,
  shared: SharedRanges,
  { definitions }: Otf2Trace,
  { cancelled, onRead }: ParallelOptions,
): Promise<void> {
  const flag = new Int32Array(cancelled);
  const announced = Math.max(1, announcedEvents(definitions));
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      onRead(Math.min(1, eventsRead(shared) / announced));
      if (Atomics.load(flag, 0) !== 0) reject(new CancelledError());
    }, WATCH_PERIOD);
  });
  try {
    await Promise.race([finished, stopped]);
  } finally {
    clearInterval(timer);
  }
}

function merge(found: (RangeResult | undefined)[], trace: Otf2Trace): Reading {
  const merger = new Merger();
  for (let index = 0; index < found.length; index++) {
    const result = found[index];
    if (result === undefined) throw new Error(`Nobody read range ${index} of the processes.`);
    trace.addNotes(result.notes);
    merger.append(result.part);
    // What was merged is no longer needed, and may be large.
    found[index] = undefined;
  }
  return merger.reading;
}
