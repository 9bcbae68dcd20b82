import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { PageDeclaration } from '../../protocol/pages/declaration.js';
import { deltaOf } from '../../protocol/pages/delta.js';
import {
  type ChangeMessage,
  type FailureMessage,
  readPageMessage,
  type StateMessage,
} from '../../protocol/pages/messages.js';
import type { NoQuestions, PageQuestions } from '../../protocol/pages/questions.js';
import type { ErrorFunnel } from '../errors.js';
import { explain } from '../explain.js';
import { pageHtml, sentenceHtml } from './html.js';
import { type Answerers, QuestionDesk } from './questions.js';

/** Definition of a page and its reactions to the user's actions. */
export interface PageDefinition<State, Action, Questions extends PageQuestions = NoQuestions> extends PageDeclaration<
  State,
  Action,
  Questions
> {
  readonly handle: (action: Action) => Promise<void>;
  /** Returns the state to show; called when the page is ready and at each `refresh`. */
  readonly state: () => Promise<State>;
  /** Answers to the page's requests for columns of numbers. */
  readonly answers: Answerers<Questions>;
}

/** Shows one sentence in an editor, as plain text. */
export function showSentence(webview: vscode.Webview, title: string, sentence: string): void {
  webview.html = sentenceHtml(title, sentence);
}

/** A webview drawn by one of Trimtab's bundles. It receives its whole state once, and then the changes. */
export class PageView<State, Action, Questions extends PageQuestions = NoQuestions> implements vscode.Disposable {
  private readonly disposables: vscode.Disposable;
  private readonly desk: QuestionDesk<Questions>;
  private ready = false;
  private asked = 0;
  /** State of the page; undefined if it has none, or something else is shown instead. */
  private told: { readonly state: State; readonly number: number } | undefined;

  constructor(
    private readonly webview: vscode.Webview,
    private readonly definition: PageDefinition<State, Action, Questions>,
    private readonly errors: ErrorFunnel,
    bundles: vscode.Uri,
  ) {
    const { name, title, questions, answers } = definition;
    this.desk = new QuestionDesk(
      questions,
      answers,
      (message) => void webview.postMessage(message),
      (error) => this.sentenceOf(error),
    );
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

  /** Requests the state again and shows it; of several concurrent calls, the last one counts. */
  async refresh(): Promise<void> {
    if (!this.ready) return;
    const turn = ++this.asked;
    const state = await this.definition.state().catch((error: unknown) => this.fail(error, turn));
    if (turn !== this.asked) return;
    const message = this.messageOf(state);
    if (message !== undefined) await this.webview.postMessage(message);
  }

  /** Returns the message about a state; undefined if the page has it already. */
  private messageOf(state: State): StateMessage<State> | ChangeMessage | undefined {
    const { told } = this;
    const number = (told?.number ?? 0) + 1;
    const delta = told === undefined ? undefined : deltaOf(told.state, state);
    if (delta?.is === 'same') return undefined;
    this.told = { state, number };
    return delta === undefined ? { kind: 'state', state, number } : { kind: 'change', number, delta };
  }

  /** The page shows it too: it remains when the message is closed. */
  private async fail(error: unknown, turn: number): Promise<never> {
    const explanation = explain(error, this.definition.title);
    if (turn === this.asked && explanation.kind !== 'silent') {
      this.told = undefined;
      const message: FailureMessage = { kind: 'failure', sentence: explanation.sentence };
      await this.webview.postMessage(message);
    }
    throw error;
  }

  /** Returns the text shown instead of an answer; a defect is also logged. */
  private sentenceOf(error: unknown): string {
    const { title } = this.definition;
    const explanation = explain(error, title);
    if (explanation.kind === 'silent') return vscode.l10n.t('The engine stopped before it answered. Try again.');
    this.errors.note(error, title);
    return explanation.sentence;
  }

  dispose(): void {
    this.desk.dispose();
    this.disposables.dispose();
  }

  private hear(input: unknown): void {
    const { actions, handle, title } = this.definition;
    const message = readPageMessage(input, actions);
    if (message === undefined) {
      this.errors.report(
        new Error(vscode.l10n.t('The page sent an unknown message: {0}', JSON.stringify(input))),
        title,
      );
      return;
    }
    if (message.kind === 'ready') {
      this.ready = true;
      this.told = undefined;
      this.errors.watch(this.refresh(), title);
    } else if (message.kind === 'action') this.errors.watch(handle(message.action), title);
    else this.desk.hear(message);
  }
}
