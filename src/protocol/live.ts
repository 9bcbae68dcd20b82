/** What clients are told of programs that run at the moment. */

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

/** What the search on a running program has found. */
export interface LiveSearch {
  /** Iterations, with how long they took as bars. */
  readonly headline: string;
  /** How they change, and what of them is not known, a sentence each. */
  readonly sentences: readonly string[];
  readonly hypotheses: readonly LiveHypothesis[];
}

/** A program that runs. */
export interface LiveRunSummary {
  /** Stands for it in requests. */
  readonly id: string;
  /** What runs and where. */
  readonly title: string;
  /** Where it stands: ranks, iterations, overhead; or why it tells nothing. */
  readonly description: string;
  /** Those that others wait for first; no more than a person looks at. */
  readonly ranks: readonly LiveRankSummary[];
  /** What is to be said of the ranks that are not listed; '' where all are. */
  readonly moreRanks: string;
  readonly groups: readonly LiveSwitch[];
  /** Counters of the processor and the kernel. */
  readonly metrics: readonly LiveSwitch[];
  /** Those that took most time, most first. */
  readonly functions: readonly LiveSwitch[];
  /** Further ones by their names, and how many are not listed at all. */
  readonly otherFunctions: readonly LiveSwitch[];
  readonly moreFunctions: number;
  /** Where it is searched while it runs. */
  readonly search?: LiveSearch;
  /** Whether a search can be started, or was started in this window; it cannot in a trace, too early, or where another one goes on. */
  readonly searching: 'possible' | 'here' | 'unavailable';
}
