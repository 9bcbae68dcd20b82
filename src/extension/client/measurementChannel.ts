/** The editor's end of the private channel: numbers are transferred in binary form, not as text. */
import { createConnection, type Socket } from 'node:net';
import * as v from 'valibot';
import type { Column } from '../../base/columns.js';
import { CancelledError } from '../../base/problem.js';
import { type ChannelAddress, channelReply, type ChannelRequest, LARGEST_REPLY } from '../../protocol/channel.js';
import { encodeFrame, FrameReader } from '../../protocol/frames.js';
import { type Answer, type Ask, checkAnswer, type QueryKind } from '../../protocol/queries/index.js';
import { EngineStoppedError, fromEngine } from './engineErrors.js';

type Columns = Readonly<Record<string, Column>>;

interface Waiting {
  readonly take: (head: unknown, columns: Columns) => void;
  readonly fail: (error: Error) => void;
}

/** One connection; over when its socket is. */
class Line {
  private readonly reader = new FrameReader(LARGEST_REPLY);
  readonly waiting = new Map<number, Waiting>();

  constructor(private readonly socket: Socket) {
    socket.on('data', (piece: Buffer) => {
      try {
        for (const { head, columns } of this.reader.read(piece)) this.hear(head, columns);
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on('error', (error) => this.over(error.message));
    socket.on('close', () => this.over('the channel was closed'));
  }

  get isOver(): boolean {
    return this.socket.destroyed;
  }

  whenOver(hear: () => void): void {
    if (this.isOver) hear();
    else this.socket.once('close', hear);
  }

  say(request: ChannelRequest): void {
    for (const piece of encodeFrame({ head: request, columns: {} })) this.socket.write(piece);
  }

  close(): void {
    this.socket.destroy();
  }

  private hear(said: unknown, columns: Columns): void {
    const reply = v.parse(channelReply, said);
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (reply.kind === 'answer') waiting?.take(reply.head, columns);
    else waiting?.fail(fromEngine(Object.assign(new Error(reply.message), { code: reply.code, data: reply.data })));
  }

  private over(reason: string): void {
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { fail } of lost) fail(new EngineStoppedError(reason));
  }
}

/** Asks the engine about the measurements of experiments; connects when it is first asked, and again after the engine went. */
export class MeasurementChannel {
  private line: Promise<Line> | undefined;
  private nextId = 0;

  /** @param address asks the engine where it listens */
  constructor(private readonly address: () => Promise<ChannelAddress>) {}

  /**
   * @param experiment identifier
   * @throws TrimtabError with a sentence for the person, CancelledError, EngineStoppedError when the process went away,
   *   or EngineDefectError
   */
  async query<K extends QueryKind>(experiment: string, kind: K, ask: Ask<K>, signal?: AbortSignal): Promise<Answer<K>> {
    const line = await this.connected();
    if (signal?.aborted) throw new CancelledError();
    if (line.isOver) throw new EngineStoppedError('the channel was closed');
    const id = this.nextId++;
    return new Promise<Answer<K>>((resolve, reject) => {
      const cancel = (): void => {
        line.waiting.delete(id);
        line.say({ kind: 'cancel', id });
        reject(new CancelledError());
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const done = (): void => signal?.removeEventListener('abort', cancel);
      line.waiting.set(id, {
        take: (head, columns) => {
          done();
          try {
            resolve(checkAnswer(kind, head, columns));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
        fail: (error) => {
          done();
          reject(error);
        },
      });
      line.say({ kind: 'ask', id, experiment, query: kind, ask });
    });
  }

  dispose(): void {
    // One that could not be made has nothing to close.
    this.line?.then((line) => line.close()).catch(() => undefined);
    this.line = undefined;
  }

  /** The one connection, for all who ask at once. */
  private connected(): Promise<Line> {
    if (this.line !== undefined) return this.line;
    const line = this.connect();
    const forget = (): void => {
      if (this.line === line) this.line = undefined;
    };
    line.then((made) => made.whenOver(forget)).catch(forget);
    return (this.line = line);
  }

  private async connect(): Promise<Line> {
    const { path, token } = await this.address();
    const socket = createConnection(path);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', (error) => reject(new EngineStoppedError(error.message)));
    });
    const line = new Line(socket);
    line.say({ kind: 'hello', token });
    return line;
  }
}
