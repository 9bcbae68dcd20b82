/**
 * Questions of pages that are answered with columns of numbers: typed arrays, which VS Code hands to a page as the bytes that
 * they are. A page numbers its questions, and drops every answer that it does not wait for any more.
 */
import * as v from 'valibot';
import type { QueryDeclaration } from '../queries/declaration.js';

/** The questions of a page, by name; each is declared like a query. */
export type PageQuestions = Readonly<Record<string, QueryDeclaration<unknown, unknown, unknown>>>;

/** Of a page that asks nothing. */
export type NoQuestions = Readonly<Record<string, never>>;

/** The parameters of a question. */
export type Asked<Question extends PageQuestions[string]> = v.InferOutput<Question['ask']>;

/** The answer to a question. */
export interface Answered<Question extends PageQuestions[string]> {
  readonly head: v.InferOutput<Question['head']>;
  readonly columns: v.InferOutput<Question['columns']>;
}

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Question of a page; `ask` conforms to the declaration of the question. */
export const askMessage = v.object({
  kind: v.literal('ask'),
  number,
  question: v.pipe(v.string(), v.maxLength(100)),
  ask: v.unknown(),
});
/** It does not wait for the answer any more. */
export const dropMessage = v.object({ kind: v.literal('drop'), number });

export type QuestionMessage = v.InferOutput<typeof askMessage> | v.InferOutput<typeof dropMessage>;

/** Answer of the extension to a question, sent once, unless the question was dropped. */
export type AnswerMessage =
  | { readonly kind: 'answer'; readonly number: number; readonly head: unknown; readonly columns: unknown }
  /** Why there is none, as a sentence. */
  | { readonly kind: 'noAnswer'; readonly number: number; readonly sentence: string };
