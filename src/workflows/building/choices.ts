/**
 * Choices of the user about building and starting a program, written into its configuration, so that they are asked
 * once.
 */
import { basename } from 'node:path';
import { isSeq, type Document } from 'yaml';
import { withoutLauncher } from '../../targets/launch.js';
import { argumentWords, documentOf, openCommand, PROGRAM, writtenCommand } from './settle.js';

/** The user's choices. */
export interface Choices {
  /** The commands that build, as people type them; `&&` between them. */
  readonly build?: string;
  /** The program to measure, of those the build makes. */
  readonly program?: string;
  /** The program's arguments. */
  readonly arguments?: readonly string[];
  /** How many MPI ranks to start. */
  readonly ranks?: number;
  /** The file that the program reads from its standard input, relative to the configuration; '' for none. */
  readonly input?: string;
  /** Name of the target that it runs on. */
  readonly target?: string;
}

/** The build commands that a person typed, with the measurement in front. */
export function buildCommands(line: string): string[][] {
  const commands = line
    .split('&&')
    .map(argumentWords)
    .filter((words) => words.length > 0);
  return commands.map((words, index) => [
    'trimtab-build',
    ...(index === commands.length - 1 ? ['--fresh'] : []),
    ...words,
  ]);
}

function setBuild(document: Document, commands: readonly (readonly string[])[]): void {
  const node = document.createNode(commands.length === 1 ? commands[0] : commands, { flow: true });
  document.setIn(['build', 'command'], node);
  const list: unknown = document.getIn(['build', 'command'], true);
  if (commands.length > 1 && isSeq(list)) list.flow = false;
}

/** Returns the configuration with other build commands; its comments are kept. */
export function withBuild(text: string, commands: readonly (readonly string[])[]): string {
  const document = documentOf(text);
  setBuild(document, commands);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Returns the configuration with the choices; its comments are kept. */
export function withChoices(text: string, { build, program, arguments: given, ranks, input, target }: Choices): string {
  const document = documentOf(text);
  const write = (keys: readonly string[], value: unknown): void => {
    const node = document.createNode(value, { flow: true });
    document.setIn(keys, node);
  };
  let words = writtenCommand(document);
  const own = withoutLauncher(words);
  if (build !== undefined) {
    setBuild(document, buildCommands(build));
  }
  // Another build may make another program: what it makes is looked for again.
  if ((build ?? program) !== undefined) words = openCommand(words, own);
  if (given !== undefined) {
    const at = words.includes(PROGRAM) ? words.indexOf(PROGRAM) : words.length - own.length;
    words = [...words.slice(0, at + 1), ...given];
  }
  write(['run', 'command'], words);
  if (ranks !== undefined) write(['ranks'], ranks);
  if (target !== undefined) write(['target'], target);
  if (input === '') document.deleteIn(['run', 'input']);
  else if (input !== undefined) write(['run', 'input'], input);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Which of several programs is meant by what a person typed: its path, the end of its path, or its name. */
export function namedAmong(wanted: string, options: readonly string[]): string | undefined {
  const plain = wanted.replace(/^\.\//, '');
  return (
    options.find((name) => name === plain) ??
    options.find((name) => name.endsWith(`/${plain}`)) ??
    options.find((name) => basename(name) === basename(plain))
  );
}
