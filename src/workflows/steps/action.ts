/** Input and output of a step that performs an action. */
import type * as v from 'valibot';
import type { Comparison, ExperimentGroup, ExperimentStore } from '../../experiments/index.js';
import type { JobHandle, JobRequest, JobStatus, Target } from '../../targets/target.js';
import type { Fraction } from '../../base/units.js';
import type { Asking } from '../building/settle.js';
import type { Configuration } from '../configuration/configuration.js';
import type { AnalyzeArchive, Stage } from '../measuring/job.js';
import {
  type ActionDeclaration,
  type Arguments,
  type DoneStep,
  Given,
  type OutputSchema,
  storedOutputs,
} from '../language/declaration.js';
import type { ValueRecord } from '../../base/value.js';

/** Compares experiments apart from this thread, where that answers others meanwhile. */
export type CompareExperiments = (
  groups: readonly ExperimentGroup[],
  options: { readonly signal?: AbortSignal },
) => Promise<Comparison>;

/** Resources of a workflow run. */
export interface Surroundings {
  readonly configuration: Configuration;
  readonly store: ExperimentStore;
  /** Folder that holds trimtab-cc and the probe's sources, on this machine. */
  readonly probeFolder: string;
  readonly analyzeArchive: AnalyzeArchive;
  readonly compare?: CompareExperiments;
  /** Whether the user accepted traces that may be larger than the free disk space. */
  readonly acceptsLargeTrace?: boolean;
  /** Length of a silent minute of a build, in milliseconds; 60,000 if omitted. */
  readonly silentMinute?: number;
  /** @throws TrimtabError when there is no target of that name */
  readonly targetFor: (name: string) => Target;
}

/** How steps hand jobs in and wait for them: together with those of other steps under way. */
export interface StepJobs {
  readonly submit: (target: Target, request: JobRequest) => Promise<JobHandle>;
  /**
   * Returns the state of a job at the next polling time.
   * @returns undefined when the signal was aborted first; the first poll always takes place
   */
  readonly status: (target: Target, job: JobHandle, signal: AbortSignal) => Promise<JobStatus | undefined>;
}

/** One try of one step. Whatever it needs to go on after an interruption it saves before it relies on it. */
export interface ActionContext extends Surroundings {
  /** Identifier of the workflow run. */
  readonly run: string;
  readonly key: string;
  readonly attempt: number;
  /** Steps done before, in their order; those of enclosing groups first, then those of the round before in a loop. */
  readonly done: readonly DoneStep[];
  /** State saved before an interruption. */
  readonly saved: ValueRecord;
  /** Adds to what is saved; it is on disk when this returns. */
  readonly save: (part: ValueRecord) => void;
  /** As save, of what only spares work after an interruption: a full disk does not end the step. */
  readonly remember: (part: ValueRecord) => void;
  /** Adds to the step's log and shows it. */
  readonly log: (text: string) => void;
  /** Sets the state of the step, one sentence, and its job's number. A full disk does not end the step. */
  readonly tell: (sentence: string, job?: string) => void;
  /** Reports the progress of the step to observers: nothing is written. */
  readonly progress: (message: string, how?: { readonly stage?: Stage; readonly fraction?: Fraction }) => void;
  readonly jobs: StepJobs;
  /** Asks the person; resolves with the answer, however long it takes. */
  readonly ask: (question: string, choices: readonly string[]) => Promise<string>;
  /**
   * Asks the user once to agree to something that several steps of the run need, such as its combinations. A yes holds
   * for the whole run, a no for its current execution.
   */
  readonly agreed: (topic: string, ask: () => Promise<boolean>) => Promise<boolean>;
  /** Handler of questions that only the user can answer; no user may be available. */
  readonly asking: Asking;
  /** Aborted when the run is cancelled or left to another process, and when the step takes too long. */
  readonly signal: AbortSignal;
  /** Whether the run is being cancelled, rather than left. */
  readonly cancelled: () => boolean;
}

/** A kind of step that does something, with what does it. */
export interface Action extends ActionDeclaration {
  /**
   * Does a step.
   * @param filled its arguments, expressions filled in
   * @returns its outputs, as they are declared
   * @throws TrimtabError when it fails
   */
  readonly perform: (context: ActionContext, filled: ValueRecord) => Promise<ValueRecord>;
}

/** Immutable data. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** An action of a declaration: what does it is given its arguments, and gives its outputs, with their types. */
export function action<A extends Arguments, O extends OutputSchema>(
  declaration: ActionDeclaration<A, O>,
  perform: (context: ActionContext, given: Given<A>) => Promise<Frozen<v.InferInput<O>>>,
): Action {
  return {
    ...declaration,
    perform: async (context, filled) =>
      storedOutputs(declaration, await perform(context, new Given(declaration.arguments, filled))),
  };
}
