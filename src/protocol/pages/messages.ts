/**
 * Messages between the extension and its pages. A page is told its whole state when it is there, later what changed in it,
 * and answers with what the person did; it keeps nothing that the extension would have to ask for. What is drawn from many
 * numbers is no part of the state: a page asks for it (questions.ts).
 */
import * as v from 'valibot';
import type { Delta } from './delta.js';
import { askMessage, dropMessage, type QuestionMessage } from './questions.js';

/** What the extension sends first. */
export interface StateMessage<State> {
  readonly kind: 'state';
  readonly state: State;
  /** Of this state; that of each later one is larger by 1. */
  readonly number: number;
}

/** What the extension sends when the state has changed. */
export interface ChangeMessage {
  readonly kind: 'change';
  /** Of the new state: the page must have the one before it, else it asks for the whole with `ready`. */
  readonly number: number;
  readonly delta: Delta;
}

/** What the extension sends where there is no state to show: why, as a sentence. */
export interface FailureMessage {
  readonly kind: 'failure';
  readonly sentence: string;
}

/** What a page sends: that it is there and has no state, what the person did, or what it asks. */
export type PageMessage<Action> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'action'; readonly action: Action }
  | QuestionMessage;

/** Reads what a page sent; undefined when it is nothing a page says. @param action the schema of the page's actions */
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
