/** Sums of messages by the rows and columns of a picture in which they are sent and received. */
import { absent, addAt, elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { Window } from './largest.js';

/** Bundles of an answer: more lines hide each other. */
export const MOST_BUNDLES = 8192;
/** Bundles that are held while messages are read; with more, columns become wider. */
const MOST_HELD = 1 << 16;
/** Pairs of rows that are held where there is one column. */
const MOST_PAIRS = 1 << 17;

/** A message between rows; times in seconds, bytes NaN where they are not known. */
export interface BundledMessage {
  readonly sender: number;
  readonly receiver: number;
  readonly send: number;
  readonly receive: number;
  readonly bytes: number;
  readonly waiting: number;
}

/** Sums by bundle: how many messages, bytes, seconds of waiting, and times since the start of the window. */
interface BundleSums {
  readonly count: number[];
  readonly bytes: number[];
  readonly waiting: number[];
  readonly send: number[];
  readonly receive: number[];
}

const noSums = (): BundleSums => ({ count: [], bytes: [], waiting: [], send: [], receive: [] });

export class MessageBundles {
  private readonly rows: number;
  private bundles = new Map<number, number>();
  private sums = noSums();

  /** @param rows how many rows messages are between @param columns into which the window is divided */
  constructor(
    private readonly window: Window,
    rows: number,
    private columns: number,
  ) {
    this.rows = Math.max(1, rows);
    // Keys have to be exact numbers.
    while (this.columns > 1 && (this.rows * this.sides) ** 2 > Number.MAX_SAFE_INTEGER)
      this.columns = Math.ceil(this.columns / 2);
  }

  /** @throws TrimtabError where there are too many pairs of rows */
  add({ sender, receiver, send, receive, bytes, waiting }: BundledMessage): void {
    const pair = sender * this.rows + receiver;
    const key = keyOf(this.sides, pair, this.columnAt(send), this.columnAt(receive));
    const { sums, window } = this;
    const row = rowFor(this.bundles, sums, key);
    // Not addAt, which is slower: there are millions of messages.
    sums.count[row] = (sums.count[row] ?? absent(row)) + 1;
    sums.bytes[row] = (sums.bytes[row] ?? absent(row)) + bytes;
    sums.waiting[row] = (sums.waiting[row] ?? absent(row)) + waiting;
    sums.send[row] = (sums.send[row] ?? absent(row)) + send - window.from;
    sums.receive[row] = (sums.receive[row] ?? absent(row)) + receive - window.from;
    if (this.bundles.size <= MOST_HELD) return;
    if (this.columns > 1) this.widen();
    else if (this.bundles.size > MOST_PAIRS)
      throw new TrimtabError('Messages are exchanged by too many pairs of rows to be drawn; group the rows.');
  }

  /** At most so many bundles, the one with the most messages first, and how many messages are in others. */
  finish(most = MOST_BUNDLES) {
    while (this.bundles.size > most && this.columns > 1) this.widen();
    const { sums, window, rows, sides } = this;
    const ordered = [...this.bundles].sort(
      ([a, one], [b, other]) => elementAt(sums.count, other) - elementAt(sums.count, one) || a - b,
    );
    const kept = ordered.slice(0, most);
    const column = (name: keyof BundleSums): Float64Array =>
      Float64Array.from(kept, ([, at]) => elementAt(sums[name], at));
    const count = column('count');
    const mean = (times: Float64Array): Float64Array =>
      times.map((sum, at) => window.from + sum / elementAt(count, at));
    const pairs = kept.map(([key]) => Math.floor(key / sides ** 2));
    return {
      columns: this.columns,
      omitted: ordered.slice(most).reduce((sum, [, at]) => sum + elementAt(sums.count, at), 0),
      bundles: {
        sender: Uint32Array.from(pairs, (pair) => Math.floor(pair / rows)),
        receiver: Uint32Array.from(pairs, (pair) => pair % rows),
        ...{ count, bytes: column('bytes'), waiting: column('waiting') },
        send: mean(column('send')),
        receive: mean(column('receive')),
      },
    };
  }

  /** Columns of the window, and one before and one after it. */
  private get sides(): number {
    return this.columns + 2;
  }

  private columnAt(time: number): number {
    const { from, to } = this.window;
    if (time < from) return 0;
    if (time >= to) return this.columns + 1;
    // Rounding may lead to the column after the last one.
    return 1 + Math.min(this.columns - 1, Math.floor(((time - from) / (to - from)) * this.columns));
  }

  /** Two columns become one. */
  private widen(): void {
    const { bundles: before, sums: old, sides, columns } = this;
    this.columns = Math.ceil(columns / 2);
    const wider = (column: number): number => {
      if (column === 0) return 0;
      return column > columns ? this.columns + 1 : 1 + Math.floor((column - 1) / 2);
    };
    this.bundles = new Map();
    this.sums = noSums();
    for (const [key, at] of before) {
      const [pair, send, receive] = [Math.floor(key / sides ** 2), Math.floor(key / sides) % sides, key % sides];
      const row = rowFor(this.bundles, this.sums, keyOf(this.sides, pair, wider(send), wider(receive)));
      for (const name of ['count', 'bytes', 'waiting', 'send', 'receive'] as const)
        addAt(this.sums[name], row, elementAt(old[name], at));
    }
  }
}

const keyOf = (sides: number, pair: number, send: number, receive: number): number =>
  (pair * sides + send) * sides + receive;

/** The row of a bundle in the sums, which is made where there is none. */
function rowFor(bundles: Map<number, number>, sums: BundleSums, key: number): number {
  const known = bundles.get(key);
  if (known !== undefined) return known;
  const row = bundles.size;
  bundles.set(key, row);
  for (const sum of [sums.count, sums.bytes, sums.waiting, sums.send, sums.receive]) sum.push(0);
  return row;
}
