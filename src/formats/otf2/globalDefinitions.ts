import type { ByteReader } from './byteReader.js';
import { DamagedRecord } from './byteReader.js';
import type { DefinitionFile } from './definitionFile.js';
import { forEachRecord } from './definitionFile.js';
import { legacyRegionType, paradigmName, roleName } from './definitionNames.js';
import type { GroupType } from './rawDefinitions.js';
import { RawDefinitions } from './rawDefinitions.js';

const UNDEFINED_64 = 0xffff_ffff_ffff_ffffn;
const GLOBAL_MEMBERS = 1;

type RecordReader = (reader: ByteReader, raw: RawDefinitions) => void;

/** Group types as numbered since OTF2 1.2. */
const GROUP_TYPES: readonly GroupType[] = [
  'other',
  'locations',
  'other',
  'other',
  'comm-locations',
  'comm-group',
  'comm-self',
];

/** Group types before OTF2 1.2, when only MPI had groups of processes. */
const LEGACY_GROUP_TYPES: readonly GroupType[] = [
  'other',
  'locations',
  'other',
  'other',
  'comm-group',
  'comm-self',
  'comm-locations',
];

/** Readers of the global definition records that the model needs, by record type. */
const RECORDS = new Map<number, RecordReader>([
  [5, readClock],
  [10, (r, raw) => raw.add(raw.strings, r.uint32(), r.string())],
  [11, (r, raw) => raw.add(raw.attributes, r.uint32(), { name: r.uint32(), type: r.uint8() })],
  [
    12,
    (r, raw) => raw.add(raw.systemTree, r.uint32(), { name: r.uint32(), className: r.uint32(), parent: r.uint32() }),
  ],
  [13, readLocationGroup],
  [14, readLocation],
  [15, readRegion],
  [18, readGroup],
  [
    22,
    (r, raw) =>
      raw.add(raw.communicators, r.uint32(), {
        name: r.uint32(),
        group: r.uint32(),
        remoteGroup: undefined,
        parent: r.uint32(),
      }),
  ],
  [
    30,
    (r, raw) =>
      raw.add(raw.cartDimensions, r.uint32(), { name: r.uint32(), size: r.uint32(), isPeriodic: r.uint8() !== 0 }),
  ],
  [
    31,
    (r, raw) =>
      raw.add(raw.cartTopologies, r.uint32(), {
        name: r.uint32(),
        communicator: r.uint32(),
        dimensions: Array.from({ length: r.uint8() }, () => r.uint32()),
      }),
  ],
  [32, readCartPoint],
  [33, (r, raw) => raw.add(raw.sourceCodeLocations, r.uint32(), { file: r.uint32(), line: r.uint32() })],
  [
    24,
    (r, raw) => {
      const id = r.uint32();
      r.uint32(); // name
      raw.add(raw.windows, id, r.uint32());
    },
  ],
  [19, readMetricMember],
  [20, readMetricClass],
  [34, (r, raw) => raw.add(raw.callingContexts, r.uint32(), { region: r.uint32(), sourceCodeLocation: r.uint32() })],
  [36, readInterruptGenerator],
  [38, (r, raw) => raw.add(raw.files, r.uint32(), r.uint32())],
  [39, (r, raw) => raw.add(raw.files, r.uint32(), r.uint32())],
  [40, (r, raw) => raw.add(raw.fileHandles, r.uint32(), { name: r.uint32(), file: r.uint32() })],
  [
    43,
    (r, raw) =>
      raw.add(raw.communicators, r.uint32(), {
        name: r.uint32(),
        group: r.uint32(),
        remoteGroup: r.uint32(),
        parent: r.uint32(),
      }),
  ],
]);

/** Records of OTF2 3.1 that the model has no place for: paradigms, call paths, instances of metrics, parameters, properties, paradigms and properties of I/O. */
const KNOWINGLY_SKIPPED = new Set([6, 7, 8, 16, 17, 21, 23, 25, 26, 27, 28, 29, 35, 37, 41, 42]);

/**
 * Reads a global definition file. Damage does not throw: the definitions before it are kept, and the fields
 * `endsEarly`, `damagedRecords`, `unknownRecords` and `duplicates` contain the losses.
 * @throws TrimtabError when the file cannot be read at all
 */
export function readGlobalDefinitions(file: DefinitionFile): RawDefinitions {
  const raw = new RawDefinitions();
  const notes = forEachRecord(file, (type, record) => {
    const read = RECORDS.get(type);
    if (read !== undefined) read(record, raw);
    else if (!KNOWINGLY_SKIPPED.has(type)) raw.unknownRecords++;
  });
  raw.endsEarly = notes.endsEarly;
  raw.damagedRecords = notes.damagedRecords;
  return raw;
}

function readClock(reader: ByteReader, raw: RawDefinitions): void {
  const [ticksPerSecond, globalOffset, traceLength] = [reader.uint64(), reader.uint64(), reader.uint64()];
  const realtime = reader.position < reader.end ? reader.uint64() : UNDEFINED_64;
  if (ticksPerSecond === 0n || ticksPerSecond === UNDEFINED_64) throw new DamagedRecord('names no clock rate');
  raw.clock ??= {
    ticksPerSecond,
    globalOffset,
    traceLength,
    realtime: realtime === UNDEFINED_64 ? undefined : realtime,
  };
}

function readLocationGroup(reader: ByteReader, raw: RawDefinitions): void {
  const id = reader.uint32();
  const [name, type, systemTreeNode] = [reader.uint32(), reader.uint8(), reader.uint32()];
  const creator = reader.position < reader.end ? reader.uint32() : 0xffff_ffff; // since 3.0
  raw.add(raw.locationGroups, id, { name, type, systemTreeNode, creator });
}

function readLocation(reader: ByteReader, raw: RawDefinitions): void {
  const id = reader.uint64();
  raw.add(raw.locations, id, {
    id,
    name: reader.uint32(),
    type: reader.uint8(),
    events: reader.uint64(),
    group: reader.uint32(),
  });
}

/** Flags of OTF2 that mark a phase: each visit is a separate phase (1), and it is a phase of the program (2). */
const PHASE_FLAGS = 1 | 2;

function readRegion(reader: ByteReader, raw: RawDefinitions): void {
  const id = reader.uint32();
  const [name, description, legacyType] = [reader.uint32(), reader.uint32(), reader.uint8()];
  const [file, beginLine, endLine] = [reader.uint32(), reader.uint32(), reader.uint32()];
  let canonicalName = name;
  let [role, paradigm] = legacyRegionType(legacyType);
  // Since 1.1; fields that early writers omitted keep their value.
  if (reader.position < reader.end) canonicalName = reader.uint32();
  if (reader.position < reader.end) role = roleName(reader.uint8());
  if (reader.position < reader.end) paradigm = paradigmName(reader.uint8());
  const flags = reader.position < reader.end ? reader.uint32() : 0;
  const known = { name, canonicalName, description, file, beginLine, endLine, role, paradigm };
  raw.add(raw.regions, id, (flags & PHASE_FLAGS) === 0 ? known : { ...known, isPhase: true });
}

function readMetricMember(reader: ByteReader, raw: RawDefinitions): void {
  const [id, name] = [reader.uint32(), reader.uint32()];
  reader.uint32(); // description
  reader.uint8(); // where it comes from
  const mode = reader.uint8();
  reader.uint8(); // Type of the value, which events repeat.
  const base = reader.uint8();
  const exponent = Number(BigInt.asIntN(64, reader.uint64()));
  raw.add(raw.metricMembers, id, { name, mode, base, exponent, unit: reader.uint32() });
}

function readInterruptGenerator(reader: ByteReader, raw: RawDefinitions): void {
  const id = reader.uint32();
  reader.uint32(); // name
  const [mode, base] = [reader.uint8(), reader.uint8()];
  const exponent = Number(BigInt.asIntN(64, reader.uint64()));
  raw.add(raw.interruptGenerators, id, { mode, base, exponent, period: Number(reader.uint64()) });
}

function readCartPoint(reader: ByteReader, raw: RawDefinitions): void {
  const [topology, rank] = [reader.uint32(), reader.uint32()];
  const coordinates = Array.from({ length: reader.uint8() }, () => reader.uint32());
  const known = raw.cartPoints.get(topology);
  if (known === undefined) raw.cartPoints.set(topology, [{ rank, coordinates }]);
  else known.push({ rank, coordinates });
}

function readMetricClass(reader: ByteReader, raw: RawDefinitions): void {
  const id = reader.uint32();
  const count = reader.uint8();
  const members: number[] = [];
  for (let i = 0; i < count; i++) members.push(reader.uint32());
  raw.add(raw.metricClasses, id, members);
}

function readGroup(reader: ByteReader, raw: RawDefinitions): void {
  const id = reader.uint32();
  reader.uint32(); // name
  const legacyType = reader.uint8();
  const count = reader.uint32();
  const members: bigint[] = [];
  for (let i = 0; i < count; i++) members.push(reader.uint64());
  if (reader.position < reader.end) {
    // since 1.2
    const type = GROUP_TYPES[reader.uint8()] ?? 'other';
    const paradigm = paradigmName(reader.uint8());
    const globalMembers = (reader.uint32() & GLOBAL_MEMBERS) !== 0;
    raw.add(raw.groups, id, { type, paradigm, globalMembers, members });
  } else {
    const type = LEGACY_GROUP_TYPES[legacyType] ?? 'other';
    raw.add(raw.groups, id, { type, paradigm: 'mpi', globalMembers: false, members });
  }
}
