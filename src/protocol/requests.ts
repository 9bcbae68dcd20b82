import type { Notifications, Requests } from './messages.js';

export type RequestMethod = keyof Requests;
export type NotificationMethod = keyof Notifications;

/**
 * Handlers of the requests. Each method requires one: a request without a handler is a compile error.
 *
 * @typeParam Context argument of a handler in addition to its parameters, such as the means to notice a cancellation
 */
export type RequestHandlers<Context> = {
  readonly [M in RequestMethod]: (
    params: Requests[M]['params'],
    context: Context,
  ) => Requests[M]['result'] | Promise<Requests[M]['result']>;
};

/** The part of a connection that sends requests; both a language client and a bare JSON-RPC connection have it. */
export interface RequestSender<Token> {
  sendRequest<R>(method: string, params: unknown, token?: Token): Promise<R>;
}

/**
 * Sends a request of `Requests` and returns its typed result.
 * @param token cancels the request when the client asks for it
 * @throws what the connection throws; `readErrorData` of errors.ts reads the `data` of an engine's error
 */
export function send<M extends RequestMethod, Token>(
  connection: RequestSender<Token>,
  method: M,
  params: Requests[M]['params'],
  token?: Token,
): Promise<Requests[M]['result']> {
  return connection.sendRequest<Requests[M]['result']>(method, params, token);
}
