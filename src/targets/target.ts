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
  /** What it reads from its standard input, which is empty where this is left out: of an MPI program rank 0 reads it. */
  readonly input?: CommandInput;
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
  /**
   * Folder of the job on the target, made by `submit`: script, output and exit record stand there. One folder is one
   * job for ever: a second try of the same step needs a folder of its own.
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

/** Where a job stands. */
export interface JobStatus {
  readonly phase: JobPhase;
  /** One sentence for people: why it waits, how it ended. */
  readonly sentence: string;
  readonly exitCode?: number;
  /**
   * Why it failed, where whoever knows the command can say it better than `sentence`: its program ended so, the time that
   * was asked for was over, or its program is not there.
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

/** What a transfer moved. */
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
  /** Further folders of the target that correspond to local ones, beside those that `folderOf` gives. */
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
  /** The variables that the target sets for a job, beside those of its own environment and of the job. */
  jobEnvironment(resources: JobResources): Readonly<Record<string, string>>;
  /**
   * Runs a command to its end where people log in: builds and questions. The target's set-up script has been run
   * before. A connection lost on the way is made again and the command's output goes on; it is not started twice.
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
   * Brings a folder here and removes it there, so that one copy is left; where both lie on one disk it is only renamed.
   * It stays where files of it did not arrive. What was interrupted can be done again.
   */
  take(remote: string, local: string, options?: TransferOptions): Promise<Transfer>;
  /** Starts a job that goes on by itself. Submitting the same job folder twice gives the first job's handle. */
  submit(request: JobRequest): Promise<JobHandle>;
  /**
   * As `submit` for many at once: jobs that ask for the same resources become one array where the scheduler has arrays.
   * @returns handles in the order of the requests
   */
  submitAll(requests: readonly JobRequest[]): Promise<readonly JobHandle[]>;
  /** Where jobs stand, in the order asked: one question to the scheduler for all of them. */
  status(jobs: readonly JobHandle[]): Promise<readonly JobStatus[]>;
  /** What a job has printed, from a byte offset on. */
  output(job: JobHandle, offset: number): Promise<{ readonly text: string; readonly next: number }>;
  /** Bytes of the files in folders there, in the order asked: 0 for one that is not there. One question for all of them. */
  sizes(folders: readonly string[]): Promise<readonly Bytes[]>;
  /** Bytes that are free where a folder lies, or is to lie; undefined where the target does not tell. */
  freeSpace(folder: string): Promise<Bytes | undefined>;
  cancel(job: JobHandle): Promise<void>;
  /**
   * A stream to what a program there listens at, through the one login. That it stands says nothing yet: a way may end at
   * a door that nobody opens, which is an end of the stream.
   * @throws TrimtabError where there is no way to it
   */
  connect(to: Listener, signal?: AbortSignal): Promise<Duplex>;
  /** Closes connections; jobs go on. */
  close(): Promise<void>;
}
