import type { Paradigm, RegionRole } from '../../model/definitions.js';

/*
 * Definitions as the file has them: references are still the file's identifiers (32-bit, 0xFFFFFFFF for none).
 * resolveDefinitions.ts turns them into indices.
 */

export interface RawSystemTreeNode {
  readonly name: number;
  readonly className: number;
  readonly parent: number;
}

export interface RawLocationGroup {
  readonly name: number;
  readonly type: number;
  readonly systemTreeNode: number;
  readonly creator: number;
}

export interface RawLocation {
  readonly id: bigint;
  readonly name: number;
  readonly type: number;
  readonly events: bigint;
  readonly group: number;
}

export interface RawRegion {
  readonly name: number;
  readonly canonicalName: number;
  readonly description: number;
  readonly file: number;
  readonly beginLine: number;
  readonly endLine: number;
  readonly paradigm: Paradigm;
  readonly role: RegionRole;
  readonly isPhase?: true;
}

export type GroupType = 'comm-locations' | 'comm-group' | 'comm-self' | 'locations' | 'other';

export interface RawGroup {
  readonly type: GroupType;
  readonly paradigm: Paradigm;
  /** Ranks in events are already ranks of the paradigm's list of locations. */
  readonly globalMembers: boolean;
  readonly members: readonly bigint[];
}

export interface RawCommunicator {
  readonly name: number;
  readonly group: number;
  /** The second group of an intercommunicator. */
  readonly remoteGroup: number | undefined;
  readonly parent: number;
}

export interface RawSourceCodeLocation {
  readonly file: number;
  readonly line: number;
}

export interface RawCallingContext {
  readonly region: number;
  readonly sourceCodeLocation: number;
}

/** A generator of samples. */
export interface RawInterruptGenerator {
  /** 0: one each time a time has passed; 1: each time something has happened so often. */
  readonly mode: number;
  /** 0: binary, 1: decimal; the period is to be multiplied with this to the power of `exponent`. */
  readonly base: number;
  readonly exponent: number;
  readonly period: number;
}

export interface RawCartDimension {
  readonly name: number;
  readonly size: number;
  readonly isPeriodic: boolean;
}

/** Coordinates of what has a rank in the topology's communicator. */
export interface RawCartPoint {
  readonly rank: number;
  readonly coordinates: readonly number[];
}

export interface RawCartTopology {
  readonly name: number;
  readonly communicator: number;
  readonly dimensions: readonly number[];
}

export interface RawFileHandle {
  readonly name: number;
  readonly file: number;
}

export interface RawClock {
  readonly ticksPerSecond: bigint;
  readonly globalOffset: bigint;
  readonly traceLength: bigint;
  readonly realtime: bigint | undefined;
}

/** One value of a metric. */
export interface RawMetricMember {
  readonly name: number;
  /** As OTF2 numbers modes: what the value is, and since when. */
  readonly mode: number;
  /** 0: binary, 1: decimal; the value is to be multiplied with this to the power of `exponent`. */
  readonly base: number;
  readonly exponent: number;
  readonly unit: number;
}

/** All global definitions that matter here, by identifier, in file order. */
export class RawDefinitions {
  clock: RawClock | undefined;
  readonly strings = new Map<number, string>();
  readonly attributes = new Map<number, { readonly name: number; readonly type: number }>();
  readonly systemTree = new Map<number, RawSystemTreeNode>();
  readonly locationGroups = new Map<number, RawLocationGroup>();
  readonly locations = new Map<bigint, RawLocation>();
  readonly regions = new Map<number, RawRegion>();
  readonly groups = new Map<number, RawGroup>();
  readonly communicators = new Map<number, RawCommunicator>();
  /** Communicator of each window of one-sided communication. */
  readonly windows = new Map<number, number>();
  readonly sourceCodeLocations = new Map<number, RawSourceCodeLocation>();
  readonly callingContexts = new Map<number, RawCallingContext>();
  readonly interruptGenerators = new Map<number, RawInterruptGenerator>();
  readonly metricMembers = new Map<number, RawMetricMember>();
  /** Members of each class of metrics, or of an instance of one. */
  readonly metricClasses = new Map<number, readonly number[]>();
  /** Names of files and folders. */
  readonly files = new Map<number, number>();
  readonly fileHandles = new Map<number, RawFileHandle>();
  readonly cartDimensions = new Map<number, RawCartDimension>();
  readonly cartTopologies = new Map<number, RawCartTopology>();
  /** By topology. */
  readonly cartPoints = new Map<number, RawCartPoint[]>();
  /** Number of definitions skipped because their identifier was defined before. */
  duplicates = 0;
  /** Records of a type unknown to this reader. */
  unknownRecords = 0;
  /** Records whose content did not match their type; each was skipped. */
  damagedRecords = 0;
  /** Why reading stopped before the end mark, or undefined when all was read. */
  endsEarly: string | undefined;

  /** Adds a definition; the first one of an identifier stays. */
  add<Id, T>(table: Map<Id, T>, id: Id, value: T): void {
    if (table.has(id)) this.duplicates++;
    else table.set(id, value);
  }
}
