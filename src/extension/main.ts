import * as vscode from 'vscode';
import type { TrimtabApi } from './api.js';
import { Workbench } from './workbench.js';

/** Called by VS Code; returns at once while the engine starts. */
export function activate(context: vscode.ExtensionContext): TrimtabApi {
  const workbench = new Workbench(context.extensionUri);
  context.subscriptions.push(workbench);
  const ready = workbench.start();
  return workbench.api(context.extensionMode === vscode.ExtensionMode.Test ? ready : undefined);
}
