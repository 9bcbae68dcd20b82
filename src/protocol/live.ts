/** State of running programs, as clients receive it. */

/** Something of a running program that can be switched. */
export interface LiveSwitch {
  readonly name: string;
  readonly on: boolean;
  /** How often it was called and what it took, as far as was seen, for people. */
  readonly description: string;
}

/** A process of a running program. */
export interface LiveRankSummary {
  readonly rank: number;
  readonly description: string;
}

/** A hypothesis of the search on a running program, and those that refine it. */
export interface LiveHypothesis {
  readonly number: number;
  readonly text: string;
  readonly isTrue: boolean;
  readonly children: readonly LiveHypothesis[];
}

/** Results of the search on a running program. */
export interface LiveSearch {
  /** Iterations, with how long they took as bars. */
  readonly headline: string;
  /** How they change, and what of them is not known, a sentence each. */
  readonly sentences: readonly string[];
  readonly hypotheses: readonly LiveHypothesis[];
}

/** A program that runs. */
export interface LiveRunSummary {
  /** Identifies the run in requests. */
  readonly id: string;
  /** Name of the program and of its target. */
  readonly title: string;
  /** Its state: ranks, iterations, overhead; or why there are no values. */
  readonly description: string;
  /** Those that others wait for first; no more than a person looks at. */
  readonly ranks: readonly LiveRankSummary[];
  /** Sentence about the ranks that are not listed; '' if all are listed. */
  readonly moreRanks: string;
  readonly groups: readonly LiveSwitch[];
  /** Counters of the processor and the kernel. */
  readonly metrics: readonly LiveSwitch[];
  /** Those that took most time, most first. */
  readonly functions: readonly LiveSwitch[];
  /** Further ones by their names, and how many are not listed at all. */
  readonly otherFunctions: readonly LiveSwitch[];
  readonly moreFunctions: number;
  /** State of the search while the program runs. */
  readonly search?: LiveSearch;
  /**
   * Whether a search can be started, or was started in this window. It is unavailable in a trace, too early in the run,
   * or while another search runs.
   */
  readonly searching: 'possible' | 'here' | 'unavailable';
}
