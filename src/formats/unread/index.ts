/**
 * Files of performance tools that are recognized and not read: opening one fails with its form and with the command that
 * converts it.
 */
import { TrimtabError } from '../../base/problem.js';
import type { Format } from '../format.js';
import { gperftoolsForm } from './gperftools.js';
import { hpctoolkitForm } from './hpctoolkit.js';
import { perfettoForm } from './perfetto.js';

interface UnreadForm {
  /** The form of a file; undefined where it is another one. */
  readonly formOf: (head: Uint8Array) => string | undefined;
  /** The sentence on a file of a form. */
  readonly sentence: (path: string, form: string) => string;
}

const forms: readonly UnreadForm[] = [gperftoolsForm, hpctoolkitForm, perfettoForm];

/** The form of a file as a format whose `open` always fails; undefined for all other files. */
export function unreadFormat(head: Uint8Array): Format | undefined {
  for (const { formOf, sentence } of forms) {
    const form = formOf(head);
    if (form === undefined) continue;
    return {
      title: form,
      kind: 'profile',
      extensions: [],
      plainNames: [],
      recognizes: (other) => formOf(other) === form,
      open: (path) => {
        throw new TrimtabError(sentence(path, form));
      },
    };
  }
  return undefined;
}
