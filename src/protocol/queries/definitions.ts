import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/** An index of another list; the largest Uint32 where there is none. */
const reference = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const line = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Of each topology: which locations have coordinates, and those, one location after the other. */
export const topologies = v.array(
  v.object({
    name: v.string(),
    dimensions: v.array(v.object({ name: v.string(), size: count, isPeriodic: v.boolean() })),
    locations: v.array(reference),
    coordinates: v.array(count),
  }),
);

/** Call paths and locations as plain lists. */
export const definitionLists = v.object({
  systemTree: v.array(v.object({ name: v.string(), className: v.string(), parent: reference })),
  locationGroups: v.array(
    v.object({
      name: v.string(),
      type: v.picklist(['process', 'accelerator', 'unknown']),
      systemTreeNode: reference,
      creator: reference,
    }),
  ),
  locations: v.array(
    v.object({
      name: v.string(),
      type: v.picklist(['cpu-thread', 'accelerator-stream', 'metric', 'unknown']),
      group: reference,
      id: v.string(),
      announcedEvents: v.number(),
    }),
  ),
  regions: v.array(
    v.object({
      name: v.string(),
      canonicalName: v.string(),
      description: v.string(),
      /** Omitted if unknown. */
      file: v.exactOptional(v.string()),
      beginLine: line,
      endLine: line,
      paradigm: v.string(),
      role: v.string(),
    }),
  ),
  sourceCodeLocations: v.array(v.object({ file: v.string(), line })),
  /** Omitted if there are none. */
  topologies: v.exactOptional(topologies),
});

export type DefinitionLists = v.InferOutput<typeof definitionLists>;

/** Meaning of the numbers of an experiment's space: metrics, and names of call paths and locations. */
export const definitions = {
  ask: v.object({}),
  head: v.object({
    metrics: v.array(
      v.object({
        name: v.string(),
        title: v.string(),
        parent: v.exactOptional(v.string()),
        unit: v.string(),
        description: v.string(),
      }),
    ),
    locationCount: v.number(),
    callPaths: v.number(),
    definitions: definitionLists,
    /** Omitted if values are those of the whole run. */
    phases: v.exactOptional(v.object({ kind: v.picklist(['iterations', 'windows']), count: v.number() })),
    /** Whether events can be asked for: there is a trace that may be read. */
    hasEvents: v.boolean(),
  }),
  columns: columnsOf({}),
};
