import { CancelledError, TrimtabError } from '../../base/problem.js';
import { ErrorCode, readErrorData } from '../../protocol/errors.js';

/** The engine process ended during a request. Reported once by the client that restarts it, not per request. */
export class EngineStoppedError extends Error {
  override readonly name = 'EngineStoppedError';
}

/** A defect in the engine: its message is ready for people, its stack is in the log already. */
export class EngineDefectError extends Error {
  override readonly name = 'EngineDefectError';
}

/** Codes of vscode-jsonrpc and of LSP's ServerCancelled, which the engine itself never sends. */
const pendingResponseRejected = -32097;
const connectionInactive = -32096;
const serverCancelled = -32802;

/** Turns what a request to the engine failed with into the errors the rest of the extension knows. */
export function fromEngine(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = 'code' in error ? error.code : undefined;
  if (code === ErrorCode.requestCancelled || code === serverCancelled) return new CancelledError();
  if (code === pendingResponseRejected) return new EngineStoppedError(error.message);
  if (code === connectionInactive)
    return new TrimtabError('The Trimtab engine is not running. Start it with “Trimtab: Restart Engine”.');
  const data = readErrorData('data' in error ? error.data : undefined);
  if (data?.kind === 'problem')
    return new TrimtabError(error.message, data.details === undefined ? {} : { details: data.details });
  if (data?.kind === 'defect') return new EngineDefectError(error.message);
  return error;
}
