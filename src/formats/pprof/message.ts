/** The messages of pprof's `profile.proto`. */
import { Damaged } from '../stacks/damage.js';
import { MessageReader } from './wire.js';

/** Messages of one kind that are read; more were made to fill the memory. */
const MOST = 1 << 24;

/** What a value of samples is, by indices into the strings. */
export interface ValueType {
  readonly type: number;
  readonly unit: number;
}

/** A word or a number that a program gave to a sample. */
export interface Label {
  readonly key: number;
  readonly text: number;
  readonly number: number;
}

export interface Sample {
  /** Identifiers of locations, innermost first. */
  readonly locations: readonly number[];
  /** One for each type. */
  readonly values: readonly number[];
  readonly labels: readonly Label[];
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

export interface PprofProfile {
  readonly types: readonly ValueType[];
  readonly samples: readonly Sample[];
  /** File of each mapping, as index into the strings, by its identifier. */
  readonly mappings: ReadonlyMap<number, number>;
  readonly locations: ReadonlyMap<number, Location>;
  readonly functions: ReadonlyMap<number, PprofFunction>;
  readonly strings: readonly string[];
  readonly periodType: ValueType | undefined;
  readonly period: number;
  /** Nanoseconds that were measured; 0 where not told. */
  readonly duration: number;
  /** Name of the type that is meant where only one is shown, as index into the strings; 0 where not told. */
  readonly defaultType: number;
}

/** Reads a profile. @throws Damaged */
export function readMessage(bytes: Uint8Array): PprofProfile {
  const types: ValueType[] = [];
  const samples: Sample[] = [];
  const mappings = new Map<number, number>();
  const locations = new Map<number, Location>();
  const functions = new Map<number, PprofFunction>();
  const strings: string[] = [];
  let periodType: ValueType | undefined;
  let [period, duration, defaultType] = [0, 0, 0];
  const reader = new MessageReader(bytes);
  while (reader.next()) {
    if (samples.length + locations.size + functions.size + strings.length > MOST)
      throw new Damaged(`has more than the ${MOST} samples, functions and names that are read`);
    switch (reader.field) {
      case 1:
        types.push(valueType(reader.message()));
        break;
      case 2:
        samples.push(sample(reader.message()));
        break;
      case 3:
        addMapping(reader.message(), mappings);
        break;
      case 4:
        addLocation(reader.message(), locations);
        break;
      case 5:
        addFunction(reader.message(), functions);
        break;
      case 6:
        strings.push(reader.text());
        break;
      case 10:
        duration = reader.number();
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
  return { types, samples, mappings, locations, functions, strings, periodType, period, duration, defaultType };
}

/** Numbers of the fields of a message that has no others of interest, by their field. */
function numbersOf(reader: MessageReader, most: number): number[] {
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

function sample(reader: MessageReader): Sample {
  const [locations, values, labels]: [number[], number[], Label[]] = [[], [], []];
  while (reader.next()) {
    if (reader.field === 1) reader.numbers(locations);
    else if (reader.field === 2) reader.numbers(values);
    else if (reader.field === 3) {
      const [, key = 0, text = 0, number = 0] = numbersOf(reader.message(), 3);
      labels.push({ key, text, number });
    } else reader.skip();
  }
  return { locations, values, labels };
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

function addLocation(reader: MessageReader, locations: Map<number, Location>): void {
  let [id, mapping, address] = [0, 0, 0n];
  const lines: Line[] = [];
  while (reader.next()) {
    if (reader.field === 1) id = reader.number();
    else if (reader.field === 2) mapping = reader.number();
    else if (reader.field === 3) address = reader.exact();
    else if (reader.field === 4) {
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
