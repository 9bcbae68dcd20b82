/** Makefiles that want a goal and print which there are. */
import { basename } from 'node:path';
import { makeUsage } from '../../buildSystems/makeUsage.js';
import { withGoal } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';
import { isMake } from '../makeDatabase.js';
import { clearlyMeant, plausible } from '../plausible.js';

/** A command of make without goals; undefined for others. */
function withoutGoal(argv: readonly string[]): boolean {
  const at = argv.findIndex(isMake);
  const words = argv.slice(at + 1);
  return (
    at >= 0 &&
    !words.some(
      (word, index) => !word.startsWith('-') && !word.includes('=') && !/^-[fCIoW]$/.test(words[index - 1] ?? ''),
    )
  );
}

/** Goals of the makefile that its output lists, each at the beginning of a line or behind `make`. */
export function listedGoals({ output, make, commands, failed }: FailedBuild): string[] {
  const argv = failed ?? commands.at(-1);
  if (make === undefined || argv === undefined || !withoutGoal(argv) || makeUsage(output) !== undefined) return [];
  const shown = output
    .split('\n')
    .filter((line) => !/^(?:\S*\/)?g?make(\[\d+\])?: /.test(line))
    .flatMap((line) => [
      ...(/^[ \t"'*-]*([A-Za-z0-9_][\w.+-]*)/.exec(line)?.slice(1) ?? []),
      ...[...line.matchAll(/\bmake[ \t]+([\w.+-]+)/g)].map(([, goal = '']) => goal),
      // A list in one line, such as `goals: a, b or c`.
      ...(/(?:targets?|goals?|options?|one of|systems?)[^:]*:[ \t]*(.+)$/i.exec(line)?.[1]?.split(/[\s,|]+/) ?? []),
    ]);
  const known = new Set(make.goals);
  const found = [...new Set(shown)].filter((goal) => known.has(goal) && !/\.(o|mod|a|so|exe)$/.test(goal));
  return found.length > 1 ? found : [];
}

/** Whether a build compiled nothing, or failed without a goal. */
const lacksGoal = ({ failed, output }: FailedBuild): boolean =>
  failed === undefined || /\*\*\*\s+(No targets|.*[Pp]lease|.*[Cc]hoose|.*[Ss]pecify|.*[Tt]arget)/.test(output);

/** Builds the goal that suits this machine, if it is clear which. */
export function listedGoal(build: FailedBuild): Repair | undefined {
  if (!lacksGoal(build)) return undefined;
  const goals = listedGoals(build);
  const goal = clearlyMeant(goals, build.sources.mpi);
  if (goal === undefined) return undefined;
  return {
    commands: withGoal(build.commands, goal),
    reason: `the makefile needs a goal, one of ${plausible(goals, build.sources.mpi)
      .slice(0, 12)
      .map(({ name }) => name)
      .join(', ')}`,
  };
}

/** Goals to choose from, the likeliest first. */
export function goalsToChoose(build: FailedBuild): string[] {
  if (!lacksGoal(build)) return [];
  const goals = listedGoals(build);
  return plausible(goals, build.sources.mpi).map(({ name }) => name);
}

/** Builds `all`, or the goal with the name of the folder, where the first goal of a makefile builds nothing. */
export function usualGoal(build: FailedBuild): Repair | undefined {
  const { failed, make, commands, folder } = build;
  const argv = commands.at(-1);
  if (failed !== undefined || make === undefined || argv === undefined || !withoutGoal(argv)) return undefined;
  if (makeUsage(build.output) !== undefined || listedGoals(build).length > 0) return undefined;
  const goal = ['all', basename(folder), basename(folder).toLowerCase()].find((name) => make.goals.includes(name));
  if (goal === undefined) return undefined;
  return { commands: withGoal(commands, goal), reason: 'the first goal of the makefile builds nothing' };
}
