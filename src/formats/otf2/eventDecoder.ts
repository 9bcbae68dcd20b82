import { absent } from '../../base/elements.js';
import { NO_INDEX } from '../../model/definitions.js';
import { byteAt, compressed32, width32 } from './compressed.js';
import type { BatchBuffer } from './eventBatch.js';
import type { LocationContext } from './locationContext.js';
import { BEFORE_ALL, PlausibleTimes } from './plausibleTimes.js';
import { CUT, RecordDecoder } from './recordDecoder.js';

/** Why decoding stopped. */
export const Stop = {
  /** The batch is full; go on with the next one. */
  BatchFull: 0,
  EndOfChunk: 1,
  EndOfFile: 2,
  /** The chunk ends in the middle of a record, or without its end mark. */
  Cut: 3,
  /** A record does not match its type. */
  Damaged: 4,
  /** A moment is before the one before it, or outside the run. */
  ImplausibleTime: 5,
} as const;
export type Stop = (typeof Stop)[keyof typeof Stop];

const END_OF_FILE = 2;
const TIMESTAMP = 5;
const TIMESTAMP_WIDTH = 9;
const ATTRIBUTE_LIST = 6;
const ENTER = 12;
const LEAVE = 13;

/**
 * Decodes the records of a location's chunks into batches: one loop over bytes, no object per event. Timestamps,
 * ENTER and LEAVE are decoded here, everything else by RecordDecoder.
 */
export class EventDecoder {
  /** Position of the next record; after a stop by Cut or Damaged, that of the bad record. */
  position = 0;
  /** Events decoded so far, skipped ones included. */
  events = 0;
  readonly times: PlausibleTimes;
  readonly records: RecordDecoder;
  private now = BEFORE_ALL;
  /** Index of each region's identifier, if it is small. */
  private readonly regions: Uint32Array;

  constructor(private readonly context: LocationContext) {
    this.regions = context.regions.dense;
    this.records = new RecordDecoder(context);
    this.times = new PlausibleTimes(context.span);
  }

  /** Sets the data to decode: `bytes` from `start` to `end`, readable PADDING bytes beyond. */
  setChunk(bytes: Uint8Array, start: number, end: number, bigEndian: boolean): void {
    this.position = start;
    this.records.setChunk(bytes, end, bigEndian);
  }

  /** State required to resume from here, in addition to the position; see resume. */
  get state(): readonly [now: number, nextSite: number, most: number, held: number] {
    return [this.now, this.records.nextSite, ...this.times.state];
  }

  /** Resumes another reading of the location, once its chunk is set. */
  resume(events: number, [now = BEFORE_ALL, nextSite = 0, most = 0, held = Number.NaN]: readonly number[]): void {
    this.events = events;
    this.now = now;
    this.records.nextSite = nextSite;
    this.times.resume(most, held);
  }

  /**
   * Decodes into the free part of the batch until it is full or the chunk ends. Ticks are what `ticksSince` gives; a call
   * would allocate memory for the number it returns.
   */
  decode(batch: BatchBuffer): Stop {
    const { times, regions, context, records } = this;
    const { bytes, view, end, bigEndian } = records;
    const [high, low] = bigEndian ? [1, 5] : [5, 1];
    const { kind, time, reference, site, limit } = batch;
    const { correction, startHigh, startLow, ticksPerSecond } = context;
    let at = this.position;
    let n = batch.count;
    let now = this.now;
    let nextSite = records.nextSite;
    let stop: Stop = Stop.BatchFull;
    while (n < limit && !Number.isNaN(now)) {
      const type = byteAt(bytes, at);
      if (type === TIMESTAMP && at + TIMESTAMP_WIDTH <= end) {
        const ticks =
          (view.getUint32(at + high, !bigEndian) - startHigh) * 4_294_967_296 +
          (view.getUint32(at + low, !bigEndian) - startLow);
        const moment = (correction === undefined ? ticks : correction.correct(ticks)) / ticksPerSecond;
        now = moment >= now && moment <= times.most ? moment : times.judge(moment, now);
        at += TIMESTAMP_WIDTH;
      } else if ((type === ENTER || type === LEAVE) && at < end) {
        const next = at + 1 + width32(bytes, at + 1);
        if (next > end) {
          stop = next > end + 5 ? Stop.Damaged : Stop.Cut;
          break;
        }
        const id = compressed32(bytes, at + 1, bigEndian);
        const region = id < regions.length ? (regions[id] ?? absent(id)) : context.regions.lookup(id);
        if (region === NO_INDEX) records.undefinedRegions++;
        kind[n] = type - 11;
        time[n] = now;
        reference[n] = region;
        site[n] = type === ENTER ? nextSite : 0;
        nextSite = 0;
        n++;
        at = next;
      } else {
        if (at >= end || type <= TIMESTAMP || !batch.hasOperandRoom) {
          stop = this.stopAt(at);
          break;
        }
        time[n] = now;
        const next = type === ATTRIBUTE_LIST ? records.attributes(at) : records.record(at, batch, n);
        if (next < 0) {
          stop = next === CUT ? Stop.Cut : Stop.Damaged;
          break;
        }
        if (type !== ATTRIBUTE_LIST) n += records.emitted;
        nextSite = records.nextSite;
        at = next;
      }
    }
    if (Number.isNaN(now)) stop = Stop.ImplausibleTime;
    this.events += n - batch.count;
    batch.count = n;
    this.now = now;
    records.nextSite = nextSite;
    this.position = at;
    return stop;
  }

  private stopAt(at: number): Stop {
    const { bytes, end } = this.records;
    const type = byteAt(bytes, at);
    if (at >= end || type === TIMESTAMP) return Stop.Cut;
    if (type > TIMESTAMP) return Stop.BatchFull;
    if (type > END_OF_FILE) return Stop.Damaged; // 3 begins a chunk, 4 is no record type
    return type === END_OF_FILE ? Stop.EndOfFile : Stop.EndOfChunk;
  }
}
