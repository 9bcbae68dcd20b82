/** Records that jobs write about themselves. */
import { present } from '../../base/present.js';
import { constants } from 'node:os';
import type { JobStatus } from '../target.js';

/** Fields of a record file, `name=value` line by line. */
export type Fields = ReadonlyMap<string, string>;

/** @returns undefined while the record is incomplete */
export function parseRecord(text: string): Fields | undefined {
  const lines = text.split('\n');
  const end = lines.indexOf('end');
  if (end < 0) return undefined;
  return new Map(
    lines.slice(0, end).flatMap((line): [string, string][] => {
      const at = line.indexOf('=');
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );
}

/** All data in a job's folder about its state. */
export interface JobRecords {
  readonly exit: Fields | undefined;
  readonly started: Fields | undefined;
  /** Trimtab was requested to cancel it. */
  readonly cancelled: boolean;
}

/** Less than this is called a full disk, in KiB. */
const NEARLY_FULL = 64;

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** The signal behind a shell's exit code, such as `SIGSEGV` for 139. */
export function signalOf(code: number): string | undefined {
  return code > 128 ? signalNames.get(code - 128) : undefined;
}

/** How a job that wrote its exit record ended. @param records with an exit record */
export function endedStatus(records: JobRecords, exit: Fields): JobStatus {
  const code = Number(exit.get('code'));
  const times = timesOf(records, exit);
  if (code === 0) return { phase: 'succeeded', sentence: 'Done.', exitCode: 0, ...times };
  if (records.cancelled && exit.get('reason') !== 'missing')
    return { phase: 'cancelled', sentence: 'Cancelled.', exitCode: code, ...times };
  const cause = causeOf(exit);
  return {
    phase: 'failed',
    sentence: failure(code, exit),
    exitCode: code,
    ...present({ cause }),
    ...times,
  };
}

/** Reasons that the job's script notes. */
const reasons = new Map([
  ['timeout', 'Ended at its time limit; ask for more time.'],
  [
    'missing',
    'The program to start was not found there; build it first, or correct the command or the set-up of the target.',
  ],
  ['folder', 'The working folder does not exist on the target; send the project first.'],
  ['input', 'The file for standard input does not exist; send the project, or correct run.input in trimtab.yaml.'],
  ['dependency', 'The job was not started, because a job that it depends on did not succeed.'],
  ['TERM', 'The job was terminated (SIGTERM) before its program was done.'],
]);

function isFull(exit: Fields): boolean {
  const free = exit.get('free') ?? '';
  return /^\d+$/.test(free) && Number(free) < NEARLY_FULL;
}

/** Returns the common causes of failure that the caller can explain with the program's name. */
function causeOf(exit: Fields): JobStatus['cause'] {
  const reason = exit.get('reason') ?? '';
  if (isFull(exit)) return undefined;
  if (reason === 'timeout') return 'time';
  if (reason === 'missing') return 'missing';
  return reason === '' ? 'program' : undefined;
}

function failure(code: number, exit: Fields): string {
  if (isFull(exit))
    return `The program ended with exit code ${code} and the disk of the work folder is full; free some space there and run again.`;
  const reason = reasons.get(exit.get('reason') ?? '');
  if (reason !== undefined) return reason;
  const signal = signalOf(code);
  return signal === undefined ? `The program ended with exit code ${code}.` : `The program was ended by ${signal}.`;
}

/** Begin, end and nodes as far as they are known. */
export function timesOf(records: JobRecords, exit?: Fields): Pick<JobStatus, 'began' | 'ended' | 'nodes'> {
  const began = records.started?.get('began');
  const ended = exit?.get('ended');
  const nodes = records.started?.get('nodes');
  return {
    ...present({ began, ended, nodes }),
  };
}
