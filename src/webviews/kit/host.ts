/** The one link of a page to the extension. */
import { changedBy } from '../../protocol/pages/delta.js';
import type { ChangeMessage, FailureMessage, PageMessage, StateMessage } from '../../protocol/pages/messages.js';
import type { AnswerMessage } from '../../protocol/pages/questions.js';
import { Questions } from './questions.js';

interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

/** Typed access to the extension, and what a page keeps while it is hidden or the window is loaded again. */
export class Host<State, Action> {
  private readonly vscode = acquireVsCodeApi();
  private kept: Record<string, unknown>;
  /** Questions of the page for columns of numbers. */
  readonly questions = new Questions((message) => this.send(message));
  private told: { readonly state: State; readonly number: number } | undefined;

  constructor() {
    const kept = this.vscode.getState();
    this.kept = isRecord(kept) ? { ...kept } : {};
  }

  /** Hears every new state, or why there is none, and asks for the first one. */
  start(hear: (state: State) => void, fail: (sentence: string) => void): void {
    type Message = StateMessage<State> | ChangeMessage | FailureMessage | AnswerMessage | undefined;
    window.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data?.kind === 'state') hear(this.keepState(data.state, data.number));
      if (data?.kind === 'change') this.change(data, hear);
      if (data?.kind === 'failure') fail(data.sentence);
      if (data?.kind === 'answer' || data?.kind === 'noAnswer') this.questions.hear(data);
    });
    this.send({ kind: 'ready' });
  }

  private keepState(state: State, number: number): State {
    this.told = { state, number };
    return state;
  }

  /** A change to a state that the page does not have means that one was missed: the whole state is requested again. */
  private change({ number, delta }: ChangeMessage, hear: (state: State) => void): void {
    const { told } = this;
    if (told?.number === number - 1) hear(this.keepState(changedBy(told.state, delta), number));
    else this.send({ kind: 'ready' });
  }

  act(action: Action): void {
    this.send({ kind: 'action', action });
  }

  /** Returns a stored value if it is of the expected kind. */
  recall<T>(key: string, initial: T, is: (value: unknown) => value is T): T {
    const value = this.kept[key];
    return is(value) ? value : initial;
  }

  /** Stores a value that JSON can represent. */
  keep(key: string, value: unknown): void {
    this.kept = { ...this.kept, [key]: value };
    this.vscode.setState(this.kept);
  }

  private send(message: PageMessage<Action>): void {
    this.vscode.postMessage(message);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
