/**
 * A search for the problems of a run: each step is a hypothesis (why, where, when) that refines its parents, as in
 * Paradyn's search history (Miller et al. 1995). Steps follow their parents.
 */
import type { Fraction, Seconds } from '../../base/units.js';

/** `untested`: there was nothing to test it with, or no room to go on. */
export type SearchOutcome = 'true' | 'false' | 'untested';

/** Focus of a hypothesis; omitted dimensions are not narrowed. */
export interface SearchFocus {
  /** Names of functions, the innermost last. */
  readonly path?: readonly string[];
  /** The call path's number in the experiment's call tree, where it has one. */
  readonly node?: number;
  /** Numbers of locations. */
  readonly locations?: readonly number[];
}

export interface IterationRange {
  readonly first: number;
  readonly last: number;
}

export interface SearchStep {
  /** Numbers of the steps that it refines; none for the first. */
  readonly parents: readonly number[];
  /** Unique name of a metric. */
  readonly metric: string;
  readonly focus: SearchFocus;
  /** Time window; the whole run if omitted. */
  readonly window?: { readonly from: Seconds; readonly to: Seconds };
  /** Iterations of a search on a running program, from 0, both ends included; all of them if omitted. */
  readonly iterations?: IterationRange;
  /** Iterations that it was tested in last, of a search on a running program. */
  readonly tested?: IterationRange;
  /** Share of the time of the whole run, or of its measured part; omitted if it is untested. */
  readonly value?: Fraction;
  /** The least value with which it is true. */
  readonly threshold: Fraction;
  readonly outcome: SearchOutcome;
  /** Additional remark, such as why it was not tested. */
  readonly note?: string;
  /**
   * Number of hypotheses with the same outcome that this one summarizes. `value` is their maximum; `metric`, `focus`
   * and `window` are those of the parent, which they refine. 1 if omitted.
   */
  readonly count?: number;
}

export interface SearchGraph {
  readonly steps: readonly SearchStep[];
}
