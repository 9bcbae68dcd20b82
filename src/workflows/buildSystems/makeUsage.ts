/** Usage text of a build that needs a goal, such as `make <name> CLASS=<class>`. */

/** How a build is to be called. */
export interface MakeUsage {
  /** A command that fits, with the first choice for each word that is open. */
  readonly example: string;
  /** Values for the placeholders; '' if none are printed. */
  readonly choices: string;
}

const CALL = /^[ \t]*g?make((?:[ \t]+(?:\w+=)?<[\w-]{1,40}>|[ \t]+[\w.-]{1,40}){1,8})/m;

/** Returns the printed values of a placeholder: `<class> is "S", "W" or "A"`. */
function choicesFor(word: string, output: string): string[] {
  const list = new RegExp(`<${word}>\\s+is\\s+((?:"[\\w.+-]{1,40}"(?:\\s|,|or\\b)*){1,64})`).exec(output)?.at(1) ?? '';
  return [...list.matchAll(/"([^"]+)"/g)].map(([, choice = '']) => choice);
}

/** Returns the usage of a build; undefined if it does not print it. @param output the last lines it printed */
export function makeUsage(output: string): MakeUsage | undefined {
  const call = CALL.exec(output)?.[1];
  const open = [...(call ?? '').matchAll(/<([\w-]+)>/g)].map(([, word = '']) => ({
    word,
    choices: choicesFor(word, output),
  }));
  if (call === undefined || open.length === 0) return undefined;
  const example = open.reduce(
    (text, { word, choices }) => text.replace(`<${word}>`, choices.at(0) ?? word.toUpperCase()),
    `make ${call.trim()}`,
  );
  const told = open.filter(({ choices }) => choices.length > 1);
  return { example, choices: told.map(({ word, choices }) => `${word}: ${choices.join(', ')}`).join('; ') };
}
