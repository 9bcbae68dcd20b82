/** The records of an event file as bytes, one event after the other, without understanding their content. */
import { elementAt } from '../../../base/elements.js';
import { byteOrderAt, CHUNK_HEADER_WIDTH } from '../byteReader.js';
import type { ChunkSource } from '../chunkSource.js';
import { byteAt, recordLength, width32, width64 } from '../compressed.js';
import { recordShapes } from '../eventRecords.js';
import type { ByteOrder } from './records.js';

const TIMESTAMP = 5;
const TIMESTAMP_WIDTH = 9;
const ATTRIBUTE_LIST = 6;
const ENTER = 12;
const LEAVE = 13;
const CONTEXT_ENTER = 66;
const CONTEXT_LEAVE = 67;

const SHAPES = recordShapes();
const isEvent = (type: number): boolean =>
  type === ENTER ||
  type === LEAVE ||
  type === CONTEXT_ENTER ||
  type === CONTEXT_LEAVE ||
  elementAt(SHAPES.kind, type) !== 0;

/** Position of an event's record, its `type`, and the start of the preceding attributes. */
export interface EventPiece {
  bytes: Uint8Array;
  type: number;
  begin: number;
  record: number;
  end: number;
  order: ByteOrder;
}

/**
 * Yields the events of a file; the same object is reused each time. Records of unknown types are skipped, as the
 * decoder does, and so is the time, which the decoder provides. Stops at damage in the file.
 */
export function* eventPieces(source: ChunkSource): Generator<EventPiece, void> {
  const piece: EventPiece = { bytes: source.bytes, type: 0, begin: 0, record: 0, end: 0, order: 'little' };
  while (source.next()) {
    const { bytes, start, end } = source;
    const order = byteOrderAt(bytes, start);
    if (order === undefined || end - start < CHUNK_HEADER_WIDTH) return;
    const isBig = order === 'big';
    piece.bytes = bytes;
    piece.order = order;
    let begin = -1;
    for (let at = start + CHUNK_HEADER_WIDTH; at < end;) {
      const type = byteAt(bytes, at);
      // The end of the chunk, and that of the file.
      if (type === 0) break;
      if (type < TIMESTAMP) return;
      const next = endOf(bytes, at, type, isBig);
      if (next > end) return;
      if (type === ATTRIBUTE_LIST) begin = at;
      else if (isEvent(type)) {
        piece.type = type;
        piece.begin = begin < 0 ? at : begin;
        piece.record = at;
        piece.end = next;
        yield piece;
        begin = -1;
      }
      at = next;
    }
  }
}

function endOf(bytes: Uint8Array, at: number, type: number, isBig: boolean): number {
  if (type === TIMESTAMP) return at + TIMESTAMP_WIDTH;
  if (type === ENTER || type === LEAVE) return at + 1 + width32(bytes, at + 1);
  if (SHAPES.single[type] === 1) return at + 1 + width64(bytes, at + 1);
  return at + (bytes[at + 1] === 0xff ? 10 : 2) + recordLength(bytes, at + 1, isBig);
}
