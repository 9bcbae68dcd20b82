/** From the words of a command line to a request. */
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { configureHelp } from './help.js';
import { createProgram, type Request } from './program.js';
import { UsageError } from './usageError.js';

export type { Request };

/** Text to print, such as help. */
export interface PrintRequest {
  readonly command: 'print';
  readonly text: string;
}

/** Groups of actions, with the action that is meant if none is named. */
const DEFAULT_ACTIONS: Readonly<Record<string, string>> = { experiments: 'list', workflow: 'list', targets: 'list' };

/**
 * Parses the words after `trimtab`.
 * @param width columns of the help
 * @throws UsageError
 */
export function parseRequest(args: readonly string[], version: string, width = 100): Request | PrintRequest {
  const { words, behind } = withoutProgramArguments(completed(args));
  let request: Request | undefined;
  let printed = '';
  const program = createProgram((submitted) => (request = submitted), version, behind);
  const configure = (command: CommandUnknownOpts): void => {
    command.configureOutput({
      writeOut: (text) => (printed += text),
      writeErr: () => undefined,
      getOutHelpWidth: () => width,
      getOutHasColors: () => false,
    });
    command.exitOverride((error) => {
      throw error.exitCode === 0 ? error : usageErrorOf(error, command, program);
    });
    command.commands.forEach(configure);
  };
  configure(program);
  configureHelp(program);
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { command: 'print', text: printed.trimEnd() };
    throw error;
  }
  if (request === undefined) throw new UsageError('The command line contains no command.');
  return request;
}

/** Other forms of a command line as their usual form. */
function completed(args: readonly string[]): readonly string[] {
  const [command = '--help', action] = args;
  const usual = DEFAULT_ACTIONS[command];
  if (usual !== undefined && (action === undefined || (action.startsWith('-') && !['-h', '--help'].includes(action))))
    return [command, usual, ...args.slice(1)];
  if (command === 'instrument' && args.includes('--explain'))
    return [command, 'explain', ...args.slice(1).filter((word) => word !== '--explain')];
  const unbuilt = command === 'run' ? args.indexOf('--no-build') : -1;
  if (unbuilt > 0 && !args.slice(0, unbuilt).includes('--'))
    return ['exec', ...args.slice(1, unbuilt), ...args.slice(unbuilt + 1)];
  return args.length === 0 ? [command] : args;
}

/** Separates the words after `--` of `trimtab run`, which are for the program. */
function withoutProgramArguments(args: readonly string[]): {
  readonly words: readonly string[];
  readonly behind?: readonly string[];
} {
  const at = args[0] === 'run' ? args.indexOf('--') : -1;
  return at < 0 ? { words: args } : { words: args.slice(0, at), behind: args.slice(at + 1) };
}

/** The path of a command, such as `trimtab experiments list`. */
function pathOf(command: CommandUnknownOpts): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** The sentence of an error of the parser. */
function usageErrorOf(error: CommanderError, command: CommandUnknownOpts, program: CommandUnknownOpts): UsageError {
  const path = pathOf(command);
  const text = sentenceOf(error, command, path, program);
  return new UsageError(text, { cause: error }, path);
}

function sentenceOf(
  { code, message }: CommanderError,
  command: CommandUnknownOpts,
  path: string,
  program: CommandUnknownOpts,
): string {
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? [];
  const [, similar] = /\(Did you mean (.*)\?\)/s.exec(message) ?? [];
  switch (code) {
    case 'commander.help':
      return `"${path}" needs a command: ${actionsOf(command)}.`;
    case 'commander.unknownCommand': {
      const list = command === program ? '' : ` Use ${actionsOf(command)}.`;
      return `"${path}" has no command "${quoted}".${similar === undefined ? list : ` Did you mean ${similar}?`}`;
    }
    case 'commander.unknownOption': {
      const near = ownersOf(quoted, command.parent ?? program);
      const owners = near.length > 0 ? near : ownersOf(quoted, program);
      const hint = similar === undefined ? '' : ` Did you mean ${similar}?`;
      const belongs = ` It belongs to ${owners.map((owner) => `"${owner}"`).join(', ')}.`;
      return `"${path}" has no option ${quoted}.${owners.length > 0 ? belongs : hint}`;
    }
    case 'commander.missingArgument': {
      const argument = command.registeredArguments.find((one) => one.name() === quoted);
      return `"${path}" needs <${quoted}>: ${argument?.description ?? 'see its help'}.`;
    }
    case 'commander.missingMandatoryOptionValue':
      return `"${path}" needs ${quoted}.`;
    case 'commander.optionMissingArgument':
      return `"${path}" needs a value for ${quoted}.`;
    case 'commander.conflictingOption': {
      const [one = '', other = ''] = [...message.matchAll(/'(?:-\w, )?(--[\w-]+)[^']*'/g)].map(([, name]) => name);
      return `${one} and ${other} exclude each other.`;
    }
    case 'commander.invalidArgument': {
      const [, name, value, choices] =
        /'(?:-\w, )?([^\s']+)[^']*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s.exec(message) ?? [];
      return name === undefined
        ? message
        : `${name} takes ${choices?.replace(/, ([^,]*)$/, ' or $1')}, not "${value}".`;
    }
    case 'commander.excessArguments':
      return `"${path}" does not take "${command.args[command.registeredArguments.length] ?? ''}".`;
    default: {
      const sentence = message.replace(/^error: /, '').replaceAll("'", '"');
      return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${/[.?)]$/.test(sentence) ? '' : '.'}`;
    }
  }
}

const actionsOf = (command: CommandUnknownOpts): string =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name())
    .join(', ');

/** The commands that have an option. */
function ownersOf(option: string, command: CommandUnknownOpts): string[] {
  const has = command.options.some(({ long, short }) => long === option || short === option);
  return [...(has ? [pathOf(command)] : []), ...command.commands.flatMap((one) => ownersOf(option, one))];
}
