/** `trimtab completion`: commands, options and values that a shell completes. */
import { completionsOf, type Shell } from '../arguments/completion.js';
import { createProgram } from '../arguments/program.js';
import type { Context } from '../services/context.js';

/** Each script passes the words before the cursor, and completes files if no word fits. */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_trimtab() {
  local words
  words=$(trimtab complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null | cut -f 1)
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _trimtab trimtab`,
  zsh: `#compdef trimtab
_trimtab() {
  local -a lines
  lines=("\${(@f)$(trimtab complete -- "\${words[@]:1:$((CURRENT - 2))}" 2>/dev/null)}")
  lines=("\${(@)lines//:/\\:}")
  lines=("\${(@)lines/$'\\t'/:}")
  _describe trimtab lines || _files
}
compdef _trimtab trimtab`,
  fish: `complete -c trimtab -a '(trimtab complete -- (commandline -opc)[2..-1] 2>/dev/null)'`,
};

/** Prints the script that completes words in a shell. */
export async function completion({ terminal }: Context, shell: Shell): Promise<void> {
  await terminal.lines([SCRIPTS[shell]]);
}

/** Prints the words that can follow, each with its meaning behind a tab. */
export async function complete({ terminal }: Context, before: readonly string[]): Promise<void> {
  const program = createProgram(() => undefined, '');
  await terminal.lines(completionsOf(program, before).map(({ word, meaning }) => `${word}\t${meaning}`));
}
