import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CancelledError, TrimtabError } from '../model/problem.js';
import { errorOf, failureOf as causeOf } from './analysis/failure.js';
import type { AnalysisResult, WorkerMessage, WorkerTask } from './analysis/messages.js';

/** How long, in milliseconds, a cancelled worker may take to notice before it is ended by force. */
const CANCEL_GRACE = 120;

export interface AnalyzeOptions {
  /** Name of the program, for the report. */
  readonly program: string;
  /** Where to write the results as a CUBE file, if anywhere. */
  readonly cubex?: string;
  /** Whether times are corrected where clocks of processes disagree; they are when not given. */
  readonly correctClocks?: boolean;
  /** Threads that read events; as the trace and the machine suggest when not given. The results do not depend on it. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number, message: string) => void;
  /** The worker's bundle; found beside the running bundle when not given. */
  readonly workerPath?: string;
  /** Heap limit of the worker in MiB; Node's own default when not given. */
  readonly memoryLimit?: number;
}

/**
 * Reads and analyses an archive in a worker thread.
 * @param archive path of the anchor file, or of a folder that holds one
 * @throws TrimtabError when the archive cannot be read, memory does not suffice or the worker ends unexpectedly;
 *   CancelledError within 200 ms of the signal's abort
 */
export async function analyzeArchive(archive: string, options: AnalyzeOptions): Promise<AnalysisResult> {
  if (options.signal?.aborted) throw new CancelledError();
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { program, cubex, correctClocks = true, threads } = options;
  const task: WorkerTask = {
    archive,
    program,
    correctClocks,
    cancelled: flag.buffer,
    ...(cubex === undefined ? {} : { cubex }),
    ...(threads === undefined ? {} : { threads }),
  };
  const worker = startWorker(task, options);
  return new Promise<AnalysisResult>((resolve, reject) => {
    let last: WorkerMessage | undefined;
    let fatal: Error | undefined;
    let forced: NodeJS.Timeout | undefined;
    const cancel = () => {
      Atomics.store(flag, 0, 1);
      forced = setTimeout(() => {
        void worker.terminate();
        // A worker that waits for a disk ends only when that answers; nobody has to wait for it.
        reject(new CancelledError());
      }, CANCEL_GRACE);
    };
    options.signal?.addEventListener('abort', cancel, { once: true });
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') options.onProgress?.(message.fraction, message.message);
      else last = message;
    });
    worker.on('error', (error) => (fatal = error));
    worker.on('exit', (code) => {
      clearTimeout(forced);
      options.signal?.removeEventListener('abort', cancel);
      if (options.signal?.aborted) reject(new CancelledError());
      else if (last?.kind === 'done') resolve(last.result);
      else reject(failureOf(last, fatal, code, archive));
    });
  });
}

function startWorker(task: WorkerTask, { workerPath, memoryLimit }: AnalyzeOptions): Worker {
  const worker = new Worker(workerPath ?? findWorker(), {
    workerData: task,
    // Standard output carries the protocol or a table: nothing of the worker's may get into it.
    stdout: true,
    ...(memoryLimit === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryLimit } }),
  });
  worker.stdout.resume();
  return worker;
}

/** The worker's bundle stands beside the running bundle; from the sources, in the folder the build writes to. */
function findWorker(): string {
  const candidates = [join(__dirname, 'analysisWorker.cjs'), join(__dirname, '..', '..', 'dist', 'analysisWorker.cjs')];
  const found = candidates.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new TrimtabError(
    `Trimtab's analysis is not installed completely: ${candidates[0]} is missing; install it again.`,
  );
}

/** Why there is no result: what the worker said last, or how it ended. */
function failureOf(last: WorkerMessage | undefined, fatal: Error | undefined, code: number, archive: string): Error {
  const said = last === undefined || last.kind === 'progress' || last.kind === 'done' ? undefined : last;
  const failure = said ?? (fatal === undefined ? undefined : causeOf(fatal));
  if (failure === undefined) {
    return new TrimtabError(`The analysis of ${archive} ended unexpectedly (code ${code}); start it again.`);
  }
  if (failure.kind !== 'memory') return errorOf(failure);
  return new TrimtabError(
    `The analysis of ${archive} needs more memory than is free; close other programs, or record fewer functions or a shorter run.`,
  );
}
