/** Connection to a run through a stream to one of its addresses. */
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import {
  ANSWER_PATIENCE,
  ChannelLost,
  isQuestion,
  type LiveChannel,
  numberOf,
  type ReportedState,
  untagged,
} from './channel.js';
import { StreamLines } from './streamLines.js';

/** Timeout for the first message of the listener, in milliseconds: a job step starts in between. */
const GREETING_PATIENCE = 30_000;
const PATIENCE = ANSWER_PATIENCE * 1000;

export class StreamChannel implements LiveChannel {
  private readonly lines: StreamLines;

  private constructor(private readonly stream: Duplex) {
    this.lines = new StreamLines(stream);
  }

  /**
   * Opens a channel whose other end is verified to be a run.
   * @param token required from clients of a port
   * @throws ChannelLost if no run answers
   */
  static async over(stream: Duplex, token: string | undefined, signal?: AbortSignal): Promise<StreamChannel> {
    const channel = new StreamChannel(stream);
    await channel.cancellable(signal, async () => {
      if (token !== undefined) {
        stream.write(`token ${token}\n`);
        await channel.expect(/^ok 0$/);
      }
      // No request: it is answered at once, changes nothing, and shows who is at the other end.
      stream.write('@hello trimtab\n');
      await channel.expect(/^@hello error \d+ /);
    });
    return channel;
  }

  private async expect(answer: RegExp): Promise<void> {
    const line = await this.lines.next(GREETING_PATIENCE);
    if (answer.test(line)) return;
    this.stream.destroy();
    throw new ChannelLost('another program listens there');
  }

  exchange(request: string, signal?: AbortSignal): Promise<ReportedState> {
    const tag = `@${randomBytes(8).toString('hex')} `;
    return this.cancellable(signal, async () => {
      this.stream.write(`${tag}${request}\n`);
      const line = await this.lines.next(PATIENCE);
      const answer = untagged(tag, line);
      if (answer === undefined) throw new TrimtabError(`The run sent an unexpected answer: "${line.slice(0, 200)}".`);
      const number = isQuestion(request) ? numberOf(answer) : undefined;
      return { answer, view: number === undefined ? '' : await this.view(number) };
    });
  }

  private async view(number: string): Promise<string> {
    const told: string[] = [];
    for (;;) {
      const line = await this.lines.next(PATIENCE);
      if (line === `end ${number}`) return `${told.join('\n')}\n`;
      told.push(line);
    }
  }

  /** Cancelling disconnects: an unread answer would block the next one. */
  private async cancellable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const leave = (): void => void this.stream.destroy();
    signal?.addEventListener('abort', leave, { once: true });
    try {
      if (signal?.aborted === true) leave();
      return await work();
    } catch (error) {
      if (signal?.aborted === true) throw new CancelledError();
      throw error;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  close(): void {
    this.stream.end();
    this.stream.destroy();
  }
}
