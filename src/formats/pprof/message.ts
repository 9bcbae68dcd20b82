/** The messages of pprof's `profile.proto`. */
import { Cost, type MemoryBudget } from '../profile/index.js';
import { StringTable } from './stringTable.js';
import { MessageReader } from './wire.js';

/** Kinds of values that are read; a file with more was made to fill the memory. */
export const MOST_TYPES = 64;
const SAMPLE = 2;

/** Type of a sample's value, by indices into the strings. */
export interface ValueType {
  readonly type: number;
  readonly unit: number;
}

/** A line of a function at an address: the innermost of those that were inlined first. */
export interface Line {
  readonly functionId: number;
  readonly line: number;
}

export interface Location {
  readonly mapping: number;
  readonly address: bigint;
  readonly lines: readonly Line[];
}

/** A function, by indices into the strings. */
export interface PprofFunction {
  readonly name: number;
  readonly file: number;
  readonly startLine: number;
}

/** All of a profile but its samples, which are read from its bytes when they are summed. */
export interface PprofTables {
  readonly types: readonly ValueType[];
  /** File of each mapping, as index into the strings, by its identifier. */
  readonly mappings: ReadonlyMap<number, number>;
  readonly locations: ReadonlyMap<number, Location>;
  readonly functions: ReadonlyMap<number, PprofFunction>;
  readonly strings: StringTable;
  readonly periodType: ValueType | undefined;
  readonly period: number;
  /** Name of the default type, if only one is shown, as index into the strings; 0 if omitted. */
  readonly defaultType: number;
}

/**
 * Reads what samples refer to, which may follow them in the file.
 * @param memory what is kept is charged to it
 * @throws Damaged, TooLarge
 */
export function readTables(bytes: Uint8Array, memory: MemoryBudget): PprofTables {
  const types: ValueType[] = [];
  const mappings = new Map<number, number>();
  const locations = new Map<number, Location>();
  const functions = new Map<number, PprofFunction>();
  const strings = new StringTable(bytes, memory);
  let periodType: ValueType | undefined;
  let [period, defaultType] = [0, 0];
  const reader = new MessageReader(bytes);
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        if (types.length < MOST_TYPES) types.push(valueType(reader.message()));
        else reader.skip();
        break;
      case 3:
        memory.take(Cost.entry);
        addMapping(reader.message(), mappings);
        break;
      case 4:
        memory.take(Cost.entry);
        addLocation(reader.message(), locations, memory);
        break;
      case 5:
        memory.take(Cost.entry);
        addFunction(reader.message(), functions);
        break;
      case 6:
        strings.add(...reader.piece());
        break;
      case 11:
        periodType = valueType(reader.message());
        break;
      case 12:
        period = reader.number();
        break;
      case 14:
        defaultType = reader.number();
        break;
      default:
        reader.skip();
    }
  }
  return { types, mappings, locations, functions, strings, periodType, period, defaultType };
}

/** Yields the samples of a profile in the order of its bytes. @throws Damaged */
export function* samplesOf(bytes: Uint8Array): Generator<MessageReader> {
  const reader = new MessageReader(bytes);
  while (reader.next()) {
    if (reader.field === SAMPLE) yield reader.message();
    else reader.skip();
  }
}

/** Numbers of the fields of a message that has no others of interest, by their field. */
export function numbersOf(reader: MessageReader, most: number): number[] {
  const values = new Array<number>(most + 1).fill(0);
  while (reader.next()) {
    if (reader.field <= most) values[reader.field] = reader.number();
    else reader.skip();
  }
  return values;
}

function valueType(reader: MessageReader): ValueType {
  const [, type = 0, unit = 0] = numbersOf(reader, 2);
  return { type, unit };
}

function addMapping(reader: MessageReader, mappings: Map<number, number>): void {
  let [id, file] = [0, 0];
  while (reader.next()) {
    if (reader.field === 1) id = reader.number();
    else if (reader.field === 5) file = reader.number();
    else reader.skip();
  }
  mappings.set(id, file);
}

function addLocation(reader: MessageReader, locations: Map<number, Location>, memory: MemoryBudget): void {
  let [id, mapping, address] = [0, 0, 0n];
  const lines: Line[] = [];
  while (reader.next()) {
    if (reader.field === 1) id = reader.number();
    else if (reader.field === 2) mapping = reader.number();
    else if (reader.field === 3) address = reader.exact();
    else if (reader.field === 4) {
      memory.take(Cost.entry);
      const [, functionId = 0, line = 0] = numbersOf(reader.message(), 2);
      lines.push({ functionId, line });
    } else reader.skip();
  }
  locations.set(id, { mapping, address, lines });
}

function addFunction(reader: MessageReader, functions: Map<number, PprofFunction>): void {
  const [, id = 0, name = 0, systemName = 0, file = 0, startLine = 0] = numbersOf(reader, 5);
  functions.set(id, { name: name === 0 ? systemName : name, file, startLine });
}
