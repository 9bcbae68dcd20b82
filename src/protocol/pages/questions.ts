/**
 * Questions of pages that are answered with columns of numbers: typed arrays, which VS Code hands to a page as the bytes that
 * they are. A page numbers its questions, and drops every answer that it does not wait for any more.
 */
import * as v from 'valibot';
import type { QueryDeclaration } from '../queries/declaration.js';

/** What can be asked, by the names of the questions; each is declared as a query is. */
export type PageQuestions = Readonly<Record<string, QueryDeclaration<unknown, unknown, unknown>>>;

/** Of a page that asks nothing. */
export type NoQuestions = Readonly<Record<string, never>>;

/** What is asked with a question. */
export type Asked<Question extends PageQuestions[string]> = v.InferOutput<Question['ask']>;

/** What it is answered with. */
export interface Answered<Question extends PageQuestions[string]> {
  readonly head: v.InferOutput<Question['head']>;
  readonly columns: v.InferOutput<Question['columns']>;
}

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A page asks; `ask` is what the declaration of the question says. */
export const askMessage = v.object({
  kind: v.literal('ask'),
  number,
  question: v.pipe(v.string(), v.maxLength(100)),
  ask: v.unknown(),
});
/** It does not wait for the answer any more. */
export const dropMessage = v.object({ kind: v.literal('drop'), number });

export type QuestionMessage = v.InferOutput<typeof askMessage> | v.InferOutput<typeof dropMessage>;

/** What the extension says to a question, once, unless it was dropped. */
export type AnswerMessage =
  | { readonly kind: 'answer'; readonly number: number; readonly head: unknown; readonly columns: unknown }
  /** Why there is none, as a sentence. */
  | { readonly kind: 'noAnswer'; readonly number: number; readonly sentence: string };
