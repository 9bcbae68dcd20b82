/** State of a workflow run: plain data on disk, so that any process can resume it. */
import * as v from 'valibot';
import type { StoredFormat } from '../../base/storedFormat.js';
import { isValue, type ValueRecord } from '../../base/value.js';

const time = v.pipe(v.string(), v.isoTimestamp());
const values = v.pipe(
  v.custom<ValueRecord>((data) => typeof data === 'object' && data !== null && !Array.isArray(data) && isValue(data)),
);

const stepState = v.object({
  /** Its position in the workflow: ids from the outermost step on, rounds and combinations in brackets. */
  key: v.string(),
  id: v.string(),
  kind: v.string(),
  title: v.string(),
  state: v.picklist(['running', 'asking', 'succeeded', 'failed', 'cancelled', 'skipped']),
  /** Its state or outcome, one sentence. */
  sentence: v.optional(v.string()),
  began: time,
  ended: v.optional(time),
  /** 1 for the first try. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Number of the job at the scheduler, or of the process. */
  job: v.optional(v.string()),
  /** State that an interrupted step needs to resume. */
  saved: v.optional(values),
  /** Outputs that other steps can refer to. */
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
  /** Its text, if it is in no file. */
  unwritten: v.exactOptional(v.string()),
  /** Name of the target where steps do not name another one. */
  target: v.exactOptional(v.string()),
  inputs: values,
  /** Topics that the user agreed to for all steps. */
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

/** A run as shown to users: one that no process executes is interrupted, and can be resumed. */
export interface WorkflowRunSummary extends Omit<WorkflowRunState, 'state'> {
  readonly state: WorkflowRunState['state'] | 'interrupted' | 'damaged';
  /** Absolute path of the run's folder. */
  readonly folder: string;
  /** Whether it was started elsewhere or by another user, or was changed since: it is not resumed automatically. */
  readonly elsewhere: boolean;
  /** The experiments of the series that it measured; none where it measured none. */
  readonly series: readonly string[];
  /** Absolute path of its table of measurement overhead; undefined if it made none. */
  readonly table?: string;
}
