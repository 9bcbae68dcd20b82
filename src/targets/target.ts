import type { ProcessOptions, ProcessResult } from './process.js';
import type { Seconds } from '../model/units.js';

export type TargetKind = 'local' | 'ssh' | 'slurm';

/** A command on the target: an argument vector, its folder there, and variables set on top of the target's own. */
export interface TargetCommand {
  readonly argv: readonly string[];
  /** Absolute path on the target. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What a batch job asks of the machine. */
export interface JobResources {
  readonly ranks: number;
  readonly nodes?: number;
  readonly tasksPerNode?: number;
  readonly threadsPerRank?: number;
  readonly timeLimit?: Seconds;
}

/** A program run that outlives the connection, the editor and the engine. */
export interface JobRequest extends TargetCommand {
  /** Folder of the job on the target, made by `submit`: script, output and exit record stand there. */
  readonly jobFolder: string;
  /** Short name for people and for the scheduler. */
  readonly name: string;
  readonly resources: JobResources;
  /** Handles of jobs that must have succeeded before. */
  readonly after?: readonly JobHandle[];
}

/** All that is needed to find a job again, from any process: plain data, kept on disk. */
export interface JobHandle {
  /** Scheduler's job id, or process id where there is no scheduler. */
  readonly id: string;
  readonly jobFolder: string;
}

export type JobPhase = 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'lost';

/** Where a job stands. */
export interface JobStatus {
  readonly phase: JobPhase;
  /** One sentence for people: why it waits, how it ended. */
  readonly sentence: string;
  readonly exitCode?: number;
  /** When the next question is worthwhile. */
  readonly askAgainAfter?: Seconds;
}

export interface TransferOptions {
  /** Patterns that stay behind, relative to the folder. */
  readonly ignore?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

/** What a transfer moved. */
export interface Transfer {
  readonly files: number;
  readonly bytes: number;
}

export interface TargetDescription {
  /** One line for people: what the target can do, or what is missing. */
  readonly text: string;
  readonly ready: boolean;
}

/**
 * A machine on which programs are built and run. All paths are absolute paths on the target. Methods throw
 * TrimtabError with one sentence for people; a connection that drops is re-made with back-off before that.
 */
export interface Target {
  readonly name: string;
  readonly kind: TargetKind;
  describe(signal?: AbortSignal): Promise<TargetDescription>;
  /** The target's folder for a local project folder; the project folder itself where both are one machine. */
  folderOf(project: string): string;
  /** Runs a command to its end where people log in: builds and questions. */
  run(command: TargetCommand, options?: ProcessOptions): Promise<ProcessResult>;
  /** Makes the target's folder equal to the local one; only what changed travels. Nothing to do on one machine. */
  send(local: string, remote: string, options?: TransferOptions): Promise<Transfer>;
  /** Brings a folder or file back. */
  fetch(remote: string, local: string, options?: TransferOptions): Promise<Transfer>;
  /** Starts a job that goes on by itself. Submitting the same job folder twice gives the first job's handle. */
  submit(request: JobRequest): Promise<JobHandle>;
  /** Where jobs stand, in the order asked: one question to the scheduler for all of them. */
  status(jobs: readonly JobHandle[]): Promise<readonly JobStatus[]>;
  /** What a job has printed, from a byte offset on. */
  output(job: JobHandle, offset: number): Promise<{ readonly text: string; readonly next: number }>;
  cancel(job: JobHandle): Promise<void>;
  /** Closes connections; jobs go on. */
  close(): Promise<void>;
}
