/** Workflows, their runs and proposed configurations, as clients receive them. */
import type { ValueRecord } from '../base/value.js';

/** Stage of a run. */
export type Stage = 'prepare' | 'build' | 'run' | 'collect' | 'analyze' | 'store';

/** A workflow that can be started. */
export interface AvailableWorkflow {
  /** How it is asked for: the name of a shipped one, or the path of a file. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputs: ValueRecord;
  /** Descriptions of its inputs from the file. */
  readonly inputDescriptions: Readonly<Record<string, string>>;
  readonly shipped: boolean;
  /** Absolute path of its file. */
  readonly path: string;
  /** Error in the file, if any. */
  readonly problem?: string;
}

/** Proposed content of trimtab.yaml, and the reasons. */
export interface ConfigurationProposal {
  /** Absolute path of the file to write. */
  readonly path: string;
  readonly text: string;
  /** Detected build and programs, in a sentence or two. */
  readonly summary: string;
}

/** Several programs or folders of which one is to be chosen, by absolute path, before a configuration is proposed. */
export interface ProposalChoice {
  readonly reason: string;
  readonly paths: readonly string[];
}

/** Choices of a person in a configuration. */
export interface ConfigurationChoices {
  readonly ranks?: number;
  readonly target?: string;
}

/** A configuration with the choices of a person, and its effect. */
export interface AdjustedConfiguration {
  readonly text: string;
  /** The commands that it runs, in order, with the purpose of each: `Build: …`, `Run: …`. */
  readonly commands: readonly string[];
  /** MPI ranks; null if the program is started without a launcher. */
  readonly ranks: number | null;
  readonly target: string;
}

/** An external run as shown to the user for review. */
export interface RunReview {
  /** Plain text: its commands first, then the files they come from. */
  readonly text: string;
  /** Identifies the text: changes made after it was shown are not accepted with it. */
  readonly fingerprint: string;
}

/** A step of a run that has begun. */
export interface RunStep {
  /** Ids from the outermost step on, with rounds and combinations in brackets. */
  readonly key: string;
  readonly title: string;
  readonly state: 'running' | 'asking' | 'succeeded' | 'failed' | 'cancelled' | 'skipped';
  /** Its state or outcome, as a sentence. */
  readonly sentence?: string;
  /** ISO 8601. */
  readonly began: string;
  readonly ended?: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Number of the job at the scheduler, or of the process. */
  readonly job?: string;
  /** Question of a step, and the answers it offers. */
  readonly question?: { readonly text: string; readonly choices: readonly string[] };
  /** Log file, inside the run's folder. */
  readonly log?: string;
}

/** A run: one that no engine executes at the moment is interrupted, and can be resumed. */
export interface WorkflowRunSummary {
  readonly id: string;
  readonly name: string;
  /** Name of a shipped workflow, or the file it was read from. */
  readonly workflow: string;
  readonly state: 'running' | 'asking' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted' | 'damaged';
  readonly sentence?: string;
  /** ISO 8601. */
  readonly began: string;
  readonly ended?: string;
  /** Absolute path. */
  readonly folder: string;
  /** Whether it was started elsewhere or by another user, or was changed since: it is not resumed automatically. */
  readonly elsewhere: boolean;
  /** The experiments of the series that it measured; none where it measured none. */
  readonly series: readonly string[];
  /** Absolute path of its table (Markdown) of measurement overhead; omitted if it made none. */
  readonly table?: string;
  /** In the order in which they began. */
  readonly steps: readonly RunStep[];
}
