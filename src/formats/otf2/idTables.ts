import { NO_INDEX } from '../../model/definitions.js';
import type { ByteReader } from './byteReader.js';
import { DamagedRecord } from './byteReader.js';

/** Kinds of identifiers in a mapping table of a local definition file, as numbered by OTF2. */
export const MappingType = {
  string: 0,
  attribute: 1,
  region: 3,
  group: 4,
  metric: 5,
  communicator: 6,
  parameter: 7,
  rmaWindow: 8,
  sourceCodeLocation: 9,
  callingContext: 10,
  interruptGenerator: 11,
  ioFile: 12,
  ioHandle: 13,
} as const;
export type MappingType = (typeof MappingType)[keyof typeof MappingType];

/** A location's local identifiers and their global ones. An identifier that is not listed is unchanged. */
export type IdMap = ReadonlyMap<number, number>;

const DENSE = 0;

/** Reads a mapping table in its dense (position is the local identifier) or sparse (pairs) form. */
export function readIdMap(reader: ByteReader): IdMap {
  const size = Number(reader.uint64());
  const mode = reader.uint8();
  // Each entry takes a byte at least: refuses sizes that would only fill memory.
  if (size > reader.end - reader.position) throw new DamagedRecord('holds a mapping table longer than itself');
  const map = new Map<number, number>();
  for (let i = 0; i < size; i++) {
    const local = mode === DENSE ? i : Number(reader.uint64());
    map.set(local, Number(reader.uint64()));
  }
  return map;
}

/** Identifiers above this are looked up in a map, so that a stray one does not take gigabytes. */
const LARGEST_DENSE = 1 << 20;

/**
 * From a location's identifiers straight to indices; NO_INDEX where nothing is defined. Small identifiers, which
 * nearly all are, are looked up in `dense`.
 */
export class IndexTable {
  readonly dense: Uint32Array;

  /**
   * @param indices index of each global identifier
   * @param map the location's mapping table, if it has one
   */
  constructor(
    private readonly indices: ReadonlyMap<number, number>,
    private readonly map: IdMap | undefined,
  ) {
    let size = 0;
    for (const id of indices.keys()) if (id < LARGEST_DENSE && id >= size) size = id + 1;
    for (const id of map?.keys() ?? []) if (id < LARGEST_DENSE && id >= size) size = id + 1;
    this.dense = new Uint32Array(size);
    for (let id = 0; id < size; id++) this.dense[id] = this.resolve(id);
  }

  /** The index of an identifier of the location. */
  lookup(id: number): number {
    return this.dense[id] ?? this.resolve(id);
  }

  /** The index of a global identifier. */
  lookupGlobal(id: number): number {
    return this.indices.get(id) ?? NO_INDEX;
  }

  private resolve(id: number): number {
    return this.lookupGlobal(this.map?.get(id) ?? id);
  }
}
