/** The lines of a stream, asked for one by one. */
import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { ChannelLost } from './channel.js';

/** Maximum number of unread characters received: more than a run ever sends. */
const MOST_UNREAD = 1 << 26;

export class StreamLines {
  private readonly decoder = new StringDecoder('utf8');
  private readonly lines: string[] = [];
  private begun = '';
  private unread = 0;
  private lost: ChannelLost | undefined;
  private wake: (() => void) | undefined;

  constructor(private readonly stream: Duplex) {
    stream.on('data', (data: Buffer) => this.take(this.decoder.write(data)));
    stream.on('error', (error: Error) => this.lose(error.message));
    stream.once('end', () => this.lose('the connection has ended'));
    stream.once('close', () => this.lose('the connection was closed'));
  }

  /**
   * The next line, without its end.
   * @param patience milliseconds
   * @throws ChannelLost when none comes any more, or none in that time
   */
  async next(patience: number): Promise<string> {
    const timer = setTimeout(() => this.lose('nothing came for long'), patience);
    try {
      for (;;) {
        const line = this.lines.shift();
        if (line !== undefined) {
          this.unread -= line.length + 1;
          return line;
        }
        if (this.lost !== undefined) throw this.lost;
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  private take(text: string): void {
    this.unread += text.length;
    if (this.unread > MOST_UNREAD) {
      this.lose('it sends more data than a run does');
      return;
    }
    const [first = '', ...others] = text.split('\n');
    this.begun += first;
    for (const line of others) {
      this.lines.push(this.begun);
      this.begun = line;
    }
    this.wake?.();
  }

  private lose(why: string): void {
    this.lost ??= new ChannelLost(why);
    this.stream.destroy();
    this.wake?.();
  }
}
