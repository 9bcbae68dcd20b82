/** Data and actions of the page of a workflow. */
import * as v from 'valibot';
import type { PageDeclaration } from './declaration.js';
import type { WorkflowGraph } from '../graph.js';

export type { WorkflowGraph };

/** State of a step of a run. */
export interface ShownStep {
  /** Ids from the outermost step on, with rounds and combinations in brackets. */
  readonly key: string;
  readonly state: 'running' | 'asking' | 'succeeded' | 'failed' | 'cancelled' | 'skipped';
  /** For people. */
  readonly sentence?: string;
  /** Number of its job at the scheduler. */
  readonly job?: string;
}

export interface WorkflowState {
  readonly fileName: string;
  readonly graph: WorkflowGraph;
  /** A file can be edited; the copy that a run works with cannot. */
  readonly editable: boolean;
  /** State of the steps of the run that is shown. */
  readonly run: { readonly sentence: string; readonly steps: readonly ShownStep[] } | null;
}

const path = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.minLength(1));

export const workflowEdit = v.variant('edit', [
  v.object({ edit: v.literal('add'), path, kind: v.string() }),
  v.object({ edit: v.literal('remove'), path }),
  v.object({ edit: v.literal('moveAfter'), path, after: path }),
  v.object({ edit: v.literal('shift'), path, by: v.picklist([-1, 1]) }),
  v.object({ edit: v.literal('set'), path, keys: v.pipe(v.array(v.string()), v.minLength(1)), value: v.string() }),
]);

export const workflowAction = v.variant('do', [
  v.object({ do: v.literal('edit'), edit: workflowEdit }),
  /** Shows the text at a 1-based line. */
  v.object({ do: v.literal('openText'), line: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.object({ do: v.literal('run') }),
]);

export type WorkflowAction = v.InferOutput<typeof workflowAction>;

export const workflowPage: PageDeclaration<WorkflowState, WorkflowAction> = {
  name: 'workflow',
  title: 'Workflow',
  actions: workflowAction,
  questions: {},
};
export type PageEdit = v.InferOutput<typeof workflowEdit>;
