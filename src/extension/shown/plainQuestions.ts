/** Questions and lists as VS Code is given them: every text of them plain. Knows only the shape of what VS Code takes. */
import { editorLine, editorName } from '../../base/plainText.js';

/** Texts of a question in addition to the question itself. */
export interface Frame {
  readonly title?: string | undefined;
  readonly placeHolder?: string | undefined;
  readonly prompt?: string | undefined;
}

/** An entry of a list. */
export interface Entry {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

/** Returns the texts of a question made plain; omitted ones remain omitted. */
export function plainFrame({ title, placeHolder, prompt }: Frame): { [K in keyof Frame]?: string } {
  return {
    ...(title === undefined ? {} : { title: editorName(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: editorLine(placeHolder) }),
    ...(prompt === undefined ? {} : { prompt: editorLine(prompt) }),
  };
}

/** An entry as the list shows it: without icons, which only the program itself may set. */
export function plainEntry({ label, description, detail }: Entry): Entry {
  return {
    label: editorName(label),
    ...(description === undefined ? {} : { description: editorLine(description) }),
    ...(detail === undefined ? {} : { detail: editorLine(detail) }),
  };
}
