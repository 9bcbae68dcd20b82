import type { ClockOffset } from './clock.js';
import type { DefinitionFile, RecordNotes } from './definitionFile.js';
import { forEachRecord } from './definitionFile.js';
import type { IdMap } from './idTables.js';
import { readIdMap } from './idTables.js';

const MAPPING_TABLE = 5;
const CLOCK_OFFSET = 6;

/** Additions of a location's local definition file to the global definitions. */
export interface LocalDefinitions extends RecordNotes {
  /** By mapping type. */
  readonly idMaps: ReadonlyMap<number, IdMap>;
  readonly clockOffsets: readonly ClockOffset[];
}

/** The local definitions of a location that has none. */
export const NO_LOCAL_DEFINITIONS: LocalDefinitions = {
  idMaps: new Map(),
  clockOffsets: [],
  damagedRecords: 0,
  endsEarly: undefined,
};

/**
 * Reads a local definition file: its mapping tables and clock offsets. Damage is noted, not thrown.
 * @throws TrimtabError when the file cannot be read at all
 */
export function readLocalDefinitions(file: DefinitionFile): LocalDefinitions {
  const idMaps = new Map<number, IdMap>();
  const clockOffsets: ClockOffset[] = [];
  const notes = forEachRecord(file, (type, record) => {
    if (type === MAPPING_TABLE) idMaps.set(record.uint8(), readIdMap(record));
    else if (type === CLOCK_OFFSET) clockOffsets.push({ time: record.full64(), offset: record.int64() });
  });
  return { idMaps, clockOffsets, ...notes };
}
