import type { Duplex } from 'node:stream';
import type { CommandInput, ProcessOptions, ProcessResult } from '../base/processes/process.js';
import type { PathMapping } from '../base/paths/pathMap.js';
import type { Bytes, Seconds } from '../base/units.js';
import type { TargetConfiguration } from './configuration.js';

/** A command on the target: an argument vector, its folder there, and variables set on top of the target's own. */
export interface TargetCommand {
  readonly argv: readonly string[];
  /** Absolute path on the target. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Its standard input, which is empty if omitted: of an MPI program, rank 0 reads it. */
  readonly input?: CommandInput;
}

/** Resources requested by a batch job. */
export interface JobResources {
  readonly ranks: number;
  readonly nodes?: number;
  readonly tasksPerNode?: number;
  readonly threadsPerRank?: number;
  readonly timeLimit?: Seconds;
}

/** A program run that outlives the connection, the editor and the engine. */
export interface JobRequest extends TargetCommand {
  /**
   * Folder of the job on the target, made by `submit`: it contains script, output and exit record. One folder is one
   * job permanently: a second attempt of the same step needs a separate folder.
   */
  readonly jobFolder: string;
  /** Short name for people and for the scheduler. */
  readonly name: string;
  readonly resources: JobResources;
  /** A folder on the target in which programs are looked for first. */
  readonly searchFirst?: string;
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

/** State of a job. */
export interface JobStatus {
  readonly phase: JobPhase;
  /** One sentence for people: why it waits, how it ended. */
  readonly sentence: string;
  readonly exitCode?: number;
  /**
   * Cause of the failure, if a caller that knows the command can explain it better than `sentence`. The program failed,
   * the requested time was exceeded, or the program does not exist.
   */
  readonly cause?: 'program' | 'time' | 'missing';
  /** When the job's own script began and ended, ISO 8601 in UTC; absent until then. */
  readonly began?: string;
  readonly ended?: string;
  /** Nodes it ran on, as the scheduler writes them (`n[1-3]`), or the machine's name. */
  readonly nodes?: string;
  /** When the next question is worthwhile. */
  readonly askAgainAfter?: Seconds;
}

export interface TransferOptions {
  /** Patterns that stay behind, relative to the folder. */
  readonly ignore?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

/** Amount of data that a transfer moved. */
export interface Transfer {
  readonly files: number;
  readonly bytes: number;
  /** One sentence about files that were listed but did not arrive as regular files; absent where all did. */
  readonly remark?: string;
}

/** Something that a program on the target listens at. */
export type Listener =
  /** A socket in a folder there. */
  | { readonly kind: 'socket'; readonly path: string }
  /** A port of the loopback of a node, for those who are on it. `job`: the scheduler's, that the program is of. */
  | { readonly kind: 'port'; readonly port: number; readonly node: string; readonly job: string | undefined };

export interface TargetDescription {
  /** One line for people: what the target can do, or what is missing. */
  readonly text: string;
  readonly ready: boolean;
  /** False where nothing could be asked: to ask on would ask the person for the password again. */
  readonly isReached?: false;
}

/**
 * A machine on which programs are built and run. All paths are absolute paths on the target. Methods throw
 * TrimtabError with one sentence for people; a connection that drops is re-made with back-off before that.
 */
export interface Target {
  readonly name: string;
  /** Name of its kind. */
  readonly kind: string;
  /** As it was described, wherever that was. */
  readonly configuration: TargetConfiguration;
  /** Whether a scheduler starts its jobs: it sees to it that they do not disturb each other, and limits their time. */
  readonly isScheduled: boolean;
  /** Further folders of the target that correspond to local ones, in addition to those that `folderOf` returns. */
  readonly pathMap: readonly PathMapping[];
  describe(signal?: AbortSignal): Promise<TargetDescription>;
  /**
   * The target's folder for a local project folder; the project folder itself where both are one machine. The same
   * project always gets the same folder. Asks the target once where its work folder is (`~` is resolved there).
   */
  folderOf(project: string): Promise<string>;
  /**
   * The command for a job: the target's launcher (srun, mpirun, ...) in the place of the one that `argv` begins with, or
   * before it when it begins with none. Without a launcher in the target's description `argv` itself.
   */
  launchCommand(argv: readonly string[], resources: JobResources): readonly string[];
  /**
   * Returns the variables that the target sets for a job, in addition to the target's environment and to the job's own
   * variables.
   */
  jobEnvironment(resources: JobResources): Readonly<Record<string, string>>;
  /**
   * Runs a command to its end on the login node: builds and queries. The target's set-up script has been run before. A
   * lost connection is restored and the command's output continues; it is not started twice.
   */
  run(command: TargetCommand, options?: ProcessOptions): Promise<ProcessResult>;
  /**
   * Brings the files of the local folder (or one file) up to date on the target; only what changed travels. Files sent
   * before and deleted here since are deleted there; what was made there (objects, results) stays. Each file appears
   * whole or not at all. Nothing to do when both are the same folder of one machine.
   */
  send(local: string, remote: string, options?: TransferOptions): Promise<Transfer>;
  /** Brings a folder or file back; only what changed travels, nothing is deleted here. */
  fetch(remote: string, local: string, options?: TransferOptions): Promise<Transfer>;
  /**
   * Moves a folder here, so that one copy remains; if both are on one disk, it is only renamed. The remote folder is
   * kept if files of it did not arrive. An interrupted move can be repeated.
   */
  take(remote: string, local: string, options?: TransferOptions): Promise<Transfer>;
  /** Starts a job that continues independently. Submitting the same job folder twice returns the first job's handle. */
  submit(request: JobRequest): Promise<JobHandle>;
  /**
   * As `submit` for many at once: jobs that ask for the same resources become one array where the scheduler has arrays.
   * @returns handles in the order of the requests
   */
  submitAll(requests: readonly JobRequest[]): Promise<readonly JobHandle[]>;
  /** Returns the state of jobs, in the given order: one request to the scheduler for all of them. */
  status(jobs: readonly JobHandle[]): Promise<readonly JobStatus[]>;
  /** Returns the output of a job, from a byte offset on. */
  output(job: JobHandle, offset: number): Promise<{ readonly text: string; readonly next: number }>;
  /**
   * Returns the size of the files in remote folders, in bytes, in the given order: 0 for a missing one. One request for
   * all of them.
   */
  sizes(folders: readonly string[]): Promise<readonly Bytes[]>;
  /** Returns the free space at the location of a folder, existing or not, in bytes; undefined if unknown. */
  freeSpace(folder: string): Promise<Bytes | undefined>;
  cancel(job: JobHandle): Promise<void>;
  /**
   * Returns a stream to a program's listening address there, through the one login. An open stream proves nothing yet:
   * if no program accepts the connection, the stream ends.
   * @throws TrimtabError if it cannot be reached
   */
  connect(to: Listener, signal?: AbortSignal): Promise<Duplex>;
  /** Closes connections; jobs go on. */
  close(): Promise<void>;
}
