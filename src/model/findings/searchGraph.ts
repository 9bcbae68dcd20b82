/**
 * A search for what is wrong with a run, as it went: each step is a hypothesis (why, where, when) that refines those it
 * came from, as in Paradyn's search history (Miller et al. 1995). Steps stand behind their parents.
 */
import type { Fraction, Seconds } from '../../base/units.js';

/** `untested`: there was nothing to test it with, or no room to go on. */
export type SearchOutcome = 'true' | 'false' | 'untested';

/** Where a hypothesis holds; what is left out is not narrowed. */
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
  /** When; the whole run when left out. */
  readonly window?: { readonly from: Seconds; readonly to: Seconds };
  /** When, of a search on a running program: iterations from 0, both ends included; all of them when left out. */
  readonly iterations?: IterationRange;
  /** Iterations that it was tested in last, of a search on a running program. */
  readonly tested?: IterationRange;
  /** Share of the time of the whole run, or of what was measured of it; left out where it is untested. */
  readonly value?: Fraction;
  /** The least value with which it is true. */
  readonly threshold: Fraction;
  readonly outcome: SearchOutcome;
  /** What else is to be said of it, such as why it was not tested. */
  readonly note?: string;
  /**
   * How many hypotheses this stands for where several with the same outcome are told as one: `value` is the largest of
   * theirs, and `metric`, `focus` and `window` are those of the parent, which they refine. 1 when left out.
   */
  readonly count?: number;
}

export interface SearchGraph {
  readonly steps: readonly SearchStep[];
}
