import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { absent, elementAt } from '../../../base/elements.js';
import { folderSize, readBytes, writeError, writeForPerson } from '../../../base/files/index.js';
import { EventKind, type EventBatch } from '../../../model/events.js';
import type { Trace } from '../../../model/trace.js';
import { readAnchor } from '../anchor.js';
import { ArchiveFiles, findAnchor } from '../archiveFiles.js';
import { chunksOf, type Storage } from '../chunkSource.js';
import { ChunkWriter } from './chunkWriter.js';
import { copyAnchor, copyGlobal, copyLocal, definitionFile, freeRegion } from './definitionCopy.js';
import { type EventPiece, eventPieces } from './eventPieces.js';
import { type ByteOrder, full64, packed32, recordBytes } from './records.js';

/** Consecutive events of a location that are kept; times are ticks since the start of the trace. */
export interface KeptStretch {
  /** The first, and the one behind the last; events of a location count from 0. */
  readonly from: number;
  readonly to: number;
  /** When it begins and ends, in times of the copy. */
  readonly begin: number;
  readonly end: number;
  /** Ticks by which its times are earlier in the copy. */
  readonly shift: number;
}

/** Events of an archive to keep. */
export interface KeptEvents {
  /** By location, in order. */
  readonly stretches: readonly (readonly KeptStretch[])[];
  /** By location: events within them that are omitted nevertheless, and are no beginnings or ends of regions. */
  readonly leftOut: readonly ReadonlySet<number>[];
  /** Kinds of events that are omitted everywhere. */
  readonly kinds: ReadonlySet<number>;
  /** One more property of the archive. */
  readonly property: readonly [name: string, value: string];
}

export interface CopiedArchive {
  readonly anchor: string;
  readonly events: number;
  readonly bytes: number;
}

const ENTER = 12;
const LEAVE = 13;
const CONTEXT_ENTER = 66;
const CONTEXT_LEAVE = 67;
const BUFFER_FLUSH = 10;

/**
 * Writes an archive with some events of another one. Between two stretches, open regions stay open. The time up to the
 * next stretch is spent in the region "MEASUREMENT OFF", the convention of measurement systems.
 * @param path the anchor of the archive, or the folder of one
 * @param folder destination of the copy; it must not exist
 * @param trace the archive's events, with the times of the copy except for shifts
 * @throws TrimtabError if it cannot be read or written; nothing is left behind then
 */
export function copyArchive(path: string, folder: string, trace: Trace, kept: KeptEvents): CopiedArchive {
  const files = new ArchiveFiles(findAnchor(path));
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder);
  } catch (error) {
    throw writeError(folder, error);
  }
  try {
    return copyInto(files, folder, trace, kept);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function copyInto(files: ArchiveFiles, folder: string, trace: Trace, kept: KeptEvents): CopiedArchive {
  const anchor = readAnchor(files.anchor);
  const { definitionChunkSize, eventChunkSize, compressed } = anchor;
  const { locations } = trace.definitions;
  const locals = locations.filter(({ id }) => files.hasLocalDefinitions(id));
  const local = (id: string) => definitionFile(files.localDefinitions(id), definitionChunkSize, compressed);
  const global = definitionFile(files.globalDefinitions, definitionChunkSize, compressed);
  const offRegion = freeRegion(
    global,
    locals.map(({ id }) => local(id)),
  );
  const name = basename(files.anchor);
  const stem = join(folder, basename(files.folder));
  mkdirSync(stem);
  const events = new Map<string, number>();
  let last = 0;
  for (const [location, { id }] of locations.entries()) {
    if (!files.hasEvents(id)) continue;
    const copied = new LocationCopy(trace, location, kept, offRegion);
    const storage = { chunkSize: eventChunkSize, compressed };
    events.set(id, copied.write(files, id, join(stem, `${id}.evt`), storage));
    last = Math.max(last, copied.last);
  }
  for (const { id } of locals) copyLocal(local(id), join(stem, `${id}.def`));
  const traceLength = BigInt(Math.max(last, 1));
  const count = copyGlobal(global, `${stem}.def`, { events, traceLength, offRegion });
  const anchorBytes = copyAnchor(readBytes(files.anchor, { limit: 64 << 20 }), count, kept.property);
  writeForPerson(join(folder, name), anchorBytes);
  const all = [...events.values()].reduce((sum, count) => sum + count, 0);
  return { anchor: join(folder, name), events: all, bytes: folderSize(folder) };
}

/** One decoded event, next to its bytes. */
interface Decoded {
  batch: EventBatch;
  at: number;
}

class LocationCopy {
  /** Ticks since the start, of the last event written. */
  last = 0;
  private depth = 0;
  private writer: ChunkWriter | undefined;
  private readonly start: bigint;
  private readonly ticksPerSecond: number;

  constructor(
    private readonly trace: Trace,
    private readonly location: number,
    private readonly kept: KeptEvents,
    private readonly offRegion: number,
  ) {
    const { globalOffset, ticksPerSecond } = trace.definitions.clock;
    this.start = globalOffset;
    this.ticksPerSecond = Number(ticksPerSecond);
  }

  /** @returns events that were written */
  write(files: ArchiveFiles, id: string, to: string, storage: Storage): number {
    const source = chunksOf(files.openEvents(id), storage, (length) => new Uint8Array(length));
    try {
      const decoded = decodedOf(this.trace, this.location);
      const stretches = elementAt(this.kept.stretches, this.location);
      const leftOut = elementAt(this.kept.leftOut, this.location);
      let [ordinal, stretch] = [0, 0];
      for (const piece of eventPieces(source)) {
        const { done, value: event } = decoded.next();
        if (done === true) break;
        this.writer ??= new ChunkWriter(to, storage.chunkSize, piece.order);
        while (stretch < stretches.length && ordinal >= elementAt(stretches, stretch).to) {
          this.pause(elementAt(stretches, stretch), stretches[stretch + 1], piece.order);
          stretch++;
        }
        const own = stretches[stretch];
        if (own === undefined) break;
        if (ordinal >= own.from && !leftOut.has(ordinal)) this.copy(piece, event, own.shift);
        ordinal++;
      }
      this.writer ??= new ChunkWriter(to, storage.chunkSize, 'little');
      const { writer } = this;
      this.writer = undefined;
      return writer.close();
    } finally {
      this.writer?.abandon();
      source.close();
    }
  }

  /** The time between two stretches, where regions are open. */
  private pause({ end }: KeptStretch, next: KeptStretch | undefined, order: ByteOrder): void {
    if (next === undefined || this.depth === 0) return;
    const region = packed32(this.offRegion, order);
    this.put(end, Uint8Array.from([ENTER, ...region]));
    this.put(next.begin, Uint8Array.from([LEAVE, ...region]));
  }

  private copy({ bytes, type, begin, end, order }: EventPiece, { batch, at }: Decoded, shift: number): void {
    if (this.kept.kinds.has(batch.kind[at] ?? absent(at))) return;
    if (type === ENTER || type === CONTEXT_ENTER) this.depth++;
    else if (type === LEAVE || type === CONTEXT_LEAVE) this.depth--;
    const time = this.ticks(batch.time[at] ?? absent(at)) - shift;
    const isFlush = type === BUFFER_FLUSH && batch.kind[at] === EventKind.BufferFlush;
    this.put(time, isFlush ? this.flush(batch, at, shift, order) : bytes.slice(begin, end));
  }

  /** A record that contains a second time. */
  private flush(batch: EventBatch, at: number, shift: number, order: ByteOrder): Uint8Array {
    const operand = batch.reference[at] ?? absent(at);
    const until = this.start + BigInt(this.ticks(batch.operands[operand] ?? absent(operand)) - shift);
    return recordBytes(BUFFER_FLUSH, full64(until, order), order);
  }

  private put(time: number, piece: Uint8Array): void {
    this.last = Math.max(this.last, time);
    this.writer?.event(this.start + BigInt(this.last), piece);
  }

  private ticks(seconds: number): number {
    return Math.round(seconds * this.ticksPerSecond);
  }
}

function* decodedOf(trace: Trace, location: number): Generator<Decoded, void> {
  for (const batch of trace.batches(location)) for (let at = 0; at < batch.count; at++) yield { batch, at };
}
