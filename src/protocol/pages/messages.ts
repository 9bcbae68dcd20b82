/**
 * Messages between the extension and its pages. A page receives its whole state once it is ready, then only changes. It
 * sends the actions of the user and keeps nothing that the extension would need to request. Pictures drawn from many
 * numbers are not part of the state: a page requests their data (questions.ts).
 */
import * as v from 'valibot';
import type { Delta } from './delta.js';
import { askMessage, dropMessage, type QuestionMessage } from './questions.js';

/** First message of the extension. */
export interface StateMessage<State> {
  readonly kind: 'state';
  readonly state: State;
  /** Of this state; that of each later one is larger by 1. */
  readonly number: number;
}

/** Message of the extension when the state changed. */
export interface ChangeMessage {
  readonly kind: 'change';
  /** Of the new state: the page must have the one before it, else it asks for the whole with `ready`. */
  readonly number: number;
  readonly delta: Delta;
}

/** Message of the extension if no state can be shown: the reason, as a sentence. */
export interface FailureMessage {
  readonly kind: 'failure';
  readonly sentence: string;
}

/** Message of a page: that it is ready and has no state, an action of the user, or a question. */
export type PageMessage<Action> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'action'; readonly action: Action }
  | QuestionMessage;

/**
 * Reads a message of a page; undefined if it is invalid.
 * @param action the schema of the page's actions
 */
export function readPageMessage<Action>(
  input: unknown,
  action: v.GenericSchema<unknown, Action>,
): PageMessage<Action> | undefined {
  const schema = v.variant('kind', [
    v.object({ kind: v.literal('ready') }),
    v.object({ kind: v.literal('action'), action }),
    askMessage,
    dropMessage,
  ]);
  const parsed = v.safeParse(schema, input);
  return parsed.success ? parsed.output : undefined;
}
