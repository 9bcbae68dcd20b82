import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Compensate } from '../../analysis/trace/index.js';
import { errorCode, readText, writeAtomically } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';

/** Parameters on which all tasks of a distributed analysis must agree. */
export interface DistributedTask {
  /** Absolute path of the archive's anchor file, the same on all machines. */
  readonly archive: string;
  readonly program: string;
  readonly correctClocks: boolean;
  /** Subtracts measurement overhead from all times. */
  readonly compensate?: Compensate;
  /** Ranges of processes, one a task. */
  readonly parts: number;
  /** Path of the CUBE file to write, if any. */
  readonly cubex?: string;
  /** Threads of the last step; as the trace and its machine suggest when not given. */
  readonly threads?: number;
  /** Whether performance is analyzed by iteration. */
  readonly dynamics?: boolean;
}

/** The files through which the tasks of a distributed analysis talk, in a folder that all machines see. */
export class ExchangeFolder {
  constructor(readonly path: string) {}

  /**
   * Makes a new folder.
   * @param parent where; the folder of the archive is known to be seen wherever the archive is
   * @throws TrimtabError when it cannot be made
   */
  static make(parent: string, task: DistributedTask): ExchangeFolder {
    try {
      mkdirSync(parent, { recursive: true });
      const folder = new ExchangeFolder(mkdtempSync(join(resolve(parent), '.trimtab-exchange-')));
      writeAtomically(folder.taskFile, `${JSON.stringify(task, undefined, 2)}\n`);
      return folder;
    } catch (cause) {
      if (cause instanceof TrimtabError) throw cause;
      const reason = errorCode(cause) ?? String(cause);
      throw new TrimtabError(
        `No folder for the exchange of files can be made in ${parent} (${reason}); ` +
          'name one that all machines can write to with --exchange.',
        { cause },
      );
    }
  }

  get taskFile(): string {
    return join(this.path, 'task.json');
  }

  get resultFile(): string {
    return join(this.path, 'result');
  }

  partFile(index: number): string {
    return join(this.path, `part.${index}`);
  }

  /** Returns how many of the parts are complete. */
  partsReady(parts: number): number {
    return Array.from({ length: parts }, (_, index) => index).filter((index) => existsSync(this.partFile(index)))
      .length;
  }

  /** @throws TrimtabError when the folder is not one of a distributed analysis */
  readTask(): DistributedTask {
    const task = this.parsed();
    if (isTask(task)) return task;
    throw new TrimtabError(
      `${dirname(this.taskFile)} is not the exchange folder of a distributed analysis; start with "trimtab analyze --distributed".`,
    );
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  private parsed(): unknown {
    try {
      const value: unknown = JSON.parse(readText(this.taskFile, { limit: 1 << 20 }));
      return value;
    } catch {
      return undefined; // Absent, or no JSON: the caller reports both in the same sentence.
    }
  }
}

function isTask(value: unknown): value is DistributedTask {
  return (
    typeof value === 'object' &&
    value !== null &&
    'archive' in value &&
    typeof value.archive === 'string' &&
    'program' in value &&
    typeof value.program === 'string' &&
    'correctClocks' in value &&
    typeof value.correctClocks === 'boolean' &&
    'parts' in value &&
    typeof value.parts === 'number'
  );
}
