import { errorCode, readBytes } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { ByteReader, CHUNK_HEADER_WIDTH, DamagedRecord, readHeader } from './byteReader.js';

/** Content of the anchor file (`*.otf2`) about its archive. */
export interface Anchor {
  /** Version of the library that wrote it, such as `3.0.2`. */
  readonly version: string;
  /** Size of the chunks of the event files, in bytes. */
  readonly eventChunkSize: number;
  /** Size of the chunks of the definition files, in bytes. */
  readonly definitionChunkSize: number;
  readonly compressed: boolean;
  readonly locationCount: bigint;
  readonly machine: string;
  readonly creator: string;
  readonly description: string;
  readonly properties: ReadonlyMap<string, string>;
}

const MARK = 'OTF2';
const POSIX = 1;
const SION = 2;
const NONE = 3;
const ZLIB = 2;
const UNCOMPRESSED = 1;
/** Bytes; an anchor holds a few texts. */
const LARGEST_ANCHOR = 64 << 20;
/** OTF2 itself allows 16 MiB. */
const LARGEST_CHUNK = 64 << 20;
const NEWEST_TRACE_FORMAT = 2;

/**
 * Reads an anchor file.
 * @throws TrimtabError when it cannot be read, is damaged, or names a container this reader does not know (SION)
 */
export function readAnchor(path: string): Anchor {
  let bytes: Uint8Array;
  try {
    bytes = readBytes(path, { limit: LARGEST_ANCHOR });
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT' && errorCode(cause) !== 'EACCES') throw cause;
    throw new TrimtabError(`The trace ${path} cannot be read; check that the file exists and may be read.`, { cause });
  }
  try {
    return parseAnchor(path, new ByteReader(bytes));
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error;
    throw new TrimtabError(
      `The trace ${path} is damaged: its anchor file ${error.message}; copy it again or repeat the measurement.`,
      { cause: error },
    );
  }
}

/** Whether a file begins as an anchor does. */
export function isAnchor(head: Uint8Array): boolean {
  const reader = new ByteReader(head);
  try {
    readHeader(reader);
    return reader.string() === MARK;
  } catch (error) {
    if (error instanceof DamagedRecord) return false;
    throw error;
  }
}

function parseAnchor(path: string, reader: ByteReader): Anchor {
  readHeader(reader);
  if (reader.string() !== MARK) throw new DamagedRecord('does not carry the mark "OTF2"');
  const anchorFormat = reader.uint8();
  const traceFormat = reader.uint8();
  if (traceFormat > NEWEST_TRACE_FORMAT) {
    throw new TrimtabError(
      `The trace ${path} has trace format ${traceFormat}, which is unknown here; convert it with OTF2 3.1 or older.`,
    );
  }
  const version = `${reader.uint8()}.${reader.uint8()}.${reader.uint8()}`;
  const eventChunkSize = chunkSize(reader);
  const definitionChunkSize = chunkSize(reader);
  checkSubstrate(path, reader.uint8());
  const compressed = readCompression(reader.uint8());
  const locationCount = reader.full64();
  reader.take(8); // Number of global definitions: known from the definitions themselves.
  const [machine, creator, description] = [reader.string(), reader.string(), reader.string()];
  const properties = anchorFormat > 1 ? readProperties(reader) : new Map<string, string>();
  return {
    version,
    eventChunkSize,
    definitionChunkSize,
    compressed,
    locationCount,
    machine,
    creator,
    description,
    properties,
  };
}

function chunkSize(reader: ByteReader): number {
  const size = Number(reader.full64());
  if (size <= CHUNK_HEADER_WIDTH || size > LARGEST_CHUNK) {
    throw new DamagedRecord(`names an impossible chunk size of ${size} bytes`);
  }
  return size;
}

function checkSubstrate(path: string, substrate: number): void {
  if (substrate === SION) {
    throw new TrimtabError(
      `The trace ${path} is kept in a SION container, which Trimtab cannot read; ` +
        'measure again with SCOREP_TRACING_USE_SION=false, or convert it to separate files with libotf2.',
    );
  }
  if (substrate !== POSIX && substrate !== NONE) throw new DamagedRecord(`names an unknown container (${substrate})`);
}

function readCompression(compression: number): boolean {
  if (compression !== UNCOMPRESSED && compression !== ZLIB) {
    throw new DamagedRecord(`names an unknown compression (${compression})`);
  }
  return compression === ZLIB;
}

function readProperties(reader: ByteReader): Map<string, string> {
  const properties = new Map<string, string>();
  const count = reader.full32();
  for (let i = 0; i < count; i++) properties.set(reader.string(), reader.string());
  return properties;
}
