/** A running program as it is searched. */
import type { Seconds } from '../../base/units.js';
import type { Finding } from '../../model/findings/findings.js';
import type { Spoken } from '../live/switching.js';

/** What the analysis of some traced iterations found. */
export interface Burst {
  /** Iterations that the trace has, from 1, as it says itself: `3-18`. */
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
  /** What it has told of its iterations since it was asked before. */
  readonly growth: () => Promise<readonly { readonly file: string; readonly bytes: Buffer }[]>;
  /** Analyses what was traced from an iteration on, from 1, which is over on all ranks; left out where that cannot be had. */
  readonly burst?: (from: number) => Promise<Burst | undefined>;
}
