/** Speaking to a run by a stream that leads to one of the ends at which it listens. */
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import {
  ANSWER_PATIENCE,
  ChannelLost,
  isQuestion,
  type LiveChannel,
  numberOf,
  type Told,
  untagged,
} from './channel.js';
import { StreamLines } from './streamLines.js';

/** How long it may take until who listens says the first word, in milliseconds: a step of a job begins in between. */
const GREETING_PATIENCE = 30_000;
const PATIENCE = ANSWER_PATIENCE * 1000;

export class StreamChannel implements LiveChannel {
  private readonly lines: StreamLines;

  private constructor(private readonly stream: Duplex) {
    this.lines = new StreamLines(stream);
  }

  /**
   * A channel whose other end is known to be a run's.
   * @param token what those must know who come by a port
   * @throws ChannelLost where nobody answers as a run does
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

  exchange(request: string, signal?: AbortSignal): Promise<Told> {
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

  /** Who cancels leaves: an answer to nobody would be in the way of the next one. */
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
