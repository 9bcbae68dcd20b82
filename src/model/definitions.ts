import type { Seconds } from '../base/units.js';
import type { Topology } from './topology.js';

/** Means "no such definition" wherever a definition index is expected. */
export const NO_INDEX = 0xffff_ffff;

/** The programming interface a region belongs to; in the order of OTF2 3.0's numbers. */
export const PARADIGMS = [
  'unknown',
  'user',
  'compiler',
  'openmp',
  'mpi',
  'cuda',
  'measurement',
  'pthread',
  'hmpp',
  'ompss',
  'hardware',
  'gaspi',
  'upc',
  'shmem',
  'winthread',
  'qtthread',
  'acethread',
  'tbb',
  'openacc',
  'opencl',
  'mtapi',
  'sampling',
  'none',
  'hip',
  'kokkos',
] as const;
export type Paradigm = (typeof PARADIGMS)[number];

/** Roles of regions, named as in OTF2 3.x and in the order of OTF2 3.0's numbers. */
export const REGION_ROLES = [
  'unknown',
  'function',
  'wrapper',
  'loop',
  'code',
  'parallel',
  'sections',
  'section',
  'workshare',
  'single',
  'single-sblock',
  'master',
  'critical',
  'critical-sblock',
  'atomic',
  'barrier',
  'implicit-barrier',
  'flush',
  'ordered',
  'ordered-sblock',
  'task',
  'task-create',
  'task-wait',
  'coll-one2all',
  'coll-all2one',
  'coll-all2all',
  'coll-other',
  'file-io',
  'point2point',
  'rma',
  'data-transfer',
  'artificial',
  'thread-create',
  'thread-wait',
  'task-untied',
  'allocate',
  'deallocate',
  'reallocate',
  'file-io-metadata',
] as const;
export type RegionRole = (typeof REGION_ROLES)[number];

/** A function, construct or other stretch of code that is entered and left. */
export interface Region {
  readonly name: string;
  /** The linkage name, where it differs from `name`. */
  readonly canonicalName: string;
  readonly description: string;
  /** Source file as the measurement wrote it, or a pseudo file such as `MPI`; undefined when unknown. */
  readonly file: string | undefined;
  /** First line, 1-based; 0 when unknown. */
  readonly beginLine: number;
  /** Last line, 1-based; 0 when unknown. */
  readonly endLine: number;
  readonly paradigm: Paradigm;
  readonly role: RegionRole;
  /** Set if the program marks the region as a phase of its run, such as a step of its main loop; otherwise omitted. */
  readonly isPhase?: true;
}

/** In which a location writes its recorded events to disk, under the name that all measurement systems give it. */
export const BUFFER_FLUSH: Region = {
  name: 'TRACE BUFFER FLUSH',
  canonicalName: 'TRACE BUFFER FLUSH',
  description: 'Recorded events are written to disk',
  file: undefined,
  beginLine: 0,
  endLine: 0,
  paradigm: 'measurement',
  role: 'artificial',
};

/** Whether a region is the one in which recorded events are written to disk. */
export function isBufferFlush({ name, role }: Region): boolean {
  return role === BUFFER_FLUSH.role && name === BUFFER_FLUSH.name;
}

/** Regions in which the measurement itself spends time. */
export function isOverhead(region: Region): boolean {
  return isBufferFlush(region) || (region.role === 'artificial' && region.name === 'MEASUREMENT OFF');
}

/**
 * Reports whether a region is a phase marked by the program, according to the format or to the probe's finisher
 * (finish/otf2/users.c).
 */
export function isPhase({ isPhase: isMarked, paradigm, description }: Region): boolean {
  return isMarked === true || (paradigm === 'user' && (description === 'phase' || description === 'dynamic phase'));
}

/**
 * Reports whether a region is a function that the probe found by unwinding the stack of a call (written by its
 * finisher, finish/otf2/callers.c). It encloses the call; neither its visits nor its exclusive time are known.
 */
export function isUnwound({ description, paradigm }: Pick<Region, 'description' | 'paradigm'>): boolean {
  return description === 'unwound' && paradigm === 'compiler';
}

/**
 * Reports whether a region is the time between two calls whose callers the probe found on the stack (written by its
 * finisher, finish/otf2/between.c). It counts as computation of the innermost function that is known to have made both
 * calls.
 */
export function isBetweenCalls({ description, paradigm }: Pick<Region, 'description' | 'paradigm'>): boolean {
  return description === 'between calls' && paradigm === 'compiler';
}

/** The region a measurement system defines for the whole program, between PROGRAM_BEGIN and PROGRAM_END. */
export function isProgram(region: Region): boolean {
  return region.role === 'artificial' && region.paradigm === 'measurement' && !isOverhead(region);
}

/** A line of source code, such as the place of a call. */
export interface SourceCodeLocation {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** A machine, node or other part of the system, as a tree. */
export interface SystemTreeNode {
  readonly name: string;
  readonly className: string;
  /** Index of the parent node, or NO_INDEX at the root. */
  readonly parent: number;
}

/** A process, or an accelerator context: what locations share an address space in. */
export interface LocationGroup {
  readonly name: string;
  readonly type: 'process' | 'accelerator' | 'unknown';
  /** Index of the system tree node it runs on, or NO_INDEX. */
  readonly systemTreeNode: number;
  /** Index of the process that created it (accelerators), or NO_INDEX. */
  readonly creator: number;
  /**
   * Number of processes that its values are summed over, if the measurement does not distinguish them; 1 if omitted.
   */
  readonly summedOver?: number | undefined;
}

/** A thread, stream or metric source: whatever records events in order of time. */
export interface Location {
  readonly name: string;
  readonly type: 'cpu-thread' | 'accelerator-stream' | 'metric' | 'unknown';
  /** Index of its location group, or NO_INDEX. */
  readonly group: number;
  /** The identifier in the file, in decimal (it may exceed 2^53). */
  readonly id: string;
  /** How many events the definitions announce. */
  readonly announcedEvents: number;
}

/** An ordered set of MPI processes that communicate. */
export interface Communicator {
  readonly name: string;
  /** Index of the communicator it was made from, or NO_INDEX. */
  readonly parent: number;
  /** Location index of each rank's main thread, by rank. For MPI_COMM_SELF-like ones: empty, see `self`. */
  readonly ranks: readonly number[];
  /** True when every process has its own instance with itself as only member. */
  readonly self: boolean;
  /**
   * Paradigm of these processes or threads, such as `mpi`, or `openmp` for a team of threads; undefined if the trace
   * does not contain it.
   */
  readonly paradigm?: Paradigm;
  /** The other group of an intercommunicator, by remote rank; ranks named in events then refer to the remote group. */
  readonly remoteRanks?: readonly number[];
}

/** Definitions that records of one-sided communication refer to, by the trace's identifiers. */
export interface OneSidedDefinitions {
  /** Index of the communicator of each window. */
  readonly windows: ReadonlyMap<number, number>;
  /** Location index of each process's main thread, by group of processes. */
  readonly groups: ReadonlyMap<number, readonly number[]>;
}

/** Calling context of a sample. */
export interface CallingContext {
  /** Index of the region, or NO_INDEX. */
  readonly region: number;
  /** Index of the line, or NO_INDEX. */
  readonly sourceCodeLocation: number;
}

/** File, stream or similar that was opened; records of input and output refer to it. */
export interface FileHandle {
  /** Path of the file as the measurement wrote it; else the name of the handle, such as `stdout`. */
  readonly name: string;
  /** Whether it is a file, which several handles may be of. */
  readonly isFile: boolean;
}

/** An event of the processor or of the kernel that was counted, and read where regions begin and end. */
export interface Counter {
  readonly name: string;
  /** As the measurement names it. */
  readonly unit: string;
  /** How many units one of a recorded value is. */
  readonly scale: number;
}

/** How the trace counts time. */
export interface ClockProperties {
  readonly ticksPerSecond: bigint;
  readonly globalOffset: bigint;
  readonly traceLength: bigint;
  /** Nanoseconds since 1970 at `globalOffset`, if the trace contains it. */
  readonly realtime?: bigint;
}

/** Everything a trace defines before its first event. All cross references are indices into these arrays. */
export interface Definitions {
  readonly clock: ClockProperties;
  /** Wall-clock span the definitions announce. */
  readonly span: Seconds;
  readonly systemTree: readonly SystemTreeNode[];
  readonly locationGroups: readonly LocationGroup[];
  /** In the order of the trace's definitions: location numbers everywhere are indices into this array. */
  readonly locations: readonly Location[];
  readonly regions: readonly Region[];
  readonly communicators: readonly Communicator[];
  readonly sourceCodeLocations: readonly SourceCodeLocation[];
  /** Calling contexts of samples, by the trace's identifiers; absent without samples. */
  readonly callingContexts?: ReadonlyMap<number, CallingContext>;
  /** Sampling periods, by the identifiers of the sampling generators; absent if unknown. */
  readonly samplePeriods?: ReadonlyMap<number, Seconds>;
  /** Opened files, by the trace's identifiers; absent if the trace contains no input and output. */
  readonly fileHandles?: ReadonlyMap<number, FileHandle>;
  /** Counters by the identifier that events name, with those of their values in order; absent where nothing is counted. */
  readonly counters?: ReadonlyMap<number, readonly Counter[]>;
  /** One-sided communication; absent where the trace has none. */
  readonly oneSided?: OneSidedDefinitions;
  /** Grids that locations have coordinates in; absent where there are none. */
  readonly topologies?: readonly Topology[];
  /** Free-form facts about the run: creator, description, and the trace properties. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Definitions that the indices of a performance space refer to. */
export type SpaceDefinitions = Pick<
  Definitions,
  'systemTree' | 'locationGroups' | 'locations' | 'regions' | 'sourceCodeLocations' | 'topologies'
>;

/** Returns the definitions of a trace that a performance space needs. */
export function spaceDefinitions({
  systemTree,
  locationGroups,
  locations,
  regions,
  sourceCodeLocations,
  topologies,
}: Definitions): SpaceDefinitions {
  const known = { systemTree, locationGroups, locations, regions, sourceCodeLocations };
  return topologies === undefined ? known : { ...known, topologies };
}

/**
 * Returns the definitions of a space whose trace is missing, without a clock, communicators and facts about the run.
 */
export function definitionsOfSpace(known: SpaceDefinitions): Definitions {
  return {
    ...known,
    clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
    span: 0,
    communicators: [],
    properties: new Map(),
  };
}
