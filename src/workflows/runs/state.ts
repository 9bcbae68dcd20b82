/** Where a workflow run stands: plain data on disk, so that any process can go on with it. */
import * as v from 'valibot';
import type { StoredFormat } from '../../base/storedFormat.js';
import { isValue, type ValueRecord } from '../../base/value.js';

const time = v.pipe(v.string(), v.isoTimestamp());
const values = v.pipe(
  v.custom<ValueRecord>((data) => typeof data === 'object' && data !== null && !Array.isArray(data) && isValue(data)),
);

const stepState = v.object({
  /** Where it stands in the workflow: ids from the outermost step on, rounds and combinations in brackets. */
  key: v.string(),
  id: v.string(),
  kind: v.string(),
  title: v.string(),
  state: v.picklist(['running', 'asking', 'succeeded', 'failed', 'cancelled', 'skipped']),
  /** How it stands or ended, one sentence for people. */
  sentence: v.optional(v.string()),
  began: time,
  ended: v.optional(time),
  /** 1 for the first try. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Number of the job at the scheduler, or of the process. */
  job: v.optional(v.string()),
  /** What an interrupted step needs to go on. */
  saved: v.optional(values),
  /** What other steps can refer to. */
  outputs: v.optional(values),
  /** Question and answers offered by a step that asks. */
  question: v.optional(v.object({ text: v.string(), choices: v.array(v.string()) })),
  /** Log file, inside the run's folder. */
  log: v.optional(v.string()),
});

export const runStateSchema = v.object({
  format: v.literal('trimtab-workflow-run'),
  version: v.literal(1),
  id: v.string(),
  name: v.string(),
  /** Name of a shipped workflow, or the file it was read from. */
  workflow: v.string(),
  /** The trimtab.yaml it works with. */
  configuration: v.string(),
  /** Its text, where it stands in no file. */
  unwritten: v.exactOptional(v.string()),
  /** Name of the target where steps do not name another one. */
  target: v.exactOptional(v.string()),
  inputs: values,
  /** What the person agreed to for all steps. */
  agreed: v.exactOptional(v.array(v.string())),
  state: v.picklist(['running', 'asking', 'succeeded', 'failed', 'cancelled']),
  sentence: v.optional(v.string()),
  began: time,
  ended: v.optional(time),
  /** In the order in which they began. */
  steps: v.array(stepState),
});

/** How the state of a run is stored. */
export const runFormat: StoredFormat<WorkflowRunState> = {
  format: 'trimtab-workflow-run',
  version: 1,
  upgraders: {},
  schema: runStateSchema,
};

export type StepState = v.InferOutput<typeof stepState>;
export type WorkflowRunState = v.InferOutput<typeof runStateSchema>;

/** A run as people see it: one that nobody executes at the moment is interrupted, and can be resumed. */
export interface WorkflowRunSummary extends Omit<WorkflowRunState, 'state'> {
  readonly state: WorkflowRunState['state'] | 'interrupted' | 'damaged';
  /** Absolute path of the run's folder. */
  readonly folder: string;
  /** Whether it was started elsewhere or by somebody else, or was changed since: it does not go on by itself. */
  readonly elsewhere: boolean;
  /** The experiments of the series that it measured; none where it measured none. */
  readonly series: readonly string[];
  /** Absolute path of the table in which it tells what measuring takes; undefined where it made none. */
  readonly table?: string;
}
