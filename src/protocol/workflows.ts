/** What clients are told of workflows, of their runs, and of what a configuration would say. */
import type { ValueRecord } from '../base/value.js';

/** What goes on in a job. */
export type Stage = 'prepare' | 'build' | 'run' | 'collect' | 'analyze' | 'store';

/** A workflow that can be started. */
export interface AvailableWorkflow {
  /** How it is asked for: the name of a shipped one, or the path of a file. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputs: ValueRecord;
  /** What the file says of its inputs. */
  readonly inputDescriptions: Readonly<Record<string, string>>;
  readonly shipped: boolean;
  /** Absolute path of its file. */
  readonly path: string;
  /** What is wrong with it, where something is. */
  readonly problem?: string;
}

/** What Trimtab would write into trimtab.yaml, and why. */
export interface ConfigurationProposal {
  /** Absolute path of the file to write. */
  readonly path: string;
  readonly text: string;
  /** What was detected, in a sentence or two. */
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

/** A run from elsewhere as a person judges it. */
export interface RunReview {
  /** Plain text: its commands first, then the files they come from. */
  readonly text: string;
  /** Stands for the text: what was changed since it was shown is not accepted with it. */
  readonly fingerprint: string;
}

/** A step of a run that has begun. */
export interface RunStep {
  /** Ids from the outermost step on, with rounds and combinations in brackets. */
  readonly key: string;
  readonly title: string;
  readonly state: 'running' | 'asking' | 'succeeded' | 'failed' | 'cancelled' | 'skipped';
  /** How it stands or ended, for people. */
  readonly sentence?: string;
  /** ISO 8601. */
  readonly began: string;
  readonly ended?: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Number of the job at the scheduler, or of the process. */
  readonly job?: string;
  /** What a step that asks wants to know, and the answers it offers. */
  readonly question?: { readonly text: string; readonly choices: readonly string[] };
  /** Log file, inside the run's folder. */
  readonly log?: string;
}

/** A run: one that nobody executes at the moment is interrupted, and can be gone on with. */
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
  /** Whether it was started elsewhere or by somebody else, or was changed since: it does not go on by itself. */
  readonly elsewhere: boolean;
  /** The experiments of the series that it measured; none where it measured none. */
  readonly series: readonly string[];
  /** Absolute path of the table (Markdown) in which it tells what measuring takes; left out where it made none. */
  readonly table?: string;
  /** In the order in which they began. */
  readonly steps: readonly RunStep[];
}
