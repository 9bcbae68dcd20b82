import * as vscode from 'vscode';
import { panelType } from '../../protocol/pages/declaration.js';
import type { NoQuestions, PageQuestions } from '../../protocol/pages/questions.js';
import type { ErrorFunnel } from '../errors.js';
import { type PageDefinition, PageView } from './page.js';

/** Dependencies of every page in addition to its definition. */
export interface PageHome {
  /** Folder of the pages' bundles. */
  readonly bundles: vscode.Uri;
  readonly icon: { readonly light: vscode.Uri; readonly dark: vscode.Uri };
  readonly errors: ErrorFunnel;
  /** Keeps what the pages are about until the window is opened again. */
  readonly memory: vscode.Memento;
}

/** A singleton page, shown as a separate editor and restored after the window was reloaded. */
export class PagePanel<State, Action, Questions extends PageQuestions = NoQuestions> implements vscode.Disposable {
  private open: { readonly panel: vscode.WebviewPanel; readonly view: PageView<State, Action, Questions> } | undefined;
  private readonly disposables: vscode.Disposable;
  private readonly type: string;

  constructor(
    private readonly home: PageHome,
    private readonly definition: PageDefinition<State, Action, Questions>,
  ) {
    this.type = panelType(definition);
    this.disposables = vscode.window.registerWebviewPanelSerializer(this.type, {
      deserializeWebviewPanel: (panel) => {
        this.adopt(panel);
        return Promise.resolve();
      },
    });
  }

  /** Shows the page, or brings it to the front with its newest state. */
  async show(): Promise<void> {
    if (this.open === undefined) {
      const { definition } = this;
      this.adopt(vscode.window.createWebviewPanel(this.type, definition.title, vscode.ViewColumn.Active));
      return;
    }
    this.open.panel.reveal();
    await this.open.view.refresh();
  }

  /** Shows the newest state where the page is open. */
  refresh(): void {
    if (this.open === undefined) return;
    this.home.errors.watchQuietly(this.open.view.refresh(), this.definition.title);
  }

  dispose(): void {
    this.open?.panel.dispose();
    this.disposables.dispose();
  }

  private adopt(panel: vscode.WebviewPanel): void {
    this.open?.panel.dispose();
    const { bundles, icon, errors } = this.home;
    const view = new PageView(panel.webview, this.definition, errors, bundles);
    panel.iconPath = icon;
    panel.title = this.definition.title;
    this.open = { panel, view };
    panel.onDidDispose(() => {
      view.dispose();
      if (this.open?.panel === panel) this.open = undefined;
    });
  }
}
