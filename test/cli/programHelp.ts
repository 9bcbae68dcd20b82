/** The help of commands as tests compare it with documentation. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { configureHelp } from '../../src/cli/arguments/help.js';
import { createProgram } from '../../src/cli/arguments/program.js';

const program: CommandUnknownOpts = createProgram(() => undefined, '0.0.0');
configureHelp(program);

/** A command with the help of itself and of all commands below it. */
export interface CommandHelp {
  readonly text: string;
  /** Names of the commands below it. */
  readonly actions: readonly string[];
}

/** The help of a command; undefined if it does not exist. */
export function helpOf(name: string): CommandHelp | undefined {
  const command = program.commands.find((one) => one.name() === name || one.aliases().includes(name));
  return command === undefined
    ? undefined
    : { text: textOf(command), actions: command.commands.map((one) => one.name()) };
}

/** The help of all commands. */
export const allHelp = textOf(program);

function textOf(command: CommandUnknownOpts): string {
  return [command.helpInformation(), ...command.commands.map(textOf)].join('\n');
}
