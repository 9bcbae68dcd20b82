import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import type { RequestHandlers, RequestMethod } from '../protocol/requests.js';
import { checkParameters } from './parameters.js';
import { toResponseError } from './failures.js';

/** What a handler is given besides its parameters. */
export interface RequestContext {
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
}

/** Registers every handler; each gets checked parameters, and what it throws becomes a response error. */
export function registerHandlers(connection: Connection, handlers: RequestHandlers<RequestContext>): void {
  const log = (text: string) => connection.console.error(text);
  for (const method of methodsOf(handlers)) registerOne(connection, method, handlers, log);
}

function registerOne<M extends RequestMethod>(
  connection: Connection,
  method: M,
  handlers: RequestHandlers<RequestContext>,
  log: (text: string) => void,
): void {
  connection.onRequest(method, async (...received: unknown[]) => {
    // Requests without parameters arrive as (token), others as (params, token).
    const token = received.find(isToken);
    const params = received.length > 1 ? received[0] : null;
    const abort = new AbortController();
    const subscription = token?.onCancellationRequested(() => abort.abort());
    try {
      if (token?.isCancellationRequested) abort.abort();
      return await handlers[method](checkParameters(method, params), { signal: abort.signal });
    } catch (error) {
      return toResponseError(error, method, log);
    } finally {
      subscription?.dispose();
    }
  });
}

function isToken(value: unknown): value is CancellationToken {
  return typeof value === 'object' && value !== null && 'onCancellationRequested' in value;
}

function methodsOf(handlers: RequestHandlers<RequestContext>): RequestMethod[] {
  return Object.keys(handlers).filter((key): key is RequestMethod => key in handlers);
}
