/**
 * Frames: the binary form in which answers with columns of numbers travel over the private channel. A frame is the
 * length of the rest as Uint32 (little-endian), then columns as in base/columns.ts. Their header holds the content of
 * the frame (`head`, JSON) and the names, types and lengths of its columns.
 */
import * as v from 'valibot';
import { type Column, ColumnReader, type ColumnType, encodeColumns } from '../base/columns.js';

/** Content of a frame. */
export interface Frame {
  readonly head: unknown;
  readonly columns: Readonly<Record<string, Column>>;
}

/** The other side sent what is no frame; nothing after it can be read. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

const MARK = 'TTFRAME1';
const PREFIX = 4;

const size = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));
const header = v.object({
  head: v.unknown(),
  columns: v.array(
    v.object({ name: v.string(), type: v.picklist(['uint8', 'int32', 'uint32', 'float32', 'float64']), length: size }),
  ),
});

function typeOf(column: Column): ColumnType {
  if (column instanceof Float64Array) return 'float64';
  if (column instanceof Float32Array) return 'float32';
  if (column instanceof Int32Array) return 'int32';
  return column instanceof Uint32Array ? 'uint32' : 'uint8';
}

/** The bytes of a frame, in the pieces in which they are to be sent. */
export function encodeFrame({ head, columns }: Frame): [prefix: Uint8Array, rest: Uint8Array] {
  const described = Object.entries(columns).map(([name, column]) => ({
    name,
    type: typeOf(column),
    length: column.length,
  }));
  const rest = encodeColumns(MARK, { head, columns: described }, Object.values(columns));
  const prefix = new Uint8Array(PREFIX);
  new DataView(prefix.buffer).setUint32(0, rest.length, true);
  return [prefix, rest];
}

const damaged = (reason: string): FrameError => new FrameError(`A frame is damaged: ${reason}.`);

function decode(bytes: Uint8Array): Frame {
  const reader = new ColumnReader(bytes, damaged);
  if (reader.mark !== MARK) throw damaged('it does not begin as one');
  const described = v.safeParse(header, reader.header());
  if (!described.success) throw damaged(described.issues[0].message);
  const columns = described.output.columns.map(({ name, type, length }) => [name, reader[type](length)] as const);
  return { head: described.output.head, columns: Object.fromEntries(columns) };
}

/**
 * Assembles frames from the pieces in which they arrive. Each is kept in a buffer of exactly its length, of which its
 * columns are views. It can be transferred without a copy.
 */
export class FrameReader {
  private readonly prefix = new Uint8Array(PREFIX);
  private prefixFilled = 0;
  private body: Uint8Array | undefined;
  private bodyFilled = 0;

  /** @param largest bytes beyond which a frame is refused before memory is taken for it */
  constructor(private readonly largest: number) {}

  /**
   * The frames that end in a piece.
   * @throws FrameError where what came is no frame, or too large; the reader is of no use after that
   */
  *read(piece: Uint8Array): Generator<Frame> {
    let at = 0;
    while (at < piece.length) {
      at += this.body === undefined ? this.fillPrefix(piece, at) : this.fillBody(this.body, piece, at);
      if (this.body === undefined || this.bodyFilled < this.body.length) continue;
      const whole = this.body;
      this.body = undefined;
      this.prefixFilled = 0;
      yield decode(whole);
    }
  }

  private fillPrefix(piece: Uint8Array, at: number): number {
    const taken = piece.subarray(at, at + PREFIX - this.prefixFilled);
    this.prefix.set(taken, this.prefixFilled);
    this.prefixFilled += taken.length;
    if (this.prefixFilled < PREFIX) return taken.length;
    const length = new DataView(this.prefix.buffer).getUint32(0, true);
    if (length === 0) throw damaged('it is empty');
    if (length > this.largest) throw damaged(`it has ${length} bytes, and at most ${this.largest} are read`);
    this.body = new Uint8Array(length);
    this.bodyFilled = 0;
    return taken.length;
  }

  private fillBody(body: Uint8Array, piece: Uint8Array, at: number): number {
    const taken = piece.subarray(at, at + body.length - this.bodyFilled);
    body.set(taken, this.bodyFilled);
    this.bodyFilled += taken.length;
    return taken.length;
  }
}
