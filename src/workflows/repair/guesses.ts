/** The most likely build commands, for the question how a program is built. */
import { join } from 'node:path';
import { entriesOf, PROJECT_TEXT, readText } from '../../base/files/index.js';
import { typedBuild, withDefinitions, withGoal } from './commands.js';
import type { FailedBuild } from './failedBuild.js';
import { isMake } from './makeDatabase.js';
import { plausible } from './plausible.js';
import { demandedBy } from './rules/cmake.js';
import { goalsToChoose } from './rules/goals.js';

const MOST = 3;
const READ_ME = /^(readme|install|building|build)([._-].*)?$/i;
const PROMPT = /^[ \t]*(?:[$>%][ \t]*|[*-][ \t]+)?`{0,3}/;
/** Compilers and tools whose calls need no shell. */
const COMMAND = /^(?:g?make|mpicc|mpicxx|mpic\+\+|mpif90|mpifort|gcc|g\+\+|gfortran)\b/;

/** Commands that build, in the text for users. */
function commandsInText(project: string, { make }: FailedBuild): string[] {
  const files = entriesOf(project).filter((entry) => entry.isFile() && READ_ME.test(entry.name));
  const lines = files.flatMap(({ name }) => readText(join(project, name), PROJECT_TEXT).split('\n'));
  return lines.flatMap((line) => {
    const command = line.replace(PROMPT, '').replace(/`+.*$/, '').trim();
    return COMMAND.test(command) && !/[;|<>$`]|\.\.\./.test(command) && isCommand(command, make?.goals ?? [])
      ? [command]
      : [];
  });
}

/** Whether words behind make are options, variables or goals, and behind a compiler files or options: prose is neither. */
function isCommand(line: string, goals: readonly string[]): boolean {
  const [program = '', ...words] = line.split(/\s+/);
  if (!isMake(program)) return words.includes('-o');
  return (
    words.length > 0 &&
    words.every((word) => word.startsWith('-') || /^\w+=/.test(word) || goals.includes(word)) &&
    !words.some((word) => /^(\w*clean|install|tests?|check)$/.test(word))
  );
}

/** Returns at most three commands, as they are typed, the likeliest first. */
export function guessesFor(build: FailedBuild, project: string): string[] {
  const { commands, output, sources } = build;
  const goals = goalsToChoose(build).map((goal) => typedBuild(withGoal(commands, goal)));
  const demanded = demandedBy(output);
  const values = plausible(demanded?.values ?? [], sources.mpi).map(({ name }) =>
    typedBuild(withDefinitions(commands, new Map([[demanded?.name ?? '', name]]))),
  );
  const failed = typedBuild(commands);
  const all = [...goals, ...values, ...commandsInText(project, build)].filter((command) => command !== failed);
  return [...new Set(all)].slice(0, MOST);
}
