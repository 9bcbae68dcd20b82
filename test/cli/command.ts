/** The installed command, started as a process. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll } from 'vitest';
import { checkReport } from '../../src/experiments/report/reportSchema.js';
import type { FindingsReport } from '../../src/model/findings/findings.js';
import { installed } from './installed.js';

export const ROOT = resolve(import.meta.dirname, '../..');

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Installs the command for the tests of a file. */
export function installedCommand() {
  let command = '';
  beforeAll(async () => {
    const made = await installed();
    ({ command } = made);
    return () => made.remove();
  });
  return {
    /** Absolute path, to be started with Node. */
    path: () => command,
    trimtab: (args: readonly string[], folder = ROOT): Promise<Outcome> =>
      new Promise((done) => {
        execFile(process.execPath, [command, ...args], { cwd: folder, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
          done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
        });
      }),
  };
}

export function reportOf(stdout: string): FindingsReport {
  return checkReport(JSON.parse(stdout), 'What was printed');
}
