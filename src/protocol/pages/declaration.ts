/**
 * The single declaration of a page. Its name is that of its folder in `src/webviews`, of its bundle and of its kind of
 * panel. It is also that of the event in the package manifest that restores it after the window is reloaded. A test
 * checks that all of these agree.
 */
import type * as v from 'valibot';
import type { NoQuestions, PageQuestions } from './questions.js';

export interface PageDeclaration<State, Action, Questions extends PageQuestions = NoQuestions> {
  /** Letters only. */
  readonly name: string;
  /** For people, unless the extension knows a better one for what is shown. */
  readonly title: string;
  /** Actions of the user on the page. */
  readonly actions: v.GenericSchema<unknown, Action>;
  /** Questions of the page for columns of numbers. */
  readonly questions: Questions;
  /** It is a view in the sidebar or panel, not an editor. */
  readonly isView?: true;
  /** Only a type: what is shown. */
  readonly shows?: State;
}

/** The kind of panel, as VS Code remembers it. */
export function panelType({ name }: { readonly name: string }): string {
  return `trimtab.${name}`;
}

/** Returns the key under which the subject of a page is stored until the window is opened again. */
export function memoryKey({ name }: { readonly name: string }, what: string): string {
  return `trimtab.${name}.${what}`;
}

/** The experiment that a page is about. */
export interface ShownExperiment {
  readonly id: string;
  readonly name: string;
  /** Short warning: the reason why its numbers are unreliable. */
  readonly doubt?: string;
}
