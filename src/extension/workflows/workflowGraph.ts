import * as vscode from 'vscode';
import { memoryKey } from '../../protocol/pages/declaration.js';
import { type PageEdit, type WorkflowAction, workflowPage, type WorkflowState } from '../../protocol/pages/workflow.js';
import type { Engine } from '../client/engine.js';
import { type PageDefinition, PageView } from '../pages/page.js';
import { type PageHome, PagePanel } from '../pages/panel.js';
import { shownRun } from './shownRun.js';
import type { WorkflowRunsView } from './workflowRuns.js';

/** As in the manifest. */
const editorType = 'trimtab.workflowGraph';
/** Key in storage of the drawn run. */
const about = memoryKey(workflowPage, 'run');

/** Workflows as graphs: a file in a separate editor, which changes its text; or a run to view. */
export class WorkflowGraphEditor implements vscode.CustomTextEditorProvider, vscode.Disposable {
  private readonly run: PagePanel<WorkflowState, WorkflowAction>;
  private readonly disposables: vscode.Disposable;

  constructor(
    private readonly home: PageHome,
    private readonly engine: Engine,
    private readonly runs: WorkflowRunsView,
  ) {
    this.run = new PagePanel(home, {
      ...workflowPage,
      title: vscode.l10n.t('Workflow Run'),
      handle: (action) => this.handleRun(action),
      state: () => this.runState(),
      answers: {},
    });
    this.disposables = vscode.Disposable.from(
      this.run,
      runs.onDidChange(() => this.run.refresh()),
      vscode.window.registerCustomEditorProvider(editorType, this),
    );
  }

  /** Shows a file as a graph. */
  async openFile(file: vscode.Uri): Promise<void> {
    await vscode.commands.executeCommand('vscode.openWith', file, editorType);
  }

  /** Shows the workflow of a run with the states of its steps. */
  async openRun(id: string): Promise<void> {
    await this.home.memory.update(about, id);
    await this.run.show();
  }

  resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    const definition: PageDefinition<WorkflowState, WorkflowAction> = {
      ...workflowPage,
      handle: (action) => this.handleFile(document, action),
      state: () => this.fileState(document),
      answers: {},
    };
    const { bundles, errors } = this.home;
    const view = new PageView(panel.webview, definition, errors, bundles);
    const refresh = () => errors.watchQuietly(view.refresh(), 'Drawing the workflow');
    const disposables = vscode.Disposable.from(
      view,
      this.runs.onDidChange(refresh),
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document.uri.toString() === document.uri.toString()) refresh();
      }),
    );
    panel.onDidDispose(() => {
      disposables.dispose();
    });
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async fileState(document: vscode.TextDocument): Promise<WorkflowState> {
    const graph = await this.engine.request('trimtab/workflowGraph', { text: document.getText() });
    const run = this.runs.runs.find(({ workflow }) => workflow === document.uri.fsPath);
    return { fileName: vscode.workspace.asRelativePath(document.uri), graph, editable: true, run: shownRun(run) };
  }

  private async handleFile(document: vscode.TextDocument, action: WorkflowAction): Promise<void> {
    switch (action.do) {
      case 'edit':
        await this.edit(document, action.edit);
        return;
      case 'openText':
        await openText(document, action.line);
        return;
      case 'run':
        await document.save();
        await vscode.commands.executeCommand('trimtab.runWorkflow', document.uri);
    }
  }

  /** Changes the document, so that undo, redo and save are the editor's own. */
  private async edit(document: vscode.TextDocument, edit: PageEdit): Promise<void> {
    const before = document.getText();
    const { text } = await this.engine.request('trimtab/editWorkflow', { text: before, edit });
    if (text === before) return;
    const { start, end, replacement } = difference(before, text);
    const change = new vscode.WorkspaceEdit();
    change.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), replacement);
    await vscode.workspace.applyEdit(change);
  }

  private async runState(): Promise<WorkflowState> {
    const id = this.home.memory.get<string>(about, '');
    if (this.runs.runs.length === 0) await this.runs.refresh();
    const { text } = await this.engine.request('trimtab/workflowOfRun', { id });
    const graph = await this.engine.request('trimtab/workflowGraph', { text });
    const run = this.runs.runs.find((candidate) => candidate.id === id);
    return { fileName: id, graph, editable: false, run: shownRun(run) };
  }

  private async handleRun(action: WorkflowAction): Promise<void> {
    if (action.do !== 'openText') return;
    const { text } = await this.engine.request('trimtab/workflowOfRun', {
      id: this.home.memory.get<string>(about, ''),
    });
    await openText(await vscode.workspace.openTextDocument({ content: text, language: 'yaml' }), action.line);
  }
}

async function openText(document: vscode.TextDocument, line: number): Promise<void> {
  const selection = document.validateRange(new vscode.Range(line - 1, 0, line - 1, 0));
  await vscode.window.showTextDocument(document, { selection, viewColumn: vscode.ViewColumn.Beside });
}

/** The part in which two texts differ. */
function difference(before: string, after: string): { start: number; end: number; replacement: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { start, end: before.length - tail, replacement: after.slice(start, after.length - tail) };
}
