import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import * as vscode from 'vscode';
import { type FailureMessage, readPageMessage, type StateMessage } from '../../protocol/pages/messages.js';
import type { ErrorFunnel } from '../errors.js';
import { explain } from '../explain.js';
import { pageHtml, sentenceHtml } from './html.js';

/** What a page is and what it does with what the person does there. */
export interface PageDefinition<State, Action> {
  /** Name of its bundle in dist/webviews. */
  readonly name: string;
  readonly title: string;
  readonly actions: v.GenericSchema<unknown, Action>;
  readonly handle: (action: Action) => Promise<void>;
  /** The state to show; asked for when the page is there and whenever `refresh` is called. */
  readonly state: () => Promise<State>;
}

/** Makes an editor say one sentence, as plain text. */
export function showSentence(webview: vscode.Webview, title: string, sentence: string): void {
  webview.html = sentenceHtml(title, sentence);
}

/** A webview drawn by one of Trimtab's bundles. It is told its whole state at each change. */
export class PageView<State, Action> implements vscode.Disposable {
  private readonly disposables: vscode.Disposable;
  private ready = false;
  private asked = 0;

  constructor(
    private readonly webview: vscode.Webview,
    private readonly definition: PageDefinition<State, Action>,
    private readonly errors: ErrorFunnel,
    bundles: vscode.Uri,
  ) {
    const { name, title } = definition;
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [bundles] };
    const address = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(bundles, file)).toString();
    this.disposables = webview.onDidReceiveMessage((message: unknown) => this.hear(message));
    webview.html = pageHtml({
      source: webview.cspSource,
      script: address(`${name}.js`),
      style: address(`${name}.css`),
      title,
      nonce: randomBytes(18).toString('hex'),
    });
  }

  /** Asks for the state anew and shows it; of several at once, the last one counts. */
  async refresh(): Promise<void> {
    if (!this.ready) return;
    const turn = ++this.asked;
    const state = await this.definition.state().catch((error: unknown) => this.fail(error, turn));
    if (turn !== this.asked) return;
    const message: StateMessage<State> = { kind: 'state', state };
    await this.webview.postMessage(message);
  }

  /** The page says it too: it stays when the message is closed. */
  private async fail(error: unknown, turn: number): Promise<never> {
    const explanation = explain(error, this.definition.title);
    if (turn === this.asked && explanation.kind !== 'silent') {
      const message: FailureMessage = { kind: 'failure', sentence: explanation.sentence };
      await this.webview.postMessage(message);
    }
    throw error;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private hear(input: unknown): void {
    const { actions, handle, title } = this.definition;
    const message = readPageMessage(input, actions);
    if (message === undefined) {
      this.errors.report(new Error(`The page said something unknown: ${JSON.stringify(input)}`), title);
      return;
    }
    if (message.kind === 'ready') {
      this.ready = true;
      this.errors.watch(this.refresh(), title);
    } else this.errors.watch(handle(message.action), title);
  }
}
