/** Data of Caliper, from either of its file formats: nested names, and numbers by name. */

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
  /** Whether the row belongs to a region outside of its path, so that inclusive values are repeated further out. */
  readonly isWithin?: true;
}

/** Facts about a file's attributes, collected while rows are read. */
export interface AttributeFacts {
  /** Units by name, where the file has them. */
  readonly units: Map<string, string>;
  /** Names of those whose values add up, as the file marks them. */
  readonly aggregatable: Set<string>;
}

/** Attributes with nested values, for samples. */
export const CALL_PATH = /^(source\.function#callpath\.address|callpath\.regname)$/;
/** `file:line` of a sample. */
export const PLACE = /^sourceloc#cali\.sampler\.pc$/;
export const SOURCE_FILE = 'source.file#cali.sampler.pc';
export const SOURCE_LINE = 'source.line#cali.sampler.pc';
export const RANK = /^(mpi\.)?rank$/;
export const SNAPSHOT = 'timeseries.snapshot';
/** Rank count of the run, as recorded by Caliper; a file of one rank has its number in rows. */
const WORLD_SIZE = 'mpi.world.size';
/** The same as recorded by the library Adiak, in files of single ranks too. */
const JOB_SIZE = 'jobsize';

export interface RankCounts {
  readonly world: number | undefined;
  readonly job: number | undefined;
}

/** @param valueOf values of the file for the whole run, by name */
export function rankCounts(valueOf: (name: string) => unknown): RankCounts {
  const count = (name: string): number | undefined => {
    const value = Number(valueOf(name) ?? Number.NaN);
    return Number.isInteger(value) && value > 0 && value <= MOST_RANKS ? value : undefined;
  };
  return { world: count(WORLD_SIZE), job: count(JOB_SIZE) };
}

/** Larger numbers are none of ranks. */
const MOST_RANKS = 1 << 26;
export const THREAD = /^(omp\.thread\.id|omp\.thread|pthread\.id|thread)$/;
