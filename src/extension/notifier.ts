import * as vscode from 'vscode';

export interface ShownMessage {
  readonly level: 'information' | 'warning' | 'error';
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
    const titles = actions.map((action) => action.title);
    const chosen = await (level === 'error'
      ? vscode.window.showErrorMessage(text, ...titles)
      : level === 'warning'
        ? vscode.window.showWarningMessage(text, ...titles)
        : vscode.window.showInformationMessage(text, ...titles));
    await actions.find((action) => action.title === chosen)?.run();
  }
}
