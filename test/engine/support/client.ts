import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { ALL_EXPERIMENTS, type ExperimentSummary } from '../../../src/protocol/experiments.js';
import type { Notifications } from '../../../src/protocol/messages.js';
import { type NotificationMethod, send } from '../../../src/protocol/requests.js';
import type { EngineOptions } from '../../../src/protocol/session.js';

/** A notification that was heard, with its method. */
type Heard = {
  [M in NotificationMethod]: { readonly method: M; readonly params: Notifications[M] };
}[NotificationMethod];

/** A client of a real engine process over standard input and output. */
export class EngineClient {
  readonly heard: Heard[] = [];
  private readonly waiting = new Set<() => void>();
  /** How often the engine asked to fetch lenses again. */
  lensRefreshes = 0;
  /** Log output of the engine. */
  log = '';

  private constructor(
    readonly connection: ProtocolConnection,
    readonly process: ChildProcess,
  ) {}

  /** Starts an engine and initializes it for the folders. */
  static async start(
    engine: string,
    folders: readonly string[],
    options?: EngineOptions,
    environment: NodeJS.ProcessEnv = process.env,
  ): Promise<EngineClient> {
    const child = spawn(process.execPath, [engine, '--stdio'], { stdio: 'pipe', env: environment });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const client = new EngineClient(connection, child);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (client.log += text));
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      client.log += `${message}\n`;
    });
    connection.onRequest('workspace/codeLens/refresh', () => {
      client.lensRefreshes++;
      return null;
    });
    connection.onRequest('client/registerCapability', () => null);
    client.record();
    connection.listen();
    await connection.sendRequest('initialize', {
      processId: process.pid,
      capabilities: { workspace: { codeLens: { refreshSupport: true }, workspaceFolders: true } },
      rootUri: null,
      workspaceFolders: folders.map((path) => ({ uri: uriOf(path), name: path })),
      ...(options === undefined ? {} : { initializationOptions: options }),
    });
    await connection.sendNotification('initialized', {});
    return client;
  }

  /** Waits for the first notification, from `since` in the order heard, that the test accepts. */
  async until(accepts: (heard: Heard) => boolean, since = 0): Promise<Heard> {
    for (;;) {
      const found = this.heard.slice(since).find(accepts);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  open(path: string, text: string, version = 1): Promise<void> {
    return this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: uriOf(path), languageId: 'c', version, text },
    });
  }

  /** Replaces whole lines `from…to` (0-based, `to` excluded) of an open document. */
  edit(path: string, version: number, from: number, to: number, text: string): Promise<void> {
    return this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: uriOf(path), version },
      contentChanges: [{ range: { start: { line: from, character: 0 }, end: { line: to, character: 0 } }, text }],
    });
  }

  /** Ends the engine as an editor does. */
  async stop(): Promise<void> {
    const ended = this.process.exitCode === null ? once(this.process, 'exit') : Promise.resolve();
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    await ended;
    this.connection.dispose();
  }

  /** Ends the engine as a crash does. */
  async kill(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    this.connection.dispose();
  }

  private record(): void {
    const hear = (heard: Heard) => {
      this.heard.push(heard);
      for (const wake of this.waiting) wake();
      this.waiting.clear();
    };
    const { connection } = this;
    connection.onNotification('trimtab/progress', (params: Notifications['trimtab/progress']) =>
      hear({ method: 'trimtab/progress', params }),
    );
    connection.onNotification('trimtab/selectionChanged', (params: Notifications['trimtab/selectionChanged']) =>
      hear({ method: 'trimtab/selectionChanged', params }),
    );
    connection.onNotification('trimtab/output', (params: Notifications['trimtab/output']) =>
      hear({ method: 'trimtab/output', params }),
    );
    connection.onNotification('trimtab/experimentsChanged', (params: Notifications['trimtab/experimentsChanged']) =>
      hear({ method: 'trimtab/experimentsChanged', params }),
    );
    connection.onNotification('trimtab/marksChanged', (params: Notifications['trimtab/marksChanged']) =>
      hear({ method: 'trimtab/marksChanged', params }),
    );
  }
}

/** All experiments that an engine knows. */
export async function allExperiments(connection: ProtocolConnection): Promise<readonly ExperimentSummary[]> {
  return (await send(connection, 'trimtab/listExperiments', ALL_EXPERIMENTS)).experiments;
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
