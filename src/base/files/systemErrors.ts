/** Errors of the file system, as sentences that a user can act on. */
import { dirname } from 'node:path';
import { TrimtabError } from '../problem.js';

/** The code of a system error, such as ENOSPC; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Turns a failed write into one sentence a person can act on. */
export function writeError(path: string, error: unknown): TrimtabError {
  const code = errorCode(error);
  const sentences: Record<string, string> = {
    ENOSPC: `There is no space left to write ${path}; free some space on that disk and run again.`,
    EDQUOT: `Your quota does not allow to write ${path}; free some space and run again.`,
    EFBIG: `${path} would exceed the allowed file size; raise the limit (ulimit -f) and run again.`,
    EACCES: `${path} may not be written; check the permissions of ${dirname(path)}.`,
    EPERM: `${path} may not be written; check the permissions of ${dirname(path)}.`,
    ENOENT: `${path} could not be written: there is no folder ${dirname(path)}.`,
    ENOTDIR: `${path} could not be written: ${dirname(path)} is no folder.`,
    EROFS: `${path} is on a file system that is mounted read-only; work in a copy of the project.`,
    EEXIST: `${path} could not be written: something else has this name; move it and run again.`,
    EISDIR: `${path} could not be written: it is a folder; move it and run again.`,
    ELOOP: `${path} is a link, and nothing is written through links; remove it and run again.`,
  };
  const message =
    (code === undefined ? undefined : sentences[code]) ?? `${path} could not be written (${code ?? String(error)}).`;
  return new TrimtabError(message, { cause: error });
}

/** A file that cannot be read, or that must not be. The message is one sentence with the file's path. */
export class UnreadableFile extends TrimtabError {
  constructor(
    /** The system's code, such as ENOENT, or why Trimtab refuses: NOT_A_FILE, TOO_LARGE, OUTSIDE. */
    readonly code: string,
    path: string,
    /** Why, for a sentence that names the file already. */
    readonly reason: string,
    cause?: unknown,
  ) {
    super(`${path} cannot be read: ${reason}.`, { cause });
  }
}

/** Turns a failed read into one sentence a person can act on. */
export function readError(path: string, error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  const code = errorCode(error) ?? 'EIO';
  const reasons: Record<string, string> = {
    ENOENT: 'it does not exist',
    ENOTDIR: 'it does not exist',
    EACCES: 'its permissions do not allow it',
    EPERM: 'its permissions do not allow it',
    ELOOP: 'it is a link that leads nowhere',
  };
  return new UnreadableFile(code, path, reasons[code] ?? `the system reports ${code}`, error);
}
