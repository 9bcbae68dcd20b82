import { MessageChannel, type MessagePort, receiveMessageOnPort, resourceLimits, Worker } from 'node:worker_threads';
import type { ReadingPart } from '../../analysis/trace/index.js';
import { type Answer, CALLER, type Job, type Member } from '../../analysis/trace/parallel/index.js';
import type { ProblemNote } from '../../base/problem.js';
import { send } from '../../base/sendable.js';
import { errorOf } from './failure.js';
import type { JobMessage, MemberData, ReadMessage, ReadTask } from './memberData.js';
import { Signals } from './signals.js';

/** Takes a range that was read. */
export type OnPart = (index: number, part: ReadingPart, notes: readonly ProblemNote[]) => void;

/** A thread that helps with reading and searching, as the one that started it sees it. */
export class MemberThread implements Member {
  /** The other end of the port that closes with the thread, for the thread that watches. */
  readonly life: MessagePort;
  private readonly worker: Worker;
  private readonly jobs: MessagePort;
  private readonly signals: Signals;
  private reading: { onMessage(message: ReadMessage): void; reject(error: Error): void } | undefined;

  /**
   * @param bundle what the thread runs
   * @param place its place in the crew, from 0 on
   */
  constructor(
    bundle: string,
    private readonly place: number,
    signals: SharedArrayBuffer,
  ) {
    this.signals = new Signals(signals);
    const jobs = new MessageChannel();
    const life = new MessageChannel();
    this.jobs = jobs.port1;
    this.life = life.port1;
    const number = CALLER + 1 + place;
    const workerData: MemberData = { kind: 'member', number, jobs: jobs.port2, life: life.port2, signals };
    this.worker = new Worker(bundle, { workerData, transferList: [jobs.port2, life.port2], resourceLimits });
    this.worker.on('message', (message: ReadMessage) => this.reading?.onMessage(message));
    this.worker.on('error', (error) => this.reading?.reject(error));
    this.worker.on('exit', (code) =>
      this.reading?.reject(new Error(`A thread that reads events ended unexpectedly (code ${code}).`)),
    );
  }

  get isLost(): boolean {
    return this.signals.isLost(this.place);
  }

  /** Has it read ranges until none is left. @throws whatever it failed with */
  async read(task: ReadTask, onPart: OnPart): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        const onMessage = (message: ReadMessage): void => {
          if (message.kind === 'part') onPart(message.index, message.part, message.notes);
          else if (message.kind === 'finished') resolve();
          else reject(errorOf(message));
        };
        this.reading = { onMessage, reject };
        send(this.worker, task);
      });
    } finally {
      this.reading = undefined;
    }
  }

  tell(job: Job): void {
    send(this.jobs, job);
  }

  heard(): Answer[] {
    const answers: Answer[] = [];
    for (;;) {
      const received: { message: unknown } | undefined = receiveMessageOnPort(this.jobs);
      if (received === undefined) return answers;
      if (!isJobMessage(received.message)) throw new Error('a thread sent an unexpected message');
      if (received.message.kind !== 'answer') throw errorOf(received.message);
      answers.push(received.message.answer);
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/** The same bundle wrote it. */
function isJobMessage(message: unknown): message is JobMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
