/** Contents of an ompP report, as plain data without interpretation. */

/** Words for constructs as ompP writes them, the longer ones first. */
export const TYPES = [
  'PARALLEL WORKSHARE',
  'PARALLEL SECTIONS',
  'PARALLEL LOOP',
  'USER REGION',
  'PARALLEL',
  'WORKSHARE',
  'SECTIONS',
  'CRITICAL',
  'TASKWAIT',
  'BARRIER',
  'ORDERED',
  'SECTION',
  'SINGLE',
  'MASTER',
  'ATOMIC',
  'FLUSH',
  'LOCK',
  'LOOP',
  'TASK',
  'USER',
] as const;
export type OmppType = (typeof TYPES)[number];

export interface OmppRegion {
  /** `R00002`. */
  readonly id: string;
  readonly type: OmppType;
  readonly file: string;
  /** 1-based; 0 if unknown. */
  readonly begin: number;
  readonly end: number;
  /** Name of a critical section or of a region of the program, unchanged: `(unnamed)`. */
  readonly label: string;
}

/** The numbers of a region by thread. */
export interface OmppTable {
  readonly region: OmppRegion;
  /** The regions that it lies in, outermost first; empty in the flat profile. */
  readonly callers: readonly OmppRegion[];
  readonly columns: readonly string[];
  readonly rows: readonly { readonly thread: number; readonly values: readonly number[] }[];
  /** The row below, by column. */
  readonly sum: readonly number[] | undefined;
}

export interface OmppReport {
  /** The general information: what it is called and what it is. */
  readonly general: ReadonlyMap<string, string>;
  /** The program and its exclusive wall-clock time; undefined without a call graph. */
  readonly program: { readonly name: string; readonly exclusive: number } | undefined;
  readonly flat: readonly OmppTable[];
  readonly callGraph: readonly OmppTable[];
  /** Lines that could not be read, counted from 1. */
  readonly wrong: readonly number[];
}
