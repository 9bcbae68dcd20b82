/** Copies of definition files, record by record, with the changes needed for a copy of some events. */
import { openRegular } from '../../../base/files/index.js';
import { TrimtabError } from '../../../base/problem.js';
import { PARADIGMS, REGION_ROLES } from '../../../model/definitions.js';
import type { ByteReader } from '../byteReader.js';
import { type DefinitionFile, forEachRecord } from '../definitionFile.js';
import { MappingType, readIdMap } from '../idTables.js';
import { ChunkWriter } from './chunkWriter.js';
import { type ByteOrder, packed32, packed64, recordBytes, textBytes } from './records.js';

const CLOCK = 5;
const STRING = 10;
const LOCATION = 14;
const REGION = 15;
const MAPPING_TABLE = 5;
const CLOCK_OFFSET = 6;
const UNDEFINED_ID = 0xffff_ffff;

/** The region with which measurement systems mark that nothing is recorded. */
export const MEASUREMENT_OFF = 'MEASUREMENT OFF';

/** Changed definitions of a copy. */
export interface ChangedDefinitions {
  /** By identifier of a location: its events. */
  readonly events: ReadonlyMap<string, number>;
  /** Ticks from the start to the end of the trace. */
  readonly traceLength: bigint;
  /** Identifier of the region in which nothing was recorded; it is defined where no other one has it. */
  readonly offRegion: number;
}

const contentOf = (record: ByteReader): Uint8Array => record.bytes.slice(record.position, record.end);
const orderOf = (record: ByteReader): ByteOrder => (record.bigEndian ? 'big' : 'little');

/** The order of a file's first record. */
function orderIn(file: DefinitionFile): ByteOrder {
  const orders: ByteOrder[] = [];
  forEachRecord(file, (_, record) => {
    if (orders.length === 0) orders.push(orderOf(record));
  });
  return orders[0] ?? 'little';
}

export const definitionFile = (path: string, chunkSize: number, compressed: boolean): DefinitionFile => ({
  path,
  storage: { chunkSize, compressed },
  open: () => openRegular(path),
});

/** An identifier that no region of the archive has, and no location's table maps to another one. */
export function freeRegion(global: DefinitionFile, local: readonly DefinitionFile[]): number {
  let most = -1;
  const see = (id: number): void => {
    if (id !== UNDEFINED_ID) most = Math.max(most, id);
  };
  forEachRecord(global, (type, record) => {
    if (type === REGION) see(record.uint32());
  });
  for (const file of local)
    forEachRecord(file, (type, record) => {
      if (type === MAPPING_TABLE && record.uint8() === MappingType.region)
        for (const [own, id] of readIdMap(record)) [own, id].forEach(see);
    });
  return most + 1;
}

/** Copies global definitions. @returns how many there are then @throws TrimtabError where they are damaged */
export function copyGlobal(file: DefinitionFile, to: string, changed: ChangedDefinitions): number {
  let names = -1;
  forEachRecord(file, (type, record) => {
    if (type === STRING) names = Math.max(names, record.uint32());
  });
  const name = names + 1;
  const order = orderIn(file);
  const off = offDefinitions(name, changed.offRegion, order);
  return copy(
    file,
    to,
    order,
    function* (type, record) {
      if (type === LOCATION) yield location(record, changed.events);
      else if (type === CLOCK) yield clock(record, changed.traceLength);
      else yield recordBytes(type, contentOf(record), orderOf(record));
    },
    off,
  );
}

/** Copies a location's definitions, without corrections of its clock: times of the copy are corrected. */
export function copyLocal(file: DefinitionFile, to: string): void {
  const order = orderIn(file);
  copy(file, to, order, function* (type, record) {
    if (type !== CLOCK_OFFSET) yield recordBytes(type, contentOf(record), orderOf(record));
  });
}

function copy(
  file: DefinitionFile,
  to: string,
  order: ByteOrder,
  recordsOf: (type: number, record: ByteReader) => Iterable<Uint8Array>,
  more: readonly Uint8Array[] = [],
): number {
  const writer = new ChunkWriter(to, file.storage.chunkSize, order);
  let [isDone, count] = [false, 0];
  const add = (bytes: Uint8Array): void => {
    writer.add(bytes);
    count++;
  };
  try {
    const { endsEarly, damagedRecords } = forEachRecord(file, (type, record) => {
      if (orderOf(record) !== order) throw new TrimtabError(`${file.path} has chunks of two byte orders.`);
      for (const bytes of recordsOf(type, record)) add(bytes);
    });
    if (endsEarly !== undefined || damagedRecords > 0)
      throw new TrimtabError(`The definitions ${file.path} are damaged, so that no copy of the trace can be made.`);
    for (const bytes of more) add(bytes);
    isDone = true;
    return count;
  } finally {
    if (isDone) writer.close();
    else writer.abandon();
  }
}

function location(record: ByteReader, events: ReadonlyMap<string, number>): Uint8Array {
  const order = orderOf(record);
  const [id, name, type, before] = [record.uint64(), record.uint32(), record.uint8(), record.uint64()];
  const count = events.get(id.toString());
  return recordBytes(
    LOCATION,
    [
      ...packed64(id, order),
      ...packed32(name, order),
      type,
      ...packed64(count === undefined ? before : BigInt(count), order),
      ...contentOf(record),
    ],
    order,
  );
}

function clock(record: ByteReader, traceLength: bigint): Uint8Array {
  const order = orderOf(record);
  const [ticks, offset] = [record.uint64(), record.uint64()];
  record.uint64();
  return recordBytes(
    CLOCK,
    [...packed64(ticks, order), ...packed64(offset, order), ...packed64(traceLength, order), ...contentOf(record)],
    order,
  );
}

function offDefinitions(name: number, region: number, order: ByteOrder): Uint8Array[] {
  const none = packed32(UNDEFINED_ID, order);
  const own = packed32(name, order);
  return [
    recordBytes(STRING, [...own, ...textBytes(MEASUREMENT_OFF)], order),
    recordBytes(
      REGION,
      [
        ...packed32(region, order),
        ...own,
        ...own,
        0, // the type of OTF2 1.0
        ...none,
        ...packed32(0, order),
        ...packed32(0, order),
        ...own,
        REGION_ROLES.indexOf('artificial'),
        PARADIGMS.indexOf('measurement'),
        ...packed32(0, order),
      ],
      order,
    ),
  ];
}

/**
 * Positions of the numbers of an anchor file: its mark, three versions, two sizes of chunks, container, compression,
 * counts.
 */
const COMPRESSION_AT = 29;
const DEFINITIONS_AT = 38;
const UNCOMPRESSED = 1;

/** An anchor file for a copy that is not compressed. @param property one more, as name and value; formats since OTF2 1.2 have some */
export function copyAnchor(
  bytes: Uint8Array,
  definitions: number,
  property: readonly [name: string, value: string],
): Uint8Array {
  const order: ByteOrder = bytes[1] === 0x23 ? 'big' : 'little';
  // Not `slice`: that of a Buffer shares its memory.
  const copied = Uint8Array.from(bytes);
  copied[COMPRESSION_AT] = UNCOMPRESSED;
  const view = new DataView(copied.buffer);
  const isLittle = order === 'little';
  view.setBigUint64(DEFINITIONS_AT, BigInt(definitions), isLittle);
  const hasProperties = (bytes[7] ?? 0) > 1;
  if (!hasProperties) return copied;
  // Machine, creator and description precede the properties.
  let at = DEFINITIONS_AT + 8;
  for (let text = 0; text < 3; text++) at = copied.indexOf(0, at) + 1;
  view.setUint32(at, view.getUint32(at, isLittle) + 1, isLittle);
  return Uint8Array.from([...copied.subarray(0, at + 4), ...property.flatMap(textBytes), ...copied.subarray(at + 4)]);
}
