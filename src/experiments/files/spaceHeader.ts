/** Header of a stored performance space, in the newest version, and conversions of older ones. */
import { present } from '../../base/present.js';
import * as v from 'valibot';
import { checkStored, type StoredFormat } from '../../base/storedFormat.js';
import { NO_INDEX, PARADIGMS, type Region, REGION_ROLES, type SpaceDefinitions } from '../../model/definitions.js';
import type { Topology } from '../../model/topology.js';
import { hasCircle } from './circles.js';

const size = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));
const index = size;
const line = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Definitions that the numbers of a space refer to, as plain lists. */
export const definitionsSchema = v.object({
  systemTree: v.array(v.object({ name: v.string(), className: v.string(), parent: index })),
  locationGroups: v.array(
    v.object({
      name: v.string(),
      type: v.picklist(['process', 'accelerator', 'unknown']),
      systemTreeNode: index,
      creator: index,
      summedOver: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
  ),
  locations: v.array(
    v.object({
      name: v.string(),
      type: v.picklist(['cpu-thread', 'accelerator-stream', 'metric', 'unknown']),
      group: index,
      id: v.string(),
      announcedEvents: v.number(),
    }),
  ),
  regions: v.array(
    v.object({
      name: v.string(),
      canonicalName: v.string(),
      description: v.string(),
      // JSON has no `undefined`: an unknown file is omitted.
      file: v.optional(v.string()),
      beginLine: line,
      endLine: line,
      // Those that a newer version knows count as unknown.
      paradigm: v.string(),
      role: v.string(),
    }),
  ),
  sourceCodeLocations: v.array(v.object({ file: v.string(), line })),
  topologies: v.optional(
    v.array(
      v.object({
        name: v.string(),
        dimensions: v.array(v.object({ name: v.string(), size, isPeriodic: v.boolean() })),
        locations: v.array(index),
        coordinates: v.array(size),
      }),
    ),
  ),
});

export type StoredDefinitions = v.InferOutput<typeof definitionsSchema>;

/** As they are written: plain lists. */
export function storedDefinitions(known: SpaceDefinitions): StoredDefinitions {
  return {
    systemTree: [...known.systemTree],
    locationGroups: [...known.locationGroups],
    locations: [...known.locations],
    regions: [...known.regions],
    sourceCodeLocations: [...known.sourceCodeLocations],
    ...(known.topologies === undefined ? {} : { topologies: known.topologies.map(storedTopology) }),
  };
}

const storedTopology = ({ name, dimensions, locations, coordinates }: Topology) => ({
  name,
  dimensions: [...dimensions],
  locations: [...locations],
  coordinates: [...coordinates],
});

export function readDefinitions(stored: StoredDefinitions): SpaceDefinitions {
  return {
    systemTree: stored.systemTree,
    locationGroups: stored.locationGroups,
    locations: stored.locations,
    regions: stored.regions.map(({ file, paradigm, role, ...rest }): Region => ({
      ...rest,
      file,
      paradigm: PARADIGMS.find((known) => known === paradigm) ?? 'unknown',
      role: REGION_ROLES.find((known) => known === role) ?? 'unknown',
    })),
    sourceCodeLocations: stored.sourceCodeLocations,
    ...present({ topologies: stored.topologies }),
  };
}

export interface SpaceHeader {
  readonly format: 'trimtab-space';
  readonly version: 2;
  readonly locationCount: number;
  readonly callPaths: number;
  readonly metrics: {
    readonly name: string;
    readonly title: string;
    readonly parent?: string | undefined;
    readonly unit: string;
    readonly description: string;
  }[];
  /** Definitions that the call tree and the locations refer to; omitted if unknown. */
  readonly definitions?: StoredDefinitions | undefined;
  readonly phases?:
    | { readonly kind: 'iterations' | 'windows'; readonly count: number; readonly rows: number }
    | undefined;
  /** `places` is the column of the same file, counted from 0, whose call paths, locations and phases it shares. */
  readonly columns: {
    readonly metric: string;
    readonly entries: number;
    readonly places?: number | undefined;
  }[];
}

const schema: v.GenericSchema<SpaceHeader> = v.object({
  format: v.literal('trimtab-space'),
  version: v.literal(2),
  locationCount: size,
  callPaths: size,
  metrics: v.array(
    v.object({
      name: v.string(),
      title: v.string(),
      parent: v.optional(v.string()),
      unit: v.string(),
      description: v.string(),
    }),
  ),
  definitions: v.optional(definitionsSchema),
  phases: v.optional(v.object({ kind: v.picklist(['iterations', 'windows']), count: size, rows: size })),
  columns: v.array(v.object({ metric: v.string(), entries: size, places: v.optional(size) })),
});

const format: StoredFormat<SpaceHeader> = {
  format: 'trimtab-space',
  version: 2,
  // Version 1 had the same columns and no definitions.
  upgraders: { 1: (header) => header },
  schema,
};

/** The eight characters at the start of a file; in the first version they contained the version number. */
export const MARK = 'TTSPACE1';

/** @throws TrimtabError when it is of a newer version or none */
export function checkHeader(data: unknown): SpaceHeader {
  const first = typeof data === 'object' && data !== null && !('version' in data);
  return checkStored(
    format,
    'The stored performance space',
    first ? { ...data, format: 'trimtab-space', version: 1 } : data,
  );
}

/** Why definitions do not fit together or to the space; undefined where they do. */
export function wrongReference(
  { systemTree, locationGroups, locations, topologies = [] }: SpaceDefinitions,
  locationCount: number,
): string | undefined {
  const within = (at: number, count: number): boolean => at === NO_INDEX || at < count;
  if (locations.length !== locationCount) return 'it defines other locations than it has values of';
  const isWhole = ({ dimensions, locations: placed, coordinates }: Topology): boolean =>
    coordinates.length === placed.length * dimensions.length &&
    placed.every((location) => location < locationCount) &&
    coordinates.every((coordinate, at) => coordinate < (dimensions[at % dimensions.length]?.size ?? 0));
  if (!topologies.every(isWhole)) return 'a topology has unknown places';
  const above = systemTree.map(({ parent }, node) => [node, parent === NO_INDEX ? undefined : parent] as const);
  if (!systemTree.every(({ parent }) => within(parent, systemTree.length))) return 'its system tree refers to nothing';
  if (hasCircle(new Map(above))) return 'its system tree contains itself';
  if (!locationGroups.every(({ systemTreeNode }) => within(systemTreeNode, systemTree.length)))
    return 'a process runs on what it does not define';
  return locations.every(({ group }) => within(group, locationGroups.length))
    ? undefined
    : 'a location belongs to a process it does not define';
}
