import { present } from '../../base/present.js';
import type { AskedDynamics } from '../../analysis/dynamics/ofTrace.js';
import type { Compensate } from '../../analysis/trace/index.js';
import type { AskedPredictions } from '../../analysis/whatIf/index.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import { CancelledError } from '../../base/problem.js';
import { findBundle, startBounded, type WorkerEnd } from './boundedWorker.js';
import { endOf, type FailureMessage, failureOf as causeOf } from './failure.js';
import { memoryLimit } from './memoryLimit.js';
import type { AnalysisResult, WorkerMessage, WorkerTask } from './messages.js';
import { watchOver } from './watch.js';

/** How long, in milliseconds, a cancelled worker may take to notice before it is ended by force. */
const CANCEL_GRACE = 120;

export interface AnalyzeOptions {
  /** Name of the program, for the report; named after the archive if omitted. */
  readonly program?: string;
  /** Path of the CUBE file to write, if any. */
  readonly cubex?: string;
  /** Path at which the worker writes the space for the experiment store, if any. */
  readonly spaceFile?: string;
  /** Whether times are corrected where clocks of processes disagree; they are when not given. */
  readonly correctClocks?: boolean;
  /** Subtracts measurement overhead from all times; if omitted, times are as measured. */
  readonly compensate?: Compensate;
  /** Name or title of the metric that a profile is ranked by; the time when not given. */
  readonly metric?: string;
  /** Threads that read events; as the trace and the machine suggest when not given. The results do not depend on it. */
  readonly threads?: number;
  /** Texts of project-defined properties, which are ranked together with the built-in ones. */
  readonly properties?: readonly Source[];
  /** Requests an analysis of performance by iteration, returned with the result. */
  readonly dynamics?: AskedDynamics;
  /** Requests predictions of the run time after changes of the program, returned with the result. */
  readonly whatIf?: AskedPredictions;
  /** Requests the gains of the findings, as a part of the report; very large traces have none. */
  readonly gains?: boolean;
  /** Exchange folder of a distributed analysis whose parts were read already. */
  readonly exchange?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number, message: string) => void;
  /** The worker's bundle; next to the running bundle if omitted. */
  readonly workerPath?: string;
  /** Bytes of memory the worker may take; see memoryLimit when not given. */
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
  const task = taskOf(archive, options, flag.buffer);
  const path = options.workerPath ?? findBundle('analysisWorker.cjs');
  const { worker, ended } = startBounded(path, task, options.memoryLimit ?? memoryLimit());
  return new Promise<AnalysisResult>((resolve, reject) => {
    let failed: FailureMessage | undefined;
    let isDone = false;
    let forced: NodeJS.Timeout | undefined;
    const cancel = () => {
      Atomics.store(flag, 0, 1);
      forced = setTimeout(() => {
        void worker.terminate();
        // A worker that waits for a disk ends only when the disk responds; the caller does not wait for it.
        reject(new CancelledError());
      }, CANCEL_GRACE);
    };
    const finish = (outcome: AnalysisResult | Error): void => {
      clearTimeout(forced);
      options.signal?.removeEventListener('abort', cancel);
      if (options.signal?.aborted) reject(new CancelledError());
      else if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    };
    options.signal?.addEventListener('abort', cancel, { once: true });
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') options.onProgress?.(message.fraction, message.message);
      else if (message.kind === 'watch') watchOver(message);
      else if (message.kind === 'done') {
        // Releasing its memory takes the thread some time; the caller does not wait for it.
        isDone = true;
        finish(message.result);
      } else failed = message;
    });
    void ended.then((end) => {
      if (!isDone) finish(failureOf(failed, end, archive));
    });
  });
}

/** Returns the worker's task; omitted options stay omitted. */
function taskOf(archive: string, options: AnalyzeOptions, cancelled: SharedArrayBuffer): WorkerTask {
  const {
    program,
    cubex,
    spaceFile,
    correctClocks = true,
    compensate,
    metric,
    threads,
    properties,
    exchange,
    dynamics,
    whatIf,
    gains,
  } = options;
  return {
    archive,
    correctClocks,
    cancelled,
    ...present({
      program,
      cubex,
      spaceFile,
      compensate,
      metric,
      threads,
      properties,
      exchange,
      dynamics,
      whatIf,
      gains,
    }),
  };
}

/** Returns the reason for a missing result: the worker's message, or how it ended. */
function failureOf(failed: FailureMessage | undefined, { code, fatal }: WorkerEnd, archive: string): Error {
  return endOf(failed ?? (fatal === undefined ? undefined : causeOf(fatal)), code, {
    what: `The analysis of ${archive}`,
    remedy: 'record fewer functions or a shorter run',
  });
}
