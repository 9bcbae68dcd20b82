/** What Caliper measured, from either of its files: names that stand in each other, and numbers by name. */

export interface CaliperRow {
  /** The outermost first. */
  readonly path: readonly string[];
  /** Line that was sampled, as `file:line`; empty where none was. */
  readonly place: string;
  readonly rank: number | undefined;
  readonly thread: number | undefined;
  /** Number of the snapshot of a time series that the row belongs to; undefined where it belongs to none. */
  readonly snapshot: number | undefined;
  /** Whether the row is one of samples, with a place or without. */
  readonly isSampled: boolean;
  /** By name of the attribute. */
  readonly values: ReadonlyMap<string, number>;
  /** Whether the row tells of a region that is not in its path, so that inclusive values are told again further out. */
  readonly isWithin?: true;
}

/** What a file has of its attributes, filled while rows are gone through. */
export interface AttributeFacts {
  /** Units by name, where the file has them. */
  readonly units: Map<string, string>;
  /** Names of those whose values add up, as the file marks them. */
  readonly aggregatable: Set<string>;
}

/** Attributes whose values stand in each other, where samples were taken. */
export const CALL_PATH = /^(source\.function#callpath\.address|callpath\.regname)$/;
/** `file:line` of a sample. */
export const PLACE = /^sourceloc#cali\.sampler\.pc$/;
export const SOURCE_FILE = 'source.file#cali.sampler.pc';
export const SOURCE_LINE = 'source.line#cali.sampler.pc';
export const RANK = /^(mpi\.)?rank$/;
export const SNAPSHOT = 'timeseries.snapshot';
/** How many ranks the run had, as files tell it of the whole: Caliper itself, and the library Adiak. */
const RANKS = ['mpi.world.size', 'jobsize'];

/** @param valueOf what the file tells of the whole run, by name @returns undefined where it does not say */
export function ranksOf(valueOf: (name: string) => unknown): number | undefined {
  return RANKS.map((name) => Number(valueOf(name) ?? Number.NaN)).find((count) => Number.isInteger(count) && count > 0);
}
export const THREAD = /^(omp\.thread\.id|omp\.thread|pthread\.id|thread)$/;
