import type { ExchangeFolder } from './exchangeFolder.js';

/** Input of a runner: the command line of a task without its last word, the number of the part. */
export interface Steps {
  readonly read: readonly string[];
  readonly reduce: readonly string[];
  readonly parts: number;
  readonly folder: ExchangeFolder;
  readonly signal?: AbortSignal | undefined;
}

/** Something that runs all parts, and when they have ended the step that puts them together. */
export interface Runner {
  /** Name of the runner shown to the user, such as `Slurm`. */
  readonly name: string;
  /**
   * Resolves when everything has ended well.
   * @throws TrimtabError when a task failed, with what it printed as details; CancelledError
   */
  run(steps: Steps): Promise<void>;
}
