/**
 * What a page is, said once: its name is that of its folder in `src/webviews`, of its bundle, of its kind of panel and of the
 * event in the package manifest that brings it back after the window was loaded again. A test holds all of these together.
 */
import type * as v from 'valibot';
import type { NoQuestions, PageQuestions } from './questions.js';

export interface PageDeclaration<State, Action, Questions extends PageQuestions = NoQuestions> {
  /** Letters only. */
  readonly name: string;
  /** For people, unless the extension knows a better one for what is shown. */
  readonly title: string;
  /** What a person can do there. */
  readonly actions: v.GenericSchema<unknown, Action>;
  /** What it asks for columns of numbers. */
  readonly questions: Questions;
  /** It is a view beside the editors, not an editor. */
  readonly isView?: true;
  /** Only a type: what is shown. */
  readonly shows?: State;
}

/** The kind of panel, as VS Code remembers it. */
export function panelType({ name }: { readonly name: string }): string {
  return `trimtab.${name}`;
}

/** Where it is kept what a page is about, until the window is opened again. */
export function memoryKey({ name }: { readonly name: string }, what: string): string {
  return `trimtab.${name}.${what}`;
}

/** The experiment that a page is about. */
export interface ShownExperiment {
  readonly id: string;
  readonly name: string;
  /** What makes its numbers doubtful, in a few words. */
  readonly doubt?: string;
}
