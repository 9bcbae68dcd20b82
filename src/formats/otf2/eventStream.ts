import type { EventBatch } from '../../model/events.js';
import { byteOrderAt, CHUNK_HEADER_WIDTH, DamagedRecord } from './byteReader.js';
import type { ChunkSource } from './chunkSource.js';
import type { BatchBuffer } from './eventBatch.js';
import type { EventDecoder } from './eventDecoder.js';
import { Stop } from './eventDecoder.js';

/** How an event file ended: as it should, too early, or in bytes that make no sense. */
export interface Ending {
  readonly state: 'complete' | 'cut' | 'damaged';
  /** Byte position in the file. */
  readonly byte: number;
  /** Message of the file system or the decompression, if that was the reason. */
  readonly reason?: string;
}

/**
 * Decodes all chunks of a location, yielding the batch each time it is full and once at the end. Stops at the first
 * damage: behind it, calls and returns would no longer fit together. Returns how the file ended.
 * @param skip bytes of the first chunk that were decoded before
 */
export function* streamEvents(
  source: ChunkSource,
  decoder: EventDecoder,
  batch: BatchBuffer,
  skip = 0,
): Generator<EventBatch, Ending> {
  batch.clear();
  for (let skipped = skip; ; skipped = 0) {
    const opened = openNextChunk(source, decoder);
    if (opened !== undefined) {
      if (batch.count > 0) yield batch;
      return opened;
    }
    if (skipped > 0) decoder.position = source.start + skipped;
    let stop = decoder.decode(batch);
    while (stop === Stop.BatchFull) {
      yield batch;
      batch.clear();
      stop = decoder.decode(batch);
    }
    if (stop !== Stop.EndOfChunk) {
      if (batch.count > 0) yield batch;
      return endingOf(stop, decoder, source.filePosition + decoder.position - source.start);
    }
  }
}

function endingOf(stop: Stop, { times }: EventDecoder, byte: number): Ending {
  if (stop === Stop.ImplausibleTime || (stop === Stop.EndOfFile && times.isInDoubt))
    return { state: 'damaged', byte, reason: 'gives a moment there that is outside the run or before the last one' };
  if (stop === Stop.EndOfFile) return { state: 'complete', byte };
  return { state: stop === Stop.Cut ? 'cut' : 'damaged', byte };
}

/** Goes to the next chunk and reads its header; returns the ending when there is none that can be read. */
function openNextChunk(source: ChunkSource, decoder: EventDecoder): Ending | undefined {
  try {
    if (!source.next()) return { state: 'cut', byte: source.filePosition };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const state = error instanceof DamagedRecord ? 'damaged' : 'cut';
    return { state, byte: source.filePosition, reason: error.message };
  }
  const { bytes, start, end } = source;
  if (end - start < CHUNK_HEADER_WIDTH) return { state: 'cut', byte: source.filePosition };
  const order = byteOrderAt(bytes, start);
  if (order === undefined) return { state: 'damaged', byte: source.filePosition };
  decoder.setChunk(bytes, start + CHUNK_HEADER_WIDTH, end, order === 'big');
  return undefined;
}
