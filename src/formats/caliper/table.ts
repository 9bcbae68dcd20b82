/** What Caliper measured, from either of its files: names that stand in each other, and numbers by name. */

export interface CaliperRow {
  /** The outermost first. */
  readonly path: readonly string[];
  /** Line that was sampled, as `file:line`; empty where none was. */
  readonly place: string;
  readonly rank: number | undefined;
  readonly thread: number | undefined;
  /** By name of the attribute. */
  readonly values: ReadonlyMap<string, number>;
}

/** Attributes whose values stand in each other, where samples were taken. */
export const CALL_PATH = /^(source\.function#callpath\.address|callpath\.regname)$/;
/** `file:line` of a sample. */
export const PLACE = /^sourceloc#cali\.sampler\.pc$/;
export const SOURCE_FILE = 'source.file#cali.sampler.pc';
export const SOURCE_LINE = 'source.line#cali.sampler.pc';
export const RANK = /^(mpi\.)?rank$/;
/** How many ranks the run had, as files tell it of the whole. */
export const RANKS = 'mpi.world.size';
export const THREAD = /^(omp\.thread\.id|omp\.thread|pthread\.id|thread)$/;
