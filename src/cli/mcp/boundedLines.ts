/** Input of a protocol that has one message a line, without messages that are too long. */
import { Transform, type TransformCallback } from 'node:stream';

/** Bytes kept of the beginning and of the end of a message that is too long. */
const EDGE = 512;
const LINE_FEED = 0x0a;

/** Identifier of a request, as a client chose it. */
export type RequestId = string | number;

/** Passes whole lines; each chunk that is read is one. Text after the last line feed is dropped. */
export class BoundedLines extends Transform {
  private held: Buffer[] = [];
  private length = 0;
  /** The edges of the line that is being read, once it is too long. */
  private excess: { readonly head: Buffer; readonly tail: Buffer } | undefined;

  /**
   * @param limit bytes of a line
   * @param onExcess called for each longer line, with its identifier where it has one
   */
  constructor(
    private readonly limit: number,
    private readonly onExcess: (id: RequestId | undefined) => void,
  ) {
    super({ readableObjectMode: true });
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.add(chunk.subarray(from, end));
      this.endLine();
      from = end + 1;
    }
    this.add(chunk.subarray(from));
    done();
  }

  private add(piece: Buffer): void {
    this.length += piece.length;
    if (this.excess !== undefined) {
      const { head, tail } = this.excess;
      this.excess = { head, tail: Buffer.concat([tail, piece.subarray(-EDGE)]).subarray(-EDGE) };
      return;
    }
    this.held.push(piece);
    if (this.length <= this.limit) return;
    const all = Buffer.concat(this.held);
    this.excess = { head: Buffer.from(all.subarray(0, EDGE)), tail: Buffer.from(all.subarray(-EDGE)) };
    this.held = [];
  }

  private endLine(): void {
    if (this.excess === undefined) this.push(Buffer.concat([...this.held, Buffer.of(LINE_FEED)]));
    else this.onExcess(idOf(this.excess.head.toString('latin1'), this.excess.tail.toString('latin1')));
    this.excess = undefined;
    this.held = [];
    this.length = 0;
  }
}

/** The identifier where it is the first or last key of the message itself, as libraries write it. */
function idOf(head: string, tail: string): RequestId | undefined {
  const first = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[\w.:-]{1,100}")\s*,/.exec(head)?.[1];
  const last = /[,{]\s*"id"\s*:\s*(\d{1,15}|"[\w.:-]{1,100}")\s*\}\s*$/.exec(tail)?.[1];
  const text = first ?? last;
  if (text === undefined) return undefined;
  return text.startsWith('"') ? text.slice(1, -1) : Number(text);
}
