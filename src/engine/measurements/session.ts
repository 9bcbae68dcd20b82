/**
 * One open experiment: a worker thread that holds its results and answers questions about them. A thread has advantages
 * over a process: it transfers numbers without copies and has a separately bounded heap. It also starts in a tenth of
 * the time and memory. A failure that a thread cannot contain (a crash of Node itself) ends the engine, without loss of
 * data.
 */
import type { Worker } from 'node:worker_threads';
import type { Experiment } from '../../experiments/index.js';
import { CancelledError } from '../../base/problem.js';
import { send } from '../../base/sendable.js';
import { type Answer, type Ask, checkAnswer, type QueryKind } from '../../protocol/queries/index.js';
import { startIdle, type WorkerEnd } from '../analysis/boundedWorker.js';
import { endOf, errorOf, type FailureMessage, failureOf } from '../analysis/failure.js';
import { sent } from '../analysis/sentExperiment.js';
import type { MeasurementReply, MeasurementRequest, MeasurementTask } from './messages.js';

/** Questions a thread is given at once; more wait their turn here, where they can still be taken back. */
const MOST_AT_ONCE = 16;

export interface SessionOptions {
  /** The worker's bundle. */
  readonly path: string;
  /** Bytes of memory it may take. */
  readonly limit: number;
  /** Whether a trace outside of the experiment's folder may be read. */
  readonly readsOutside: boolean;
}

type Heard = (reply: MeasurementReply) => void;

export class MeasurementSession {
  private readonly worker: Worker;
  private readonly watch: () => () => void;
  private readonly cancelled = new Int32Array(new SharedArrayBuffer(MOST_AT_ONCE * Int32Array.BYTES_PER_ELEMENT));
  private readonly freeSlots = Array.from({ length: MOST_AT_ONCE }, (_, slot) => slot);
  private readonly asked = new Map<number, Heard>();
  private waiting: (() => void)[] = [];
  private nextId = 0;
  /** Questions that are not answered yet. */
  private open = 0;
  private endWatch: (() => void) | undefined;
  private end: Error | undefined;
  private quiet: (() => void)[] = [];
  /** Resolves when the thread is gone. */
  readonly ended: Promise<void>;

  constructor(
    private readonly experiment: Experiment,
    { path, limit, readsOutside }: SessionOptions,
  ) {
    const task: MeasurementTask = {
      kind: 'measurement',
      experiment: sent(experiment),
      readsOutside,
      limit,
      cancelled: this.cancelled.buffer,
    };
    const { worker, ended, watch } = startIdle(path, task, limit);
    this.worker = worker;
    this.watch = watch;
    worker.on('message', (reply: MeasurementReply) => this.asked.get(reply.id)?.(reply));
    this.ended = ended.then((end) => this.ends(end));
  }

  /** Whether the thread is gone or will answer nothing more. */
  get isOver(): boolean {
    return this.end !== undefined;
  }

  get isIdle(): boolean {
    return this.open === 0;
  }

  /**
   * Asks the thread.
   * @throws TrimtabError in the thread's own sentence, or when it ended over this or another question; CancelledError
   */
  async query<K extends QueryKind>(kind: K, ask: Ask<K>, signal?: AbortSignal): Promise<Answer<K>> {
    this.begin();
    try {
      const slot = await this.slot(signal);
      const reply = await this.reply({ kind, ask, slot, id: this.nextId++ }, signal);
      if ('failure' in reply) throw this.errorOf(reply.failure);
      return checkAnswer(kind, reply.answer.head, reply.answer.columns);
    } finally {
      this.done();
    }
  }

  /** Ends the thread once its questions are answered. */
  async closeWhenIdle(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => this.quiet.push(resolve));
    await this.close();
  }

  /** Ends the thread; questions that are not answered fail. */
  async close(): Promise<void> {
    await this.worker.terminate();
    await this.ended;
  }

  private begin(): void {
    if (this.end !== undefined) throw this.end;
    if (this.open++ === 0) this.endWatch = this.watch();
  }

  private done(): void {
    if (--this.open > 0) return;
    this.endWatch?.();
    for (const resolve of this.quiet.splice(0)) resolve();
  }

  /** A free slot, once there is one. */
  private async slot(signal: AbortSignal | undefined): Promise<number> {
    for (;;) {
      if (signal?.aborted) throw new CancelledError();
      if (this.end !== undefined) throw this.end;
      const slot = this.freeSlots.pop();
      if (slot !== undefined) return slot;
      await new Promise<void>((resolve) => {
        const look = (): void => {
          signal?.removeEventListener('abort', look);
          resolve();
        };
        this.waiting.push(look);
        signal?.addEventListener('abort', look);
      });
    }
  }

  private reply<K extends QueryKind>(
    request: MeasurementRequest<K>,
    signal: AbortSignal | undefined,
  ): Promise<MeasurementReply> {
    const { id, slot } = request;
    return new Promise<MeasurementReply>((resolve, reject) => {
      const cancel = (): void => {
        Atomics.store(this.cancelled, slot, 1);
        reject(new CancelledError());
      };
      this.asked.set(id, (reply) => {
        signal?.removeEventListener('abort', cancel);
        this.asked.delete(id);
        this.free(slot);
        resolve(reply);
      });
      signal?.addEventListener('abort', cancel, { once: true });
      // Cancelled while queued: the thread is notified, which frees the slot.
      if (signal?.aborted) cancel();
      send<MeasurementRequest<QueryKind>, never>(this.worker, request);
    });
  }

  private free(slot: number): void {
    Atomics.store(this.cancelled, slot, 0);
    this.freeSlots.push(slot);
    this.wake();
  }

  /** Each looks again whether there is a slot for it. */
  private wake(): void {
    for (const look of this.waiting.splice(0)) look();
  }

  private ends({ code, fatal }: WorkerEnd): void {
    this.end = this.errorOf(fatal === undefined ? undefined : failureOf(fatal), code);
    const failure = failureOf(this.end);
    for (const [id, hear] of [...this.asked]) hear({ id, failure });
    this.wake();
  }

  private errorOf(failure: FailureMessage | undefined, code = 0): Error {
    if (failure !== undefined && failure.kind !== 'memory') return errorOf(failure);
    return endOf(failure, code, {
      what: `Reading the results of experiment ${this.experiment.id}`,
      remedy: 'record fewer functions',
    });
  }
}
