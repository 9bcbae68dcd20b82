/** Changes of build commands: variables of make, options of CMake, options of trimtab-build. */
import { basename } from 'node:path';
import type { Commands } from './failedBuild.js';
import { isMake } from './makeDatabase.js';

const nameOf = (word: string): string | undefined => /^([A-Za-z_]\w*)=/.exec(word)?.[1];

/** Whether a command configures with CMake. */
export const configures = (argv: readonly string[]): boolean =>
  argv.some((word) => basename(word) === 'cmake') && !argv.includes('--build');

function assigned(argv: readonly string[], values: ReadonlyMap<string, string>): string[] {
  const kept = argv.filter((word, index) => index === 0 || !values.has(nameOf(word) ?? ''));
  return [...kept, ...[...values].map(([name, value]) => `${name}=${value}`)];
}

/** Sets variables on the command lines of make, in the place of those with the same names. */
export function withVariables(commands: Commands, values: ReadonlyMap<string, string>): Commands {
  return commands.map((argv) => (argv.some(isMake) ? assigned(argv, values) : argv));
}

/** Replaces the goals of make. */
export function withGoal(commands: Commands, goal: string): Commands {
  return commands.map((argv) => {
    const at = argv.findIndex(isMake);
    return at < 0 ? argv : [...argv.slice(0, at + 1), goal, ...argv.slice(at + 1)];
  });
}

/** Sets variables of CMake where it configures, in the place of those with the same names. */
export function withDefinitions(commands: Commands, values: ReadonlyMap<string, string>): Commands {
  return commands.map((argv) => {
    if (!configures(argv)) return argv;
    const kept = argv.filter((word) => !values.has(/^-D(\w+)(:\w+)?=/.exec(word)?.[1] ?? ''));
    return [...kept, ...[...values].map(([name, value]) => `-D${name}=${value}`)];
  });
}

/** The value of a variable of CMake on the command lines. */
export function definitionIn(commands: Commands, name: string): string | undefined {
  const prefix = `-D${name}=`;
  return commands
    .flat()
    .find((word) => word.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Puts options of trimtab-build into the commands that it starts. */
export function withBuildOptions(commands: Commands, options: readonly string[]): Commands {
  return commands.map((argv) => {
    if (argv.at(0) !== 'trimtab-build') return argv;
    const behind = argv.at(1) === '--fresh' ? 2 : 1;
    return [...argv.slice(0, behind), ...options, ...argv.slice(behind)];
  });
}

/** Whether two lists of commands are the same. */
export const areSame = (a: Commands, b: Commands): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Commands as a person types them behind `--build '…'`, between other quotes. */
export function typedBuild(commands: Commands): string {
  const typed = (word: string): string => (/[\s"&|;<>()$#*?]/.test(word) || word === '' ? `"${word}"` : word);
  return commands
    .map((argv) =>
      argv
        .filter((word) => word !== 'trimtab-build' && word !== '--fresh')
        .map(typed)
        .join(' '),
    )
    .join(' && ');
}
