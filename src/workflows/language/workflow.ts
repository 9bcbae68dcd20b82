import type { Seconds } from '../../base/units.js';
import type { Value, ValueRecord } from '../../base/value.js';

interface Common {
  /** What it does: one of the kinds that are declared (see kinds.ts). */
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

/** The tuning process as it is written down (Oleynik 2016, 2.6.5). */
export interface Workflow {
  readonly name: string;
  readonly description: string;
  /** What can be set when it is started, with the values that stand otherwise. */
  readonly inputs: ValueRecord;
  readonly steps: readonly Step[];
}

/** What is wrong in a workflow file, and where (1-based). */
export interface WorkflowProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type { Value, ValueRecord };
