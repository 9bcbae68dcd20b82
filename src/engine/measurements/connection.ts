/** One client of the private channel. */
import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import * as v from 'valibot';
import type { Column } from '../../base/columns.js';
import { TrimtabError } from '../../base/problem.js';
import { dataSize } from '../../base/text.js';
import { Turns } from '../../base/turns.js';
import {
  channelRequest,
  type ChannelReply,
  type ChannelRequest,
  LARGEST_ANSWER,
  LARGEST_QUESTION,
} from '../../protocol/channel.js';
import { encodeFrame, FrameError, FrameReader } from '../../protocol/frames.js';
import {
  type Answer,
  type Ask,
  checkAsk,
  isQueryKind,
  QueryError,
  type QueryKind,
} from '../../protocol/queries/index.js';
import { toResponseError } from '../requests/failures.js';
import { ParameterError } from '../requests/parameters.js';

/** Answers a question about an experiment, named by its identifier. */
export type AnswerQuery = <K extends QueryKind>(
  experiment: string,
  kind: K,
  ask: Ask<K>,
  signal: AbortSignal,
) => Promise<Answer<K>>;

/** Answers that are made or on their way at once: no more wait in memory for a client that is slow to read. */
const MOST_UNDER_WAY = 2;
/** Questions that wait for that; who asks more does not read answers. */
const MOST_WAITING = 256;
/** Milliseconds within which a client must identify itself. */
const PATIENCE = 10_000;

type Question = Extract<ChannelRequest, { kind: 'ask' }>;

export class Connection {
  private readonly reader = new FrameReader(LARGEST_QUESTION);
  private readonly turns = new Turns<Question>(MOST_UNDER_WAY, (question, signal) => this.serve(question, signal));
  private readonly patience: NodeJS.Timeout;
  private isKnown = false;

  constructor(
    private readonly socket: Socket,
    private readonly token: string,
    private readonly answerQuery: AnswerQuery,
    private readonly log: (text: string) => void,
  ) {
    this.patience = setTimeout(() => socket.destroy(), PATIENCE);
    this.patience.unref();
    socket.on('data', (piece: Buffer) => this.hear(piece));
    // A client that went away is no failure: what it asked is given up.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(this.patience);
      this.turns.cancelAll();
    });
  }

  private hear(piece: Buffer): void {
    try {
      for (const { head } of this.reader.read(piece)) this.take(head);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.cutOff(error.message);
    }
  }

  private take(head: unknown): void {
    const request = v.safeParse(channelRequest, head);
    if (request.success) this.heed(request.output);
    else this.cutOff(`A message is none: ${request.issues[0].message}`);
  }

  private heed(said: ChannelRequest): void {
    if (said.kind === 'hello') {
      this.isKnown = same(said.token, this.token);
      clearTimeout(this.patience);
      if (!this.isKnown) this.cutOff('A program without the token connected.');
    } else if (!this.isKnown) this.cutOff('A program asked before it sent the token.');
    else if (said.kind === 'cancel') this.turns.cancel(said.id);
    else if (this.turns.length >= MOST_WAITING) this.cutOff('A client asks more than it reads.');
    else this.turns.add(said.id, said);
  }

  private cutOff(reason: string): void {
    this.log(`The private channel was closed: ${reason}`);
    this.socket.destroy();
  }

  /** Never rejects. */
  private async serve(question: Question, signal: AbortSignal): Promise<void> {
    const { id } = question;
    try {
      const { head, columns } = await this.answer(question, signal);
      await this.send({ kind: 'answer', id, head }, columns);
    } catch (error) {
      const { code, message, data } = toResponseError(error, question.query, this.log);
      await this.send({ kind: 'failure', id, code, message, data }, {});
    }
  }

  private async answer({ query, ask, experiment }: Question, signal: AbortSignal): Promise<Answer<QueryKind>> {
    if (!isQueryKind(query)) throw new ParameterError(`There is no query ${query}.`);
    try {
      const answer = await this.answerQuery(experiment, query, checkAsk(query, ask), signal);
      const columns: readonly Column[] = Object.values(answer.columns);
      const bytes = columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
      if (bytes <= LARGEST_ANSWER) return answer;
      throw new TrimtabError(
        `This asks for ${dataSize(bytes)} of numbers at once, and at most ${dataSize(LARGEST_ANSWER)} are given; ask for fewer locations, call paths or windows.`,
      );
    } catch (error) {
      throw error instanceof QueryError ? new ParameterError(error.message) : error;
    }
  }

  /** Waits until the client has taken what was sent. */
  private async send(reply: ChannelReply, columns: Answer<QueryKind>['columns']): Promise<void> {
    const { socket } = this;
    if (socket.destroyed) return;
    const [prefix, rest] = encodeFrame({ head: reply, columns });
    socket.cork();
    socket.write(prefix);
    const isTaken = socket.write(rest);
    socket.uncork();
    if (!isTaken) await this.taken();
  }

  /** Resolves when the client has taken what was sent, or is gone. */
  private taken(): Promise<void> {
    const { socket } = this;
    return new Promise((resolve) => {
      const done = (): void => {
        socket.removeListener('drain', done);
        socket.removeListener('close', done);
        resolve();
      };
      socket.on('drain', done);
      socket.on('close', done);
    });
  }
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
