import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import type { Notifications, Requests } from '../../protocol/messages.js';
import type { Answer, Ask, QueryKind } from '../../protocol/queries/index.js';
import type { NotificationMethod, RequestMethod } from '../../protocol/requests.js';
import {
  EXPLAIN_PROPERTY_COMMAND,
  SHOW_DYNAMICS_COMMAND,
  SHOW_FINDING_COMMAND,
  type Askpass,
  type ClientNotifications,
  type EngineOptions,
  type PathMapSettings,
} from '../../protocol/session.js';
import { KnownStates } from '../../protocol/knownStates.js';
import { askPerson } from '../askpass/askPerson.js';
import { AskpassServer } from '../askpass/server.js';
import type { Notifier } from '../notifier.js';
import { documentSelector, propertySelector, workflowSelector } from './documents.js';
import type { Engine } from './engine.js';
import { EngineStoppedError, fromEngine } from './engineErrors.js';
import { MeasurementChannel } from './measurementChannel.js';
import { RestartPolicy } from './restartPolicy.js';

export interface EngineFiles {
  /** The engine's bundle. */
  readonly module: string;
  /** Folder of the compiler wrapper and the measurement library. */
  readonly probeFolder: string;
  /** The bundle of the program that asks for ssh. */
  readonly askpass: string;
}

const codeLensEnabled = (document: vscode.TextDocument) =>
  vscode.workspace.getConfiguration('trimtab', document).get<boolean>('codeLens.enabled', true);

/** All that hear of a notification. */
type Hearers = { readonly [M in NotificationMethod]: Set<(params: Notifications[M]) => void> };

const noHearers = (): Hearers => ({
  'trimtab/workflowRunsChanged': new Set(),
  'trimtab/workflowEnded': new Set(),
  'trimtab/progress': new Set(),
  'trimtab/output': new Set(),
  'trimtab/experimentsChanged': new Set(),
  'trimtab/selectionChanged': new Set(),
  'trimtab/marksChanged': new Set(),
});

/** A client whose own messages go to the log only: `EngineClient` informs the user, once. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Runs the engine process and connects to it; restarts it when it stops unexpectedly, and shows one message. */
export class EngineClient implements Engine, vscode.Disposable {
  private readonly client: LanguageClient;
  private readonly states: KnownStates<vscode.CancellationToken>;
  private readonly policy = new RestartPolicy();
  private readonly started = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable;
  private readonly hearers: Hearers = noHearers();
  private readonly asking: AskpassServer | undefined;
  private readonly channel = new MeasurementChannel(() => this.request('trimtab/openChannel', null));
  private askpass: Askpass | undefined;
  private stoppedUnasked = false;
  private workLeft: string | undefined;

  readonly onDidStart = this.started.event;

  constructor(
    files: EngineFiles,
    private readonly notifier: Notifier,
    private readonly log: vscode.LogOutputChannel,
  ) {
    // ssh on Windows cannot ask so; there it asks nothing.
    this.asking =
      process.platform === 'win32'
        ? undefined
        : new AskpassServer({ node: process.execPath, helper: files.askpass }, askPerson);
    this.client = new QuietClient(
      'trimtab',
      vscode.l10n.t('Trimtab engine'),
      { module: files.module, transport: TransportKind.ipc },
      this.clientOptions(files.probeFolder),
    );
    this.states = new KnownStates(this.client);
    this.disposables = vscode.Disposable.from(
      this.started,
      this.client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) this.ready();
        if (newState === State.StartFailed)
          this.tellDown(vscode.l10n.t('The Trimtab engine did not start. Its log contains the reason.'));
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.sendTrust()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('trimtab.targets')) void this.sendTargets();
        if (change.affectsConfiguration('trimtab.pathMap')) void this.sendPathMap();
      }),
      // The setting is sent per folder.
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.sendPathMap()),
      { dispose: () => this.asking?.dispose() },
      this.channel,
    );
  }

  /** Starts the engine; resolves when it is ready to answer. A failure is reported when the state changes. */
  async start(): Promise<void> {
    await this.startAsking();
    try {
      await this.client.start();
    } catch (error) {
      this.log.error(`the engine did not start: ${String(error)}`);
    }
  }

  /** Restarts the engine at the user's request, also after it stopped repeatedly. */
  async restart(): Promise<void> {
    this.policy.reset();
    if (this.client.isRunning()) await this.client.stop();
    await this.start();
  }

  async request<M extends RequestMethod>(
    method: M,
    params: Requests[M]['params'],
    token?: vscode.CancellationToken,
  ): Promise<Requests[M]['result']> {
    try {
      return await this.states.request(method, params, token);
    } catch (error) {
      const known = fromEngine(error);
      if (known instanceof EngineStoppedError) this.workLeft = workLeftBy(method) ?? this.workLeft;
      throw known;
    }
  }

  query<K extends QueryKind>(experiment: string, kind: K, ask: Ask<K>, signal?: AbortSignal): Promise<Answer<K>> {
    return this.channel.query(experiment, kind, ask, signal);
  }

  on<M extends NotificationMethod>(method: M, handler: (params: Notifications[M]) => void): vscode.Disposable {
    const hearers: Hearers[M] = this.hearers[method];
    hearers.add(handler);
    // The client knows one that hears of each: the one who came last.
    this.client.onNotification(method, (params: Notifications[M]) => {
      for (const hear of [...hearers]) hear(params);
    });
    return new vscode.Disposable(() => hearers.delete(handler));
  }

  refreshLenses(): void {
    for (const document of vscode.workspace.textDocuments)
      this.client.getFeature('textDocument/codeLens').getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  }

  /** Process id of the running engine, for tests that end it. */
  get processId(): number | undefined {
    return this.client.serverProcess?.pid;
  }

  /** Ends the engine and with it the runs under way; the window is closing. */
  async stop(): Promise<void> {
    if (this.client.isRunning()) await this.client.stop();
  }

  dispose(): void {
    this.disposables.dispose();
    this.client.dispose().catch((error: unknown) => this.log.warn(`stopping the engine: ${String(error)}`));
  }

  private clientOptions(probeFolder: string): LanguageClientOptions {
    const initializationOptions = (): EngineOptions => ({
      trusted: vscode.workspace.isTrusted,
      probeFolder,
      targets: settingsTargets(),
      pathMap: settingsPathMap(),
      askpass: this.askpass,
      commandLinks: true,
    });
    return {
      documentSelector: [...documentSelector, ...propertySelector, ...workflowSelector],
      outputChannel: this.log,
      traceOutputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions,
      markdown: {
        isTrusted: { enabledCommands: [EXPLAIN_PROPERTY_COMMAND, SHOW_FINDING_COMMAND, SHOW_DYNAMICS_COMMAND] },
      },
      initializationFailedHandler: (error) => {
        this.log.error(`the engine did not start: ${String(error)}`);
        return false;
      },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.closed(),
      },
      middleware: {
        provideCodeLenses: (document, token, next) => (codeLensEnabled(document) ? next(document, token) : []),
      },
    };
  }

  private closed(): CloseHandlerResult {
    // A failed start would fail again.
    if (this.client.state === State.Starting) return { action: CloseAction.DoNotRestart, handled: true };
    if (this.policy.stopped(performance.now()) === 'restart') {
      this.stoppedUnasked = true;
      return {
        action: CloseAction.Restart,
        handled: true,
        message: vscode.l10n.t('The engine stopped and is restarting.'),
      };
    }
    this.stoppedUnasked = false;
    this.tellDown(
      vscode.l10n.t('The Trimtab engine stopped repeatedly and was not restarted. Its log contains the reason.'),
    );
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private tellDown(sentence: string): void {
    this.notifier.tell(
      'error',
      sentence,
      { title: vscode.l10n.t('Show Log'), run: () => this.log.show(true) },
      { title: vscode.l10n.t('Restart'), run: () => this.restart() },
    );
  }

  private ready(): void {
    if (this.stoppedUnasked) {
      const left = this.workLeft === undefined ? '' : ` ${this.workLeft}`;
      this.notifier.tell(
        'warning',
        vscode.l10n.t('The Trimtab engine was restarted after a failure. Your experiments are kept.{0}', left),
        { title: vscode.l10n.t('Show Log'), run: () => this.log.show(true) },
      );
    }
    this.stoppedUnasked = false;
    this.workLeft = undefined;
    this.states.forget();
    this.started.fire();
  }

  /** Without it the engine works as well; ssh then asks nothing. */
  private async startAsking(): Promise<void> {
    if (this.asking === undefined || this.askpass !== undefined) return;
    try {
      this.askpass = await this.asking.start();
    } catch (error) {
      this.log.warn(`ssh cannot ask here: ${String(error)}`);
    }
  }

  private async sendTrust(): Promise<void> {
    // Settings of the workspace count from now on.
    await this.sendTargets();
    await this.tell('trimtab/trust', { trusted: vscode.workspace.isTrusted });
    // Data hidden without trust are shown now.
    if (this.client.isRunning()) this.started.fire();
  }

  private sendTargets(): Promise<void> {
    return this.tell('trimtab/targetSettings', { targets: settingsTargets() });
  }

  private sendPathMap(): Promise<void> {
    return this.tell('trimtab/pathMap', settingsPathMap());
  }

  private async tell<M extends keyof ClientNotifications>(method: M, params: ClientNotifications[M]): Promise<void> {
    try {
      await this.client.sendNotification(method, params);
    } catch (error) {
      this.log.warn(`${method} was not sent: ${String(error)}`);
    }
  }
}

/** Returns the target settings. In an untrusted workspace VS Code ignores the workspace's own settings. */
function settingsTargets(): unknown {
  return vscode.workspace.getConfiguration('trimtab').get<unknown>('targets', {});
}

function settingsPathMap(): PathMapSettings {
  const said = (folder?: vscode.Uri): unknown =>
    vscode.workspace.getConfiguration('trimtab', folder).get<unknown>('pathMap', {});
  const folders = vscode.workspace.workspaceFolders ?? [];
  return { pathMap: said(), folders: Object.fromEntries(folders.map(({ uri }) => [uri.toString(), said(uri)])) };
}

/** Returns the effect on long work whose engine stopped; undefined for short requests. */
function workLeftBy(method: RequestMethod): string | undefined {
  if (method === 'trimtab/openTrace') return vscode.l10n.t('The running analysis was lost. Start it again.');
  return method === 'trimtab/analyzePerformance' || method === 'trimtab/reproduceExperiment'
    ? vscode.l10n.t('The run in progress continues.')
    : undefined;
}
