import type * as vscode from 'vscode';
import type { FindingsReport } from '../model/findings/findings.js';
import type { Selected } from '../model/selection.js';
import type { ExperimentSummary } from '../protocol/experiments.js';
import type { LineMark } from '../protocol/messages.js';
import type { Answer, Ask, QueryKind } from '../protocol/queries/index.js';
import type { ShownMessage } from './notifier.js';
import type { RowTree } from './views/rowTree.js';

/**
 * Result of `activate`, for other extensions. Additions keep the version; a change that breaks a caller increases it.
 */
export interface TrimtabApi {
  readonly version: 1;
  /** Fires when experiments came, went, changed, or another one was selected. */
  readonly onDidChangeExperiments: vscode.Event<void>;
  /** The experiments of the workspace, newest first. */
  experiments(): Promise<readonly ExperimentSummary[]>;
  /** The report of the experiment whose marks are shown; undefined when none is selected. */
  report(): Promise<FindingsReport | undefined>;
  /**
   * Reads a trace or profile and keeps it as an experiment.
   * @param path the file (of a trace its anchor file), or the folder that holds it
   * @returns the experiment's id
   */
  openTrace(path: string): Promise<string>;
  /**
   * Asks about the measurement of an experiment: definitions, call tree, values by call path and location, counts of events
   * in windows of time. Numbers come as typed arrays.
   * @param experiment its id
   */
  query<K extends QueryKind>(experiment: string, kind: K, ask: Ask<K>, signal?: AbortSignal): Promise<Answer<K>>;
  /** Only while tests run inside VS Code. */
  readonly testing?: TestingApi;
}

/** State that tests inside VS Code cannot see through VS Code's API. Not for other extensions. */
export interface TestingApi {
  /** Resolves when the first engine answers. */
  readonly ready: Promise<void>;
  readonly trees: {
    readonly findings: RowTree;
    readonly experiments: RowTree;
    readonly workflowRuns: RowTree;
    readonly targets: RowTree;
    readonly live: RowTree;
  };
  /** Returns the marks shown in a document; VS Code does not expose the decorations of an editor. */
  marks(uri: vscode.Uri): readonly LineMark[];
  /** Returns the current selection of all views. */
  selection(): Selected | undefined;
  readonly onDidPaint: vscode.Event<vscode.Uri>;
  readonly onDidShowMessage: vscode.Event<ShownMessage>;
  readonly onDidStartEngine: vscode.Event<void>;
  engineProcess(): number | undefined;
}
