/** The declaration of `trimtab completion`, and the words that can follow on a command line. */
import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Submit } from './values.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Prints the script that completes words in a shell, or the words themselves. */
export type CompletionRequest =
  | { readonly command: 'completion'; readonly shell: Shell }
  | { readonly command: 'words'; readonly before: readonly string[] };

export function completionCommand(submit: Submit<CompletionRequest>) {
  return new Command('completion')
    .summary('print a script that completes commands and options')
    .description(
      'Print a script that completes commands and options in a shell. For bash, add to ~/.bashrc: source <(trimtab completion bash). For zsh, add to ~/.zshrc: source <(trimtab completion zsh). For fish: trimtab completion fish > ~/.config/fish/completions/trimtab.fish',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action((shell) => submit({ command: 'completion', shell }));
}

/** The command that the scripts start: `trimtab complete -- <words before the cursor>`. */
export function wordsCommand(submit: Submit<CompletionRequest>) {
  return new Command('complete')
    .description('Print the words that can follow; the scripts of "trimtab completion" start it.')
    .argument('[words...]')
    .action((before) => submit({ command: 'words', before }));
}

/** A word that can follow, with its meaning. */
export interface Completion {
  readonly word: string;
  readonly meaning: string;
}

/**
 * The commands, options and values that can follow.
 * @param before the words after `trimtab` that are complete
 * @returns no words where a file or another free value follows; the shell completes files then
 */
export function completionsOf(program: CommandUnknownOpts, before: readonly string[]): Completion[] {
  let command = program;
  let isBeforeOperand = true;
  for (const word of before) {
    const next: CommandUnknownOpts | undefined = command.commands.find(
      (one) => one.name() === word || one.aliases().includes(word),
    );
    if (next !== undefined && isBeforeOperand) command = next;
    else if (!word.startsWith('-')) isBeforeOperand = false;
  }
  const last = before.at(-1) ?? '';
  const help = command.createHelp();
  const options = help.visibleOptions(command);
  const open = options.find((option) => option.required && (option.long === last || option.short === last));
  if (open !== undefined) return (open.argChoices ?? []).map((word) => ({ word, meaning: '' }));
  const commands = help.visibleCommands(command).map((one) => ({ word: one.name(), meaning: one.summary() }));
  const choices = command.registeredArguments.flatMap((one) => one.argChoices ?? []);
  return [
    ...(isBeforeOperand ? [...commands, ...choices.map((word) => ({ word, meaning: '' }))] : []),
    ...options.map((option) => ({ word: option.long ?? option.flags, meaning: option.description })),
  ];
}
