import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import type { Requests } from '../../protocol/messages.js';
import type { RequestHandlers, RequestMethod } from '../../protocol/requests.js';
import { checkParameters } from './parameters.js';
import { toResponseError } from './failures.js';

/** Arguments of a handler in addition to its parameters. */
export interface RequestContext {
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
}

/** Registers every handler; each gets checked parameters, and what it throws becomes a response error. */
export function registerHandlers(connection: Connection, handlers: RequestHandlers<RequestContext>): void {
  for (const method of methodsOf(handlers)) {
    connection.onRequest(method, async (...received: unknown[]): Promise<unknown> => {
      // Requests without parameters arrive as (token), others as (params, token).
      const params = received.length > 1 ? received[0] : null;
      try {
        return await answer(handlers, method, params, received.find(isToken));
      } catch (error) {
        return toResponseError(error, method, (text) => connection.console.error(text));
      }
    });
  }
}

async function answer<M extends RequestMethod>(
  handlers: RequestHandlers<RequestContext>,
  method: M,
  params: unknown,
  token: CancellationToken | undefined,
): Promise<Requests[M]['result']> {
  const abort = new AbortController();
  const subscription = token?.onCancellationRequested(() => abort.abort());
  if (token?.isCancellationRequested) abort.abort();
  try {
    return await handlers[method](checkParameters(method, params), { signal: abort.signal });
  } finally {
    subscription?.dispose();
  }
}

function isToken(value: unknown): value is CancellationToken {
  return typeof value === 'object' && value !== null && 'onCancellationRequested' in value;
}

function methodsOf(handlers: RequestHandlers<RequestContext>): RequestMethod[] {
  return Object.keys(handlers).filter((key): key is RequestMethod => key in handlers);
}
