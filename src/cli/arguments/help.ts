/** The form of the help. */
import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** Applies to a command and all below it. */
export function configureHelp(command: CommandUnknownOpts): void {
  command.configureHelp({
    subcommandTerm: (one) => one.name(),
    subcommandDescription: summaryOf,
    optionDescription: (option) => descriptionOf(option),
    argumentDescription: (argument) => described(argument.description, argument.argChoices, argument.defaultValue),
  });
  command.helpOption('-h, --help', 'print this help');
  if (command.parent !== null) command.helpCommand(false);
  command.commands.forEach(configureHelp);
}

/** A line about a command for a list. */
export function summaryOf(command: CommandUnknownOpts): string {
  const [first = ''] = command.description().split(/\.(?: |$)/);
  return command.summary() || `${first.charAt(0).toLowerCase()}${first.slice(1)}`;
}

/** The meaning of an option, its choices and its default. */
export function descriptionOf({ description, argChoices, defaultValue, negate }: Option): string {
  return described(description, argChoices, negate ? undefined : defaultValue);
}

function described(text: string, choices: readonly string[] | undefined, value: unknown): string {
  const list = choices === undefined ? '' : `: ${choices.join(', ')}`;
  return `${text}${list}${typeof value === 'string' || typeof value === 'number' ? ` (default: ${value})` : ''}`;
}
