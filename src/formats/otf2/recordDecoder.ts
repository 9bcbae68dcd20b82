import { absent } from '../../base/elements.js';
import { NO_INDEX } from '../../model/definitions.js';
import { EventKind } from '../../model/events.js';
import {
  byteAt,
  compressed32,
  compressed64,
  compressedFloat64,
  compressedSigned64,
  recordLength,
  ticksSince,
  width32,
  width64,
} from './compressed.js';
import type { BatchBuffer } from './eventBatch.js';
import { Field, FIELDS_AT_MOST, recordShapes } from './eventRecords.js';
import type { LocationContext } from './locationContext.js';

/** Returned instead of a position when the record goes beyond the end of the data. */
export const CUT = -1;
/** Returned instead of a position when the record does not match its type. */
export const DAMAGED = -2;

const CALLING_CONTEXT_ENTER = 66;
const CALLING_CONTEXT_LEAVE = 67;
const CALLING_CONTEXT_SAMPLE = 68;
const TYPE_INT64 = 8;
const TYPE_DOUBLE = 10;
const TYPE_SOURCE_CODE_LOCATION = 20;

const SHAPES = recordShapes();
/** Bytes that an attribute's value takes, by its type; 0 for compressed numbers, which all later types are. */
const ATTRIBUTE_WIDTH = Uint8Array.of(0, 1, 2, 0, 0, 1, 2, 0, 0, 4, 8);

/** Decodes, by the table of eventRecords.ts, the records that the loop of EventDecoder does not know itself. */
export class RecordDecoder {
  /** Call site of the next event plus one, from the attribute list in front of it; 0 where there is none. */
  nextSite = 0;
  /** 1 when the last record became an event, 0 when it was skipped. */
  emitted = 0;
  /** Records of unknown type that were skipped by their length. */
  unknownRecords = 0;
  undefinedRegions = 0;
  undefinedCommunicators = 0;
  bytes: Uint8Array = new Uint8Array(0);
  /** Of the same bytes. */
  view = new DataView(this.bytes.buffer);
  end = 0;
  bigEndian = false;

  /** Index of each communicator's identifier, if it is small. */
  private readonly communicators: Uint32Array;

  constructor(private readonly context: LocationContext) {
    this.communicators = context.communicators.dense;
  }

  /** Sets the data to decode, which ends at `end`. */
  setChunk(bytes: Uint8Array, end: number, bigEndian: boolean): void {
    if (bytes !== this.bytes) this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.bytes = bytes;
    this.end = end;
    this.bigEndian = bigEndian;
  }

  /** Seconds since the trace's start of the eight bytes of ticks at `at`. */
  seconds(at: number): number {
    const { context } = this;
    const ticks = ticksSince(this.bytes, at, this.bigEndian, context.startHigh, context.startLow);
    return (context.correction === undefined ? ticks : context.correction.correct(ticks)) / context.ticksPerSecond;
  }

  /** Reads an attribute list for the call site it may hold. Returns where the next record begins, CUT or DAMAGED. */
  attributes(start: number): number {
    const { bytes, bigEndian, context } = this;
    this.nextSite = 0;
    let at = start + 1 + (bytes[start + 1] === 0xff ? 9 : 1);
    const end = at + recordLength(bytes, start + 1, bigEndian);
    if (end > this.end) return CUT;
    const count = compressed32(bytes, at, bigEndian);
    at += width32(bytes, at);
    for (let i = 0; i < count && at < end; i++) {
      const id = compressed32(bytes, at, bigEndian);
      at += width32(bytes, at);
      if (at >= end) return DAMAGED;
      const type = byteAt(bytes, at++);
      if (type === TYPE_SOURCE_CODE_LOCATION && context.callSiteAttributes.lookup(id) !== NO_INDEX) {
        // NO_INDEX plus one wraps to 0, "unknown".
        this.nextSite = (context.sourceCodeLocations.lookup(compressed32(bytes, at, bigEndian)) + 1) >>> 0;
      }
      const width = ATTRIBUTE_WIDTH[type] ?? 0;
      at += width === 0 ? width64(bytes, at) : width;
      if (at > end) return DAMAGED;
    }
    return end;
  }

  /**
   * Decodes the record at `start` into entry `n` of the batch, which has its time already: to hand it on would allocate
   * memory for each record. Returns where the next record begins, CUT or DAMAGED.
   */
  record(start: number, batch: BatchBuffer, n: number): number {
    const { bytes, bigEndian } = this;
    const type = byteAt(bytes, start);
    let at = start + 1;
    let end: number;
    if (SHAPES.single[type] === 1) {
      end = at + width64(bytes, at);
      if (end - at > 9) return DAMAGED;
    } else {
      end = at + (bytes[at] === 0xff ? 9 : 1) + recordLength(bytes, at, bigEndian);
      at += bytes[at] === 0xff ? 9 : 1;
    }
    if (end > this.end) return CUT;
    const fits = this.content(type, at, end, batch, n);
    if (!fits) return DAMAGED;
    this.nextSite = 0;
    return end;
  }

  private content(type: number, at: number, end: number, batch: BatchBuffer, n: number): boolean {
    this.emitted = 1;
    batch.site[n] = 0;
    if (type === CALLING_CONTEXT_ENTER || type === CALLING_CONTEXT_LEAVE) {
      return this.callingContext(type, at, end, batch, n);
    }
    const kind = SHAPES.kind[type] ?? absent(type);
    if (kind === 0) {
      this.emitted = 0;
      this.unknownRecords++;
      return true;
    }
    batch.kind[n] = kind;
    batch.reference[n] = batch.operandCount;
    const tailAt = this.fields(type, at, end, batch);
    if (tailAt < 0) return false;
    if (type === CALLING_CONTEXT_SAMPLE) this.sampledRegion(batch);
    if (SHAPES.hasTail[type] === 0) batch.operandCount += SHAPES.operandCount[type] ?? absent(type);
    else if (!this.typedValues(tailAt, end, batch)) return false;
    return true;
  }

  /** Decodes a record's fields into the operands behind `operandCount`; returns where they end, or DAMAGED. */
  private fields(type: number, start: number, end: number, batch: BatchBuffer): number {
    const { bytes, bigEndian } = this;
    const { operands, operandCount: base } = batch;
    const first = type * FIELDS_AT_MOST;
    const last = first + (SHAPES.fieldCount[type] ?? absent(type));
    if (SHAPES.implied[type] !== 0) operands[base] = SHAPES.implied[type] ?? absent(type);
    let at = start;
    for (let i = first; i < last; i++) {
      const slot = base + (SHAPES.slot[i] ?? absent(i));
      const field = SHAPES.field[i] ?? absent(i);
      if (field === Field.u32) {
        operands[slot] = compressed32(bytes, at, bigEndian);
        at += width32(bytes, at);
      } else if (field === Field.u64) {
        operands[slot] = compressed64(bytes, at, bigEndian);
        at += width64(bytes, at);
      } else if (field === Field.communicator) {
        operands[slot] = this.communicator(compressed32(bytes, at, bigEndian));
        at += width32(bytes, at);
      } else if (field === Field.u8) {
        operands[slot] = byteAt(bytes, at);
        at += 1;
      } else {
        operands[slot] = this.rareField(field, at);
        at += field === Field.time ? 8 : width64(bytes, at);
      }
      if (at > end) return DAMAGED;
    }
    return at;
  }

  private rareField(field: number, at: number): number {
    if (field === Field.i64) return compressedSigned64(this.bytes, at, this.bigEndian);
    if (field === Field.time) return this.seconds(at);
    const id = compressed32(this.bytes, at, this.bigEndian);
    return this.context.idMaps.get(field - Field.reference)?.get(id) ?? id;
  }

  private communicator(id: number): number {
    const { communicators } = this;
    const index = id < communicators.length ? (communicators[id] ?? absent(id)) : this.context.communicators.lookup(id);
    if (index === NO_INDEX) this.undefinedCommunicators++;
    return index;
  }

  /** The values of a metric event: for each a type byte and the value, compressed like an integer. */
  private typedValues(start: number, end: number, batch: BatchBuffer): boolean {
    const { bytes, bigEndian } = this;
    const count = batch.operands[batch.operandCount + 1] ?? absent(batch.operandCount + 1);
    let slot = batch.operandCount + 2;
    let at = start;
    for (let i = 0; i < count; i++) {
      const type = byteAt(bytes, at++);
      if (at > end) return false;
      if (type === TYPE_DOUBLE) batch.operands[slot++] = compressedFloat64(bytes, at, bigEndian);
      else if (type === TYPE_INT64) batch.operands[slot++] = compressedSigned64(bytes, at, bigEndian);
      else batch.operands[slot++] = compressed64(bytes, at, bigEndian);
      at += width64(bytes, at);
      if (at > end) return false;
    }
    batch.operandCount = slot;
    return true;
  }

  /** ENTER and LEAVE of traces that identify regions by their calling context. */
  private callingContext(type: number, at: number, end: number, batch: BatchBuffer, n: number): boolean {
    const { bytes, bigEndian, context } = this;
    if (at + width32(bytes, at) > end) return false;
    const index = context.callingContexts.lookup(compressed32(bytes, at, bigEndian));
    const known = index !== NO_INDEX;
    batch.kind[n] = type === CALLING_CONTEXT_ENTER ? EventKind.Enter : EventKind.Leave;
    batch.reference[n] = known ? (context.contextRegion[index] ?? absent(index)) : NO_INDEX;
    if (type === CALLING_CONTEXT_ENTER && known) batch.site[n] = context.contextSite[index] ?? absent(index);
    if (batch.reference[n] === NO_INDEX) this.undefinedRegions++;
    return true;
  }

  /** Fills the first operand of a sample with the region of its calling context. */
  private sampledRegion(batch: BatchBuffer): void {
    const { operands, operandCount: base } = batch;
    const index = this.context.callingContexts.lookupGlobal(operands[base + 1] ?? absent(base + 1));
    operands[base] = index === NO_INDEX ? NO_INDEX : (this.context.contextRegion[index] ?? absent(index));
  }
}
