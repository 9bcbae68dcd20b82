/** A workflow file as a graph of steps: plain data. */
import type { WorkflowProblem } from '../language/workflow.js';
import type { PlacedField } from './fields.js';

/** Position of a step: indices in the lists of steps, outermost first. */
export type StepPath = readonly number[];

export interface GraphField extends PlacedField {
  /** Text as the user writes it; empty if absent. */
  readonly value: string;
}

export interface GraphStep {
  readonly path: StepPath;
  /** Ids from the outermost step on, as in the state of a run. */
  readonly key: string;
  readonly id: string;
  readonly kind: string;
  /** Whether its steps run in parallel, and whether the last leads back to the first. */
  readonly beside: boolean;
  readonly repeats: boolean;
  readonly title: string;
  /** Short summary of its effect; empty if nothing is set. */
  readonly detail: string;
  /** 1-based line of the file. */
  readonly line: number;
  readonly fields: readonly GraphField[];
  readonly steps: readonly GraphStep[];
}

/** A kind of step that can be added. */
export interface OfferedKind {
  readonly kind: string;
  /** Effect of the step, one sentence. */
  readonly description: string;
}

export interface WorkflowGraph {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly GraphStep[];
  readonly problems: readonly WorkflowProblem[];
  /** Kinds of steps that can be added. */
  readonly kinds: readonly OfferedKind[];
}
