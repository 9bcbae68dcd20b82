/** Threads that are given one task, answer it once, and end. */
import { CancelledError } from '../../base/problem.js';
import { startBounded } from './boundedWorker.js';
import { endOf, type FailureMessage, failureOf } from './failure.js';

/** Start data of such a thread. */
export interface OneTask {
  /** The worker's bundle. */
  readonly path: string;
  readonly task: unknown;
  /** Bytes of memory that it may take. */
  readonly limit: number;
  /** Bytes of JavaScript's objects, where they may be fewer. */
  readonly heap?: number;
  /** Ends the thread, whatever it does. */
  readonly signal?: AbortSignal | undefined;
  /** Its activity and a remedy, for the message in case it ends without an answer. */
  readonly about: { readonly what: string; readonly remedy: string };
}

/**
 * The answer of a thread.
 * @throws TrimtabError when it ends without one; CancelledError
 */
export async function askOnce<Message extends { readonly kind: string }>({
  path,
  task,
  limit,
  heap = limit,
  signal,
  about,
}: OneTask): Promise<Exclude<Message, FailureMessage>> {
  if (signal?.aborted) throw new CancelledError();
  const { worker, ended } = startBounded(path, task, limit, heap);
  let said: Exclude<Message, FailureMessage> | FailureMessage | undefined;
  worker.on('message', (message: Exclude<Message, FailureMessage> | FailureMessage) => (said = message));
  const cancel = (): void => void worker.terminate();
  signal?.addEventListener('abort', cancel, { once: true });
  const { code, fatal } = await ended;
  signal?.removeEventListener('abort', cancel);
  if (signal?.aborted) throw new CancelledError();
  const last = said;
  if (last !== undefined && !isFailure(last)) return last;
  throw endOf(last ?? (fatal === undefined ? undefined : failureOf(fatal)), code, about);
}

const FAILURES: Readonly<Record<FailureMessage['kind'], true>> = {
  cancelled: true,
  problem: true,
  memory: true,
  defect: true,
};

function isFailure(message: { readonly kind: string }): message is FailureMessage {
  return Object.hasOwn(FAILURES, message.kind);
}
