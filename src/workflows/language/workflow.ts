import type { Seconds } from '../../base/units.js';
import type { Value, ValueRecord } from '../../base/value.js';

interface Common {
  /** Its action: one of the declared kinds (see kinds.ts). */
  readonly kind: string;
  /** Name by which others refer to it, unique among its neighbors. */
  readonly id: string;
  readonly title: string;
  /** 1-based line of the workflow file. */
  readonly line: number;
  /** An expression; the step is skipped where it is not true. */
  readonly when: string | undefined;
  /** Arguments as they are written: texts may hold expressions. */
  readonly arguments: ValueRecord;
}

/** A step that does something. */
export interface ActionStep extends Common {
  /** How often it is tried again after a failure. */
  readonly retries: number;
  readonly timeout: Seconds | undefined;
}

/** A step that holds others. */
export interface GroupStep extends Common {
  readonly steps: readonly Step[];
}

export type Step = ActionStep | GroupStep;

export function isGroup(step: Step): step is GroupStep {
  return 'steps' in step;
}

/** The tuning process in written form (Oleynik 2016, 2.6.5). */
export interface Workflow {
  readonly name: string;
  readonly description: string;
  /** Inputs that can be set when it is started, with their defaults. */
  readonly inputs: ValueRecord;
  readonly steps: readonly Step[];
}

/** An error in a workflow file and its 1-based position. */
export interface WorkflowProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type { Value, ValueRecord };
