/** Worker threads that are ended where they take more memory than they may. */
import { present } from '../../base/present.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { TrimtabError } from '../../base/problem.js';
import { MemoryError } from './failure.js';
import { LARGEST_HEAP } from './memoryLimit.js';

const MIB = 1 << 20;
/** How often, in milliseconds, it is looked at how much memory there is in use. */
const POLL_INTERVAL_MS = 50;
/**
 * Memory of a worker for new objects, in MiB, split into three semi-spaces; Node would otherwise make them 16 MiB each.
 * Objects of worker threads are short-lived or kept in typed arrays. A small space is therefore cleared quickly and
 * stays in the processor's cache. A trace of 4,096 locations needs 20 MB less with one thread and 50 less with two, in
 * the same time.
 */
const YOUNG = 12;

/** How a worker ended. */
export interface WorkerEnd {
  /** Its exit code. */
  readonly code: number;
  /** The thrown error, or a MemoryError if it reached its limit. */
  readonly fatal?: Error;
}

export interface BoundedWorker {
  readonly worker: Worker;
  /** Never rejects. */
  readonly ended: Promise<WorkerEnd>;
}

/**
 * Polls whether the process has grown beyond a limit since now, and reports it once.
 * @param limit bytes
 * @returns ends the watch
 */
function watchGrowth(limit: number, exceeded: () => void): () => void {
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before <= limit) return;
    clearInterval(watch);
    exceeded();
  }, POLL_INTERVAL_MS);
  return () => clearInterval(watch);
}

/**
 * Starts a worker thread. Its JavaScript objects are bounded by the thread's own heap limit; typed arrays are not in
 * that heap, so what the whole process grows by is watched too, until the thread ends.
 * @param limit bytes
 * @param heapLimit bytes of JavaScript's objects, where they may be fewer
 */
export function startBounded(path: string, workerData: unknown, limit: number, heapLimit = limit): BoundedWorker {
  const { worker, ended, watch } = startIdle(path, workerData, limit, heapLimit);
  watch();
  return { worker, ended };
}

/** A worker thread that may live long. */
export interface IdleWorker extends BoundedWorker {
  /**
   * Watches what the process grows by while the thread works: what others take while it has nothing to do is not its own.
   * @returns ends the watch
   */
  readonly watch: () => () => void;
}

/** Like startBounded, but the growth of the process is watched only while the caller marks the thread as working. */
export function startIdle(path: string, workerData: unknown, limit: number, heapLimit = limit): IdleWorker {
  const heap = Math.min(limit, heapLimit, LARGEST_HEAP);
  const worker = new Worker(path, {
    workerData,
    // Standard output carries the protocol or a table: nothing of the worker's may get into it.
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: Math.max(1, Math.floor(heap / MIB)), maxYoungGenerationSizeMb: YOUNG },
  });
  worker.stdout.resume();
  let fatal: Error | undefined;
  const watches = new Set<() => void>();
  const watch = (): (() => void) => {
    const end = watchGrowth(limit, () => {
      fatal = new MemoryError(limit);
      void worker.terminate();
    });
    watches.add(end);
    return () => {
      end();
      watches.delete(end);
    };
  };
  worker.on(
    'error',
    (error) => (fatal ??= isHeapExhausted(error) ? new MemoryError(heap, heap === LARGEST_HEAP) : error),
  );
  const ended = new Promise<WorkerEnd>((resolve) => {
    worker.on('exit', (code) => {
      for (const end of watches) end();
      resolve({ code, ...present({ fatal }) });
    });
  });
  return { worker, ended, watch };
}

function isHeapExhausted(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/**
 * Returns the path of a worker's bundle: next to the running bundle or, when run from the sources, in the build's
 * output folder.
 * @throws TrimtabError when it is missing
 */
export function findBundle(name: string): string {
  const here = join(__dirname, name);
  const candidates = [here, join(__dirname, '..', '..', '..', 'dist', name)];
  const found = candidates.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new TrimtabError(`Trimtab is not installed completely: ${here} is missing; install it again.`);
}
