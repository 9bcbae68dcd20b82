import type * as vscode from 'vscode';
import type { Notifications, Requests } from '../../protocol/messages.js';
import type { Answer, Ask, QueryKind } from '../../protocol/queries/index.js';
import type { NotificationMethod, RequestMethod } from '../../protocol/requests.js';

/** The engine as the features see it: typed requests and notifications, whichever process answers them. */
export interface Engine {
  /**
   * @throws TrimtabError with a sentence for the person, CancelledError, EngineStoppedError when the process went away,
   * or EngineDefectError
   */
  request<M extends RequestMethod>(
    method: M,
    params: Requests[M]['params'],
    token?: vscode.CancellationToken,
  ): Promise<Requests[M]['result']>;
  /**
   * Asks about the measurement of an experiment; numbers come as typed arrays.
   * @throws as request
   */
  query<K extends QueryKind>(experiment: string, kind: K, ask: Ask<K>, signal?: AbortSignal): Promise<Answer<K>>;
  on<M extends NotificationMethod>(method: M, handler: (params: Notifications[M]) => void): vscode.Disposable;
  /** Asks the editor to fetch the lenses of all documents again, after something changed that they depend on. */
  refreshLenses(): void;
  /**
   * Fires each time an engine process is ready: the first, every one after a restart, and when the workspace became
   * trusted. Request all data again.
   */
  readonly onDidStart: vscode.Event<void>;
}
