import {
  TextDocumentSyncKind,
  TextDocuments,
  type Connection,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { believeForeignOwners } from '../experiments/index.js';
import type { ClientNotifications } from '../protocol/session.js';
import { shippedProperties } from '../properties/index.js';
import { Announcer } from './requests/announcer.js';
import { carriedSelection } from './selection/carriedSelection.js';
import { AslLanguage } from './asl/aslLanguage.js';
import { isAsl, ProjectTexts } from './asl/projectTexts.js';
import { offerAsl, registerAsl } from './asl/register.js';
import { registerHandlers } from './requests/dispatch.js';
import { Documents } from './editor/documents.js';
import { sentenceOf, toResponseError } from './requests/failures.js';
import { requestHandlers } from './handlers.js';
import { PathMatcher } from './history/pathMatcher.js';
import { LanguageFeatures } from './languageFeatures.js';
import { readEngineOptions } from './requests/parameters.js';
import type { EngineParts } from './parts.js';
import { Channel } from './measurements/channel.js';
import { LiveLines } from './live/liveLines.js';
import { LiveRuns } from './live/liveRuns.js';
import { Measurements } from './measurements/measurements.js';
import { SharedSelection } from './selection/sharedSelection.js';
import { Placement } from './editor/placement.js';
import { Runs, STOP_TIMEOUT_MS } from './runs/runs.js';
import { Selection } from './selection/selection.js';
import { PathMaps } from './sources/pathMaps.js';
import { TargetSettings } from './targets/targetSettings.js';
import { WorkflowRuns } from './workflows/workflowRuns.js';
import { tellMistakes } from './workflows/mistakes.js';
import { Workspace } from './project/workspace.js';

/** Answers one client over a connection until it disconnects. */
export function serve(connection: Connection): void {
  const open = new TextDocuments(TextDocument);
  const parts = makeParts(connection, open);
  registerLifecycle(connection, parts);
  registerLanguageFeatures(connection, parts);
  registerHandlers(connection, requestHandlers(parts));
  open.onDidChangeContent(({ document }) => parts.announcer.documentEdited(document.uri));
  tellMistakes(connection, open, (text) => parts.announcer.log(text));
  registerAsl(connection, parts.asl, open, (text) => parts.announcer.log(text));
  open.listen(connection);
  connection.listen();
}

function makeParts(connection: Connection, open: TextDocuments<TextDocument>): EngineParts {
  const announcer = new Announcer(connection);
  const log = (text: string) => announcer.log(text);
  const targetSettings = new TargetSettings();
  const pathMaps = new PathMaps(() => targetSettings.targets, log);
  const workspace = new Workspace(log, pathMaps);
  const selection = new Selection(workspace, log);
  const documents = new Documents(open);
  const placement = new Placement(documents, log);
  const liveRuns = new LiveRuns(workspace, targetSettings, log);
  const liveLines = new LiveLines({
    workspace,
    searched: () => (runs.isTrusted ? liveRuns.searched() : []),
    changed: () => announcer.refreshLenses(),
    log,
  });
  const features = new LanguageFeatures(workspace, selection, placement, documents, shippedProperties, liveLines);
  // Metrics of the shown run in addition to the built-in ones.
  const metrics = () => (selection.shown?.report.metrics ?? []).map((metric) => ({ description: '', ...metric }));
  const projects = () => workspace.allStores.map(({ project }) => project);
  const asl = new AslLanguage(new ProjectTexts(open, projects, metrics), metrics);
  const workflowRuns = new WorkflowRuns(workspace, selection, announcer, targetSettings, () => liveLines.watch());
  const runs = new Runs(workspace, selection, announcer, workflowRuns, targetSettings);
  const measurements = new Measurements({ readsOutside: () => runs.isTrusted });
  const channel = new Channel(
    (id, kind, ask, signal) => measurements.query(workspace.storeOf(id).get(id), kind, ask, signal),
    log,
  );
  const pathMatcher = new PathMatcher(workspace, measurements);
  const sharedSelection = new SharedSelection(selection, announcer, (selected, to, signal) =>
    carriedSelection({ workspace, measurements, pathMatcher }, selected, to, signal),
  );
  return {
    announcer,
    properties: shippedProperties,
    workspace,
    selection,
    sharedSelection,
    documents,
    placement,
    asl,
    features,
    runs,
    workflowRuns,
    targetSettings,
    pathMaps,
    measurements,
    pathMatcher,
    channel,
    liveRuns,
    liveLines,
  };
}

function registerLifecycle(connection: Connection, parts: EngineParts): void {
  const {
    announcer,
    workspace,
    selection,
    features,
    runs,
    workflowRuns,
    targetSettings,
    pathMaps,
    measurements,
    channel,
    liveRuns,
    liveLines,
  } = parts;
  let watchesFolders = false;
  let takesRegistrations = false;
  connection.onInitialize((params) => {
    workspace.setFolders((params.workspaceFolders ?? []).map(({ uri }) => uri));
    const options = readEngineOptions(params.initializationOptions);
    believeForeignOwners(options.trusted);
    features.configure(options);
    runs.configure(options);
    workflowRuns.configure(options);
    targetSettings.configure(options);
    pathMaps.describe(options.pathMap ?? { pathMap: {} });
    announcer.lensRefresh = params.capabilities.workspace?.codeLens?.refreshSupport ?? false;
    watchesFolders = params.capabilities.workspace?.workspaceFolders ?? false;
    takesRegistrations = params.capabilities.textDocument?.completion?.dynamicRegistration ?? false;
    selection.restore();
    return capabilities();
  });
  connection.onInitialized(() => {
    workflowRuns.pickUp();
    runs.pickUp();
    if (takesRegistrations) offerHelp(connection, announcer);
    if (watchesFolders) watchFolders(connection, parts);
  });
  connection.onNotification('trimtab/trust', ({ trusted }: ClientNotifications['trimtab/trust']) => {
    believeForeignOwners(trusted);
    runs.trust(trusted);
    workflowRuns.trust(trusted);
  });
  connection.onNotification('trimtab/targetSettings', ({ targets }: ClientNotifications['trimtab/targetSettings']) =>
    targetSettings.describe(targets),
  );
  connection.onNotification('trimtab/pathMap', (settings: ClientNotifications['trimtab/pathMap']) => {
    pathMaps.describe(settings);
    selection.relocate();
    announcer.selectionChanged(selection.selected);
  });
  connection.onShutdown(async () => {
    channel.close();
    liveLines.close();
    await Promise.all([runs.stop(), workflowRuns.leave(STOP_TIMEOUT_MS), measurements.close(), liveRuns.close()]);
  });
}

/** Takes folders up that are added to the window, and gives up those that are removed. */
function watchFolders(connection: Connection, { workspace, selection, announcer }: EngineParts): void {
  connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
    workspace.changeFolders(
      added.map(({ uri }) => uri),
      removed.map(({ uri }) => uri),
    );
    selection.restore();
    announcer.selectionChanged(selection.selected);
  });
}

/** Without it, everything else works as well. */
function offerHelp(connection: Connection, announcer: Announcer): void {
  offerAsl(connection).catch((error: unknown) => {
    announcer.log(`Help with properties is not offered: ${sentenceOf(error)}`);
  });
}

function capabilities(): InitializeResult {
  return {
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      codeLensProvider: { resolveProvider: false },
      hoverProvider: true,
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
    serverInfo: { name: 'trimtab' },
  };
}

function registerLanguageFeatures(connection: Connection, { features, asl, selection, announcer }: EngineParts): void {
  const guard = async <T>(doing: string, answer: Promise<T>) => {
    try {
      return await answer;
    } catch (error) {
      throw toResponseError(error, doing, (text) => announcer.log(text));
    }
  };
  connection.onCodeLens(({ textDocument: { uri } }) =>
    isAsl(uri) ? propertyLenses(uri) : guard('codeLens', features.codeLenses(uri)),
  );
  const propertyLenses = (uri: string) => {
    const { shown } = selection;
    return shown !== undefined && features.hasCommands ? asl.lenses(uri, shown.label.name) : [];
  };
  connection.onHover(({ textDocument: { uri }, position }) =>
    isAsl(uri) ? asl.hover(uri, position) : guard('hover', features.hover(uri, position.line)),
  );
}
