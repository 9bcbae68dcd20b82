import { type OpenFile, UnreadableFile } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { byteOrderAt, ByteReader, CHUNK_HEADER_WIDTH, DamagedRecord } from './byteReader.js';
import { type ChunkSource, chunksOf, type Storage } from './chunkSource.js';

/** A file of global or local definitions and how it is stored. */
export interface DefinitionFile {
  readonly path: string;
  readonly storage: Storage;
  /** Opens it. @throws UnreadableFile */
  open(): OpenFile;
}

/** Problems of a definition file. */
export interface RecordNotes {
  /** Records whose content did not match their type; each was skipped. */
  readonly damagedRecords: number;
  /** Why reading stopped before the end mark, or undefined when all was read. */
  readonly endsEarly: string | undefined;
}

/** Gets each record's type and a reader that cannot leave the record. */
export type RecordVisitor = (type: number, record: ByteReader) => void;

const END_OF_CHUNK = 0;
const END_OF_BUFFER = 1;
const END_OF_FILE = 2;

/**
 * Visits the records of a definition file up to its end mark. A record that `visit` finds damaged is counted and
 * skipped by its length. If that is impossible, reading stops and `endsEarly` contains the reason.
 * @throws TrimtabError when the file cannot be read at all
 */
export function forEachRecord(file: DefinitionFile, visit: RecordVisitor): RecordNotes {
  let damagedRecords = 0;
  const countDamage: RecordVisitor = (type, record) => {
    try {
      visit(type, record);
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      damagedRecords++;
    }
  };
  try {
    const source = chunksOf(file.open(), file.storage, (length) => new Uint8Array(length));
    try {
      while (source.next()) {
        if (visitChunk(source, countDamage)) return { damagedRecords, endsEarly: undefined };
      }
      return { damagedRecords, endsEarly: `ends after ${source.filePosition} bytes` };
    } finally {
      source.close();
    }
  } catch (error) {
    if (error instanceof DamagedRecord) return { damagedRecords, endsEarly: error.message };
    throw unreadable(file.path, error);
  }
}

function unreadable(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !('code' in cause)) return cause;
  const reason = cause instanceof UnreadableFile ? cause.reason : cause.message;
  return new TrimtabError(
    `The definitions ${path} of the trace cannot be read (${reason}); copy the trace again with all its files.`,
    { cause },
  );
}

/** Visits the records of the current chunk; returns whether the file's end mark was met. */
function visitChunk(source: ChunkSource, visit: RecordVisitor): boolean {
  const order = byteOrderAt(source.bytes, source.start);
  if (order === undefined || source.end - source.start < CHUNK_HEADER_WIDTH) {
    throw new DamagedRecord(`has no header at byte ${source.filePosition}`);
  }
  const reader = new ByteReader(source.bytes, source.start + CHUNK_HEADER_WIDTH, source.end, order === 'big');
  for (;;) {
    const type = reader.uint8();
    if (type === END_OF_FILE || type === END_OF_BUFFER) return true;
    if (type === END_OF_CHUNK) return false;
    const length = reader.recordLength();
    const record = new ByteReader(reader.bytes, reader.position, reader.position + length, reader.bigEndian);
    visit(type, record);
    reader.take(length);
  }
}
