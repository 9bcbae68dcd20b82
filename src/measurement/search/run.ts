/** A running program as the search sees it. */
import type { Seconds } from '../../base/units.js';
import type { Finding } from '../../model/findings/findings.js';
import type { Spoken } from '../live/switching.js';

/** Result of the analysis of some traced iterations. */
export interface Burst {
  /** Iterations in the trace, from 1, as it names them: `3-18`. */
  readonly iterations: string;
  /** Waiting, by property and call path. */
  readonly waits: readonly Finding[];
  /** By location of the waiting, its rank. */
  readonly rankOf: readonly number[];
  /** Seconds in calls of MPI by call path (`pathKey`), waiting or not. */
  readonly called: Readonly<Record<string, Seconds>>;
}

/** A run that is searched. */
export interface SearchedRun extends Spoken {
  /** Returns the iteration data reported since the last call. */
  readonly growth: () => Promise<readonly { readonly file: string; readonly bytes: Buffer }[]>;
  /**
   * Analyzes the trace from an iteration on, from 1, which is complete on all ranks; omitted if tracing is impossible.
   */
  readonly burst?: (from: number) => Promise<Burst | undefined>;
}
