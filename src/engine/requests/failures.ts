import { ResponseError } from 'vscode-languageserver/node';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { ErrorCode, type ErrorData } from '../../protocol/errors.js';
import { ParameterError } from './parameters.js';

/**
 * Converts any thrown value to an error response. A user's problem is one sentence, a cancellation is silent, and
 * malformed parameters are reported as such. Everything else is a defect in two lines, with the stack in the log.
 * @param doing the request that failed, for the log and the second line
 */
export function toResponseError(error: unknown, doing: string, log: (text: string) => void): ResponseError<ErrorData> {
  if (error instanceof CancelledError) return new ResponseError(ErrorCode.requestCancelled, error.message);
  if (error instanceof TrimtabError) {
    const { message, details } = error;
    const data: ErrorData = details === undefined ? { kind: 'problem' } : { kind: 'problem', details };
    return new ResponseError(ErrorCode.requestFailed, message, data);
  }
  if (error instanceof ParameterError) return new ResponseError(ErrorCode.invalidParams, error.message);
  log(`${doing} failed: ${stackOf(error)}`);
  const message = error instanceof Error ? error.message : String(error);
  return new ResponseError<ErrorData>(
    ErrorCode.internalError,
    `Trimtab failed at ${doing}: ${firstLine(message)}\nThis is a defect of Trimtab; its log has the location.`,
    { kind: 'defect' },
  );
}

/** One sentence for a log or a list of problems. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? firstLine(error.message) : String(error);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('');
}
