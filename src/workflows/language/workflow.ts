import type { Seconds } from '../../model/units.js';
import type { Value, ValueRecord } from './value.js';

/** Steps that do something, and steps that hold others. */
export const ACTIONS = [
  'sync',
  'instrument',
  'build',
  'run',
  'fetch',
  'analyze',
  'compare',
  'annotate',
  'ask',
  'shell',
] as const;
export const GROUPS = ['parallel', 'loop', 'matrix'] as const;
export type Action = (typeof ACTIONS)[number];
export type Group = (typeof GROUPS)[number];

interface Common {
  /** Name by which others refer to it, unique among its neighbours. */
  readonly id: string;
  readonly title: string;
  /** 1-based line of the workflow file. */
  readonly line: number;
  /** An expression; the step is skipped where it is not true. */
  readonly when: string | undefined;
}

/** A step that does something. */
export interface ActionStep extends Common {
  readonly kind: Action;
  /** Arguments as they are written: texts may hold expressions. */
  readonly arguments: ValueRecord;
  /** How often it is tried again after a failure. */
  readonly retries: number;
  readonly timeout: Seconds | undefined;
}

/** A step that holds others. */
export interface GroupStep extends Common {
  readonly kind: Group;
  readonly steps: readonly Step[];
  /** Names and their values, for a matrix: the steps run once for each combination. */
  readonly over: ValueRecord;
  /** How many combinations of a matrix go on at the same time, or an expression; undefined: as the target suggests. */
  readonly maxParallel: number | string | undefined;
  /** An expression that ends a loop once it is true after a round. */
  readonly until: string | undefined;
  /** Most rounds of a loop. */
  readonly most: number;
}

export type Step = ActionStep | GroupStep;

export function isGroup(step: Step): step is GroupStep {
  return step.kind === 'parallel' || step.kind === 'loop' || step.kind === 'matrix';
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
