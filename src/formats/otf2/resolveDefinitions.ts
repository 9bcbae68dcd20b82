import type {
  CallingContext,
  ClockProperties,
  Counter,
  Definitions,
  FileHandle,
  Location,
  LocationGroup,
  Region,
} from '../../model/definitions.js';
import { BUFFER_FLUSH, isBufferFlush, NO_INDEX } from '../../model/definitions.js';
import { elementAt } from '../../base/elements.js';
import { topologiesOf } from '../../model/topology.js';
import type { Seconds } from '../../base/units.js';
import type { Anchor } from './anchor.js';
import { isOfEztrace, namedParadigm } from './namedParadigm.js';
import { resolveCommunicators, resolveOneSided } from './communicators.js';
import type { RawClock, RawDefinitions, RawLocation } from './rawDefinitions.js';
import { topologyDrafts } from './topologies.js';

const UNDEFINED_64 = 0xffff_ffff_ffff_ffffn;
/** Used if the trace does not define the resolution of its clock. */
const ASSUMED_CLOCK: RawClock = {
  ticksPerSecond: 1_000_000_000n,
  globalOffset: 0n,
  traceLength: 0n,
  realtime: undefined,
};

/** Index in the arrays of Definitions of each identifier in the file. */
export interface DefinitionIndex {
  readonly regions: ReadonlyMap<number, number>;
  readonly communicators: ReadonlyMap<number, number>;
  readonly sourceCodeLocations: ReadonlyMap<number, number>;
  /** By location: number of events according to the archive; undefined if the writer did not record it. */
  readonly announcedEvents: readonly (number | undefined)[];
}

/**
 * Turns raw definitions into the model: identifiers become array indices, strings are looked up. Never throws.
 * @returns also how many places in topologies mean nothing
 */
export function resolveDefinitions(
  anchor: Anchor,
  raw: RawDefinitions,
): { definitions: Definitions; index: DefinitionIndex; placesLeft: number } {
  const text = (id: number): string => raw.strings.get(id) ?? '';
  const systemTree = indexOf(raw.systemTree);
  const groups = indexOf(raw.locationGroups);
  const communicators = indexOf(raw.communicators);
  const { regions, list } = resolveRegions(raw, text);
  const sourceCodeLocations = indexOf(raw.sourceCodeLocations);
  const oneSided = resolveOneSided(raw, communicators);
  const counters = resolveCounters(raw, text);
  const clock = resolveClock(raw.clock ?? ASSUMED_CLOCK);
  const known = resolveCommunicators(raw, communicators, text);
  const rankings = { communicators: known, indices: communicators };
  const { topologies, left } = topologiesOf(topologyDrafts(raw, rankings, text), raw.locations.size);
  const definitions: Definitions = {
    clock,
    span: Number(clock.traceLength) / Number(clock.ticksPerSecond),
    systemTree: [...raw.systemTree.values()].map((node) => ({
      name: text(node.name),
      className: text(node.className),
      parent: systemTree.get(node.parent) ?? NO_INDEX,
    })),
    locationGroups: [...raw.locationGroups.values()].map((group) => ({
      name: text(group.name),
      type: groupType(group.type),
      systemTreeNode: systemTree.get(group.systemTreeNode) ?? NO_INDEX,
      creator: groups.get(group.creator) ?? NO_INDEX,
    })),
    locations: [...raw.locations.values()].map((location) => resolveLocation(location, text, groups)),
    regions: list,
    communicators: known,
    sourceCodeLocations: [...raw.sourceCodeLocations.values()].map((place) => ({
      file: text(place.file),
      line: place.line,
    })),
    properties: propertiesOf(anchor),
    ...(oneSided === undefined ? {} : { oneSided }),
    ...(topologies.length === 0 ? {} : { topologies }),
    ...(counters.size === 0 ? {} : { counters }),
    ...(raw.fileHandles.size === 0 ? {} : { fileHandles: resolveHandles(raw, text) }),
    ...(raw.interruptGenerators.size === 0 ? {} : { samplePeriods: resolvePeriods(raw) }),
    ...(raw.callingContexts.size === 0 ? {} : { callingContexts: resolveContexts(raw, regions, sourceCodeLocations) }),
  };
  return {
    definitions,
    index: {
      regions,
      communicators,
      sourceCodeLocations,
      announcedEvents: [...raw.locations.values()].map((location) => announced(location.events)),
    },
    placesLeft: left,
  };
}

function resolveContexts(
  raw: RawDefinitions,
  regions: ReadonlyMap<number, number>,
  lines: ReadonlyMap<number, number>,
): Map<number, CallingContext> {
  return new Map(
    [...raw.callingContexts].map(([id, { region, sourceCodeLocation }]) => [
      id,
      {
        region: regions.get(region) ?? NO_INDEX,
        sourceCodeLocation: lines.get(sourceCodeLocation) ?? NO_INDEX,
      },
    ]),
  );
}

/** As OTF2 numbers them: the value has been added up since the start of the measurement. */
const ACCUMULATED_START = 0;
const BASES = [2, 10];
/** As OTF2 numbers what generators of samples count: time. */
const BY_TIME = 0;

/** Seconds between samples, by generator; those that count something else than time have none. */
function resolvePeriods({ interruptGenerators }: RawDefinitions): Map<number, Seconds> {
  const periods = new Map<number, Seconds>();
  for (const [id, { mode, base, exponent, period }] of interruptGenerators) {
    const seconds = period * (BASES[base] ?? Number.NaN) ** exponent;
    if (mode === BY_TIME && seconds > 0 && Number.isFinite(seconds)) periods.set(id, seconds);
  }
  return periods;
}

/** Classes of metrics all values of which were added up since the start. */
function resolveCounters(
  { metricClasses, metricMembers }: RawDefinitions,
  text: (id: number) => string,
): Map<number, readonly Counter[]> {
  const counters = new Map<number, readonly Counter[]>();
  for (const [id, members] of metricClasses) {
    const list = members.flatMap((member) => {
      const { mode, name, unit, base, exponent } = metricMembers.get(member) ?? {};
      if (mode !== ACCUMULATED_START || name === undefined || unit === undefined) return [];
      return [{ name: text(name), unit: text(unit), scale: (BASES[base ?? 1] ?? 10) ** (exponent ?? 0) }];
    });
    if (list.length === members.length && list.length > 0) counters.set(id, list);
  }
  return counters;
}

function resolveHandles({ fileHandles, files }: RawDefinitions, text: (id: number) => string): Map<number, FileHandle> {
  return new Map(
    [...fileHandles].map(([id, { name, file }]) => {
      const path = files.get(file);
      return [id, { name: text(path ?? name), isFile: path !== undefined }];
    }),
  );
}

function indexOf<Id>(table: ReadonlyMap<Id, unknown>): Map<Id, number> {
  return new Map([...table.keys()].map((id, index) => [id, index]));
}

function resolveClock(clock: RawClock): ClockProperties {
  const { ticksPerSecond, globalOffset, traceLength, realtime } = clock;
  const properties = { ticksPerSecond, globalOffset, traceLength };
  return realtime === undefined ? properties : { ...properties, realtime };
}

function groupType(type: number): LocationGroup['type'] {
  return type === 1 ? 'process' : type === 2 ? 'accelerator' : 'unknown';
}

const LOCATION_TYPES: readonly Location['type'][] = ['unknown', 'cpu-thread', 'accelerator-stream', 'metric'];

function resolveLocation(
  location: RawLocation,
  text: (id: number) => string,
  groups: ReadonlyMap<number, number>,
): Location {
  return {
    name: text(location.name),
    type: LOCATION_TYPES[location.type] ?? 'unknown',
    group: groups.get(location.group) ?? NO_INDEX,
    id: location.id.toString(),
    announcedEvents: announced(location.events) ?? 0,
  };
}

function announced(events: bigint): number | undefined {
  return events === UNDEFINED_64 ? undefined : Number(events);
}

interface Regions {
  /** Index in the list of each identifier. */
  readonly regions: ReadonlyMap<number, number>;
  readonly list: readonly Region[];
}

/**
 * Returns the regions of the trace, followed by one for its buffer flush records, if it defines none. Regions with
 * equal fields are merged: EZTrace defines each function again for each process.
 */
function resolveRegions(raw: RawDefinitions, text: (id: number) => string): Regions {
  const list: Region[] = [];
  const known = new Map<string, number>();
  const regions = new Map<number, number>();
  const defined = definedRegions(raw, text);
  for (const [at, id] of [...raw.regions.keys()].entries()) {
    const region = elementAt(defined, at);
    const key = JSON.stringify(Object.values(region));
    const index = known.get(key) ?? list.push(region) - 1;
    known.set(key, index);
    regions.set(id, index);
  }
  if (!list.some(isBufferFlush)) list.push(BUFFER_FLUSH);
  return { regions, list };
}

function definedRegions(raw: RawDefinitions, text: (id: number) => string): Region[] {
  const ofEztrace = isOfEztrace([...raw.regions.values()].map(({ name }) => text(name)));
  return [...raw.regions.values()].map((region) => {
    const name = text(region.name);
    const file = raw.strings.get(region.file);
    return {
      name,
      canonicalName: raw.strings.get(region.canonicalName) ?? name,
      description: text(region.description),
      file: file === '' ? undefined : file,
      beginLine: definedLine(region.beginLine),
      endLine: definedLine(region.endLine),
      paradigm: ofEztrace ? namedParadigm(name, region.paradigm) : region.paradigm,
      role: region.role,
    };
  });
}

function definedLine(line: number): number {
  return line === 0xffff_ffff ? 0 : line;
}

function propertiesOf(anchor: Anchor): Map<string, string> {
  const properties = new Map(anchor.properties);
  const facts = { version: anchor.version, machine: anchor.machine, creator: anchor.creator };
  for (const [name, value] of Object.entries({ ...facts, description: anchor.description })) {
    if (value !== '') properties.set(name, value);
  }
  return properties;
}
