/** A workflow file as a graph of steps, as its page is told. */

/** Where a step stands: indices in the lists of steps, outermost first. */
export type StepPath = readonly number[];

export interface GraphField {
  /** The keys that lead to it from its step. */
  readonly keys: readonly string[];
  readonly name: string;
  /** How it is written: as it stands, as YAML such as `[make, check]`, or as the id of an earlier step. */
  readonly type: 'text' | 'yaml' | 'step';
  /** What to write, for an empty field. */
  readonly hint: string;
  /** What it means, a sentence. */
  readonly description: string;
  /** As a person writes it; empty when it is not there. */
  readonly value: string;
}

export interface GraphStep {
  readonly path: StepPath;
  /** Ids from the outermost step on, as in the state of a run. */
  readonly key: string;
  readonly id: string;
  readonly kind: string;
  /** Whether its steps go on beside each other, and whether the last leads back to the first. */
  readonly beside: boolean;
  readonly repeats: boolean;
  readonly title: string;
  /** What it does, in a few words; empty when nothing is set. */
  readonly detail: string;
  /** 1-based line of the file. */
  readonly line: number;
  readonly fields: readonly GraphField[];
  readonly steps: readonly GraphStep[];
}

/** A kind of step that can be added. */
export interface OfferedKind {
  readonly kind: string;
  /** What it does, a sentence. */
  readonly description: string;
}

/** What is wrong with the file, and where: 1-based. */
export interface GraphProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface WorkflowGraph {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly GraphStep[];
  readonly problems: readonly GraphProblem[];
  /** What can be added to it. */
  readonly kinds: readonly OfferedKind[];
}
