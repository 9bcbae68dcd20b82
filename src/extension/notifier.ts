import * as vscode from 'vscode';
import { type MessageLevel, showMessage } from './shown/messages.js';

export interface ShownMessage {
  readonly level: MessageLevel;
  readonly text: string;
}

/** A button below a message and what it does. */
export interface Action {
  readonly title: string;
  readonly run: () => unknown;
}

/** The one place that shows notifications. Each is logged, so that a message once closed can still be read. */
export class Notifier implements vscode.Disposable {
  private readonly shown = new vscode.EventEmitter<ShownMessage>();
  /** Fires with every message shown; tests count them. */
  readonly onDidShow = this.shown.event;

  constructor(private readonly log: vscode.LogOutputChannel) {}

  /** Shows a message without waiting for it to be closed. */
  tell(level: ShownMessage['level'], text: string, ...actions: readonly Action[]): void {
    this.log.info(`message (${level}): ${text}`);
    this.shown.fire({ level, text });
    void this.open(level, text, actions);
  }

  dispose(): void {
    this.shown.dispose();
  }

  private async open(level: ShownMessage['level'], text: string, actions: readonly Action[]): Promise<void> {
    const chosen = await showMessage(
      level,
      text,
      actions.map((action) => action.title),
    );
    if (chosen !== undefined) await actions[chosen]?.run();
  }
}
