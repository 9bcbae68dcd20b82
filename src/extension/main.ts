import * as vscode from 'vscode';
import type { TrimtabApi } from './api.js';
import { Workbench } from './workbench.js';

let workbench: Workbench | undefined;

/** Called by VS Code; returns at once while the engine starts. */
export function activate(context: vscode.ExtensionContext): TrimtabApi {
  workbench = new Workbench(context.extensionUri, context.workspaceState);
  context.subscriptions.push(workbench);
  const ready = workbench.start();
  return workbench.api(context.extensionMode === vscode.ExtensionMode.Test ? ready : undefined);
}

/** Called by VS Code before the window closes; it waits for the engine to end what it started. */
export async function deactivate(): Promise<void> {
  await workbench?.stop();
}
