import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import type { WorkflowRunSummary } from '../../protocol/workflows.js';

/** Shows the table with a run's measurement overhead. @throws TrimtabError if it created none */
export async function showTable({ table, name }: WorkflowRunSummary): Promise<void> {
  if (table === undefined)
    throw new TrimtabError(vscode.l10n.t('{0} has not measured the overhead yet. Run it first.', name));
  await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.file(table));
}
