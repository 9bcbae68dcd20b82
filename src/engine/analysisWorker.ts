/** The worker thread of `analyzeArchive`: reads one archive, analyses it, and hands back the result. */
import { parentPort, workerData } from 'node:worker_threads';
import { analyzeTrace } from '../analysis/trace/index.js';
import { writeAtomically } from '../experiments/index.js';
import { encodeCube } from '../formats/cube/index.js';
import { openArchive } from '../formats/otf2/index.js';
import { CancelledError, TrimtabError } from '../model/problem.js';
import type { WorkerMessage, WorkerTask } from './analysis/messages.js';
import { transferable } from './analysis/transfer.js';

/** Progress is said at most this often, in milliseconds: a message a batch would cost more than the batch. */
const PROGRESS_PERIOD = 50;

function isTask(data: unknown): data is WorkerTask {
  return (
    typeof data === 'object' &&
    data !== null &&
    'archive' in data &&
    'program' in data &&
    'cancelled' in data &&
    data.cancelled instanceof SharedArrayBuffer
  );
}

function say(message: WorkerMessage, buffers: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, buffers);
}

/** The pieces as long as nobody cancels. */
function* unlessCancelled(pieces: Iterable<Uint8Array>, isCancelled: () => boolean): Generator<Uint8Array> {
  for (const piece of pieces) {
    if (isCancelled()) throw new CancelledError();
    yield piece;
  }
}

function run({ archive, program, cancelled, cubex, correctClocks = true }: WorkerTask): void {
  const flag = new Int32Array(cancelled);
  const isCancelled = () => Atomics.load(flag, 0) !== 0;
  let said = 0;
  const trace = openArchive(archive);
  const { report, space } = analyzeTrace(trace, {
    program,
    correctClocks,
    isCancelled,
    onProgress: (fraction, message) => {
      const now = Date.now();
      if (now - said < PROGRESS_PERIOD) return;
      said = now;
      say({ kind: 'progress', fraction, message });
    },
  });
  if (cubex !== undefined)
    writeAtomically(cubex, unlessCancelled(encodeCube(space, trace.definitions, { creator: 'Trimtab' }), isCancelled));
  const moved = transferable(space);
  say({ kind: 'done', result: { report, space: moved.space } }, moved.buffers);
}

function failure(error: unknown): WorkerMessage {
  if (error instanceof CancelledError) return { kind: 'cancelled' };
  if (error instanceof TrimtabError) {
    const { message, details } = error;
    return details === undefined ? { kind: 'problem', message } : { kind: 'problem', message, details };
  }
  if (error instanceof RangeError && /allocation failed|invalid array length|buffer length/i.test(error.message)) {
    return { kind: 'memory' };
  }
  if (!(error instanceof Error)) return { kind: 'defect', message: String(error) };
  const { message, stack } = error;
  return stack === undefined ? { kind: 'defect', message } : { kind: 'defect', message, stack };
}

if (isTask(workerData)) {
  try {
    run(workerData);
  } catch (error) {
    say(failure(error));
  }
}
