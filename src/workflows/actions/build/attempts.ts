/** Builds that repair themselves: after a failed or empty build, rules propose the next commands. */
import { PROJECT_TEXT, readText, writeForPerson } from '../../../base/files/index.js';
import type { TrimtabError } from '../../../base/problem.js';
import { buildCommands, withBuild } from '../../building/choices.js';
import { builtPrograms, type BuiltProgram, type Compilations } from '../../building/builtPrograms.js';
import { isOpen } from '../../building/settle.js';
import { type Configuration, parseConfiguration } from '../../configuration/configuration.js';
import type { Measurement } from '../../configuration/measurement.js';
import { buildFailure } from '../../measuring/sentences.js';
import type { Draft } from '../../provenance/draft.js';
import { buildWithMpi, type Commands, libraryAdvice, nextBuild, type Repair, typedBuild } from '../../repair/index.js';
import { areSame } from '../../repair/commands.js';
import { guessesFor } from '../../repair/guesses.js';
import type { ActionContext } from '../../steps/action.js';
import type { Site } from '../../steps/site.js';
import { type Ended, runCommands } from './commands.js';
import { surveyed } from './survey.js';

/** Number of builds that are tried after the first one. */
const MOST_TRIES = 3;
const OTHER = 'another command';

/** A build that worked. */
export interface Built {
  readonly compilations: Compilations;
  /** The configuration, with the commands that worked. */
  readonly configuration: Configuration;
}

/** Data shared by the attempts. */
interface Setting {
  readonly context: ActionContext;
  readonly site: Site;
  readonly measurement: Measurement;
  readonly draft: Draft;
  /** Whether other commands may be tried: only those of trimtab.yaml, until the program was measured once. */
  readonly mayRepair: boolean;
}

/** Whether the commands of the configuration never led to a result: then they are a proposal, which may be changed. */
export function isUntested({ configuration, store }: ActionContext): boolean {
  return !store
    .readable()
    .some(({ manifest }) => manifest.program === configuration.program && manifest.state === 'complete');
}

/** A build that ended. */
interface Attempt {
  readonly commands: Commands;
  readonly ended: Ended;
  /** The programs that it made; undefined if it failed, and where they cannot be seen or are given. */
  readonly programs: readonly BuiltProgram[] | undefined;
  /** Whether it failed, or made nothing. */
  readonly isBad: boolean;
  /** The facts for rules, which are gathered once. */
  readonly survey: () => ReturnType<typeof surveyed>;
}

async function attempted({ context, site, measurement, draft }: Setting, commands: Commands): Promise<Attempt> {
  const { configuration } = context;
  const ended = await runCommands(context, site, { commands, measurement }, draft);
  const isSeen = ended.failed === undefined && site.isHere && isOpen(configuration);
  const programs = isSeen ? builtPrograms(configuration.project, ended.compilations) : undefined;
  let known: ReturnType<typeof surveyed> | undefined;
  return {
    ...{ commands, ended, programs },
    isBad: ended.failed !== undefined || programs?.length === 0,
    survey: () => (known ??= surveyed(context, site, commands, ended)),
  };
}

/** Whether a build made programs, and none with MPI. */
const isWithoutMpi = ({ programs = [] }: Attempt): boolean => programs.length > 0 && !programs.some(({ mpi }) => mpi);

/** The message of a failed build, with the command to try next. */
async function failureOf(
  { context }: Setting,
  { commands, ended, survey }: Attempt,
  tried: readonly Commands[],
): Promise<TrimtabError> {
  const { build, project } = context.configuration;
  const { argv, result } = ended.failed ?? {
    argv: commands.at(-1) ?? [],
    result: { exitCode: 0, endedBy: undefined, tail: '' },
  };
  const facts = await survey();
  const repair = nextBuild(facts.build, facts.descriptions, tried);
  const library = repair === undefined ? libraryAdvice(facts.build.output) : undefined;
  const guesses = repair === undefined && library === undefined ? guessesFor(facts.build, project) : [];
  const [first, ...others] = guesses;
  const or = others.length === 0 ? '' : ` (or '${others.join("', '")}')`;
  const advice =
    repair !== undefined
      ? `${repair.reason}: trimtab run --build '${typedBuild(repair.commands)}'`
      : first !== undefined
        ? `give the build command once: trimtab run --build '${first}'${or}`
        : library;
  return buildFailure(argv, result, ended.output.first, build?.folder ?? project, advice);
}

/** Shows the next build before it starts. */
function announce({ context }: Setting, reason: string, commands: Commands, number: number): void {
  const sentence = `Next build (${number} of at most ${MOST_TRIES}), since ${reason}: ${typedBuild(commands)}`;
  context.tell(sentence);
  context.log(`${sentence}\n`);
}

/** The build command that the person gives or chooses. */
async function answered({ context }: Setting, { survey }: Attempt): Promise<Commands | undefined> {
  const { asking, configuration } = context;
  if (asking.choose === undefined && asking.enter === undefined) return undefined;
  const { build } = await survey();
  const guesses = guessesFor(build, configuration.project);
  const question = 'How do you build it?';
  const options = [...guesses, ...(asking.enter === undefined ? [] : [OTHER])];
  const chosen = guesses.length === 0 ? OTHER : await asking.choose?.(question, options);
  const line =
    chosen === OTHER ? await asking.enter?.(`${question} Command, such as make GOAL VARIABLE=VALUE`) : chosen;
  return line === undefined || line.trim() === '' ? undefined : buildCommands(line);
}

/** Writes the commands that worked into trimtab.yaml. */
function kept({ context }: Setting, commands: Commands): Configuration {
  const { configuration } = context;
  if (areSame(commands, configuration.build?.commands ?? [])) return configuration;
  const { path } = configuration;
  const text = withBuild(readText(path, PROJECT_TEXT), commands);
  const changed = parseConfiguration(text, path);
  writeForPerson(path, text);
  context.log(`This build worked, and is written into trimtab.yaml: ${typedBuild(commands)}\n`);
  return changed;
}

/**
 * Builds with the commands, then with those that rules propose after a failure, at most three times. A person who can be
 * asked gives the command after that.
 * @throws TrimtabError with the first error of the last build, and the command to try next
 */
export async function buildUntilItWorks(setting: Setting, first: Commands): Promise<Built> {
  const { configuration } = setting.context;
  const history: History = { tried: [], tries: 0, isAsked: false, plain: undefined };
  let commands = first;
  for (;;) {
    history.tried.push(commands);
    const attempt = await attempted(setting, commands);
    const { ended, isBad } = attempt;
    const next = await following(setting, attempt, history);
    if (next !== undefined) commands = next;
    else if (!isBad) return built(setting, commands, first, ended);
    // A build that made nothing, without an error, is reported when its program is looked for.
    else if (ended.failed === undefined && ended.output.first === undefined)
      return { compilations: ended.compilations, configuration };
    else throw await failureOf(setting, attempt, history.tried);
  }
}

/** Builds so far. */
interface History {
  readonly tried: Commands[];
  /** Repairs since the beginning, or since the person gave a command. */
  tries: number;
  isAsked: boolean;
  /** A build that worked, but without MPI. */
  plain: Commands | undefined;
}

/** The next build; undefined if the last one is the result. */
async function following(setting: Setting, attempt: Attempt, history: History): Promise<Commands | undefined> {
  const { commands, isBad } = attempt;
  const { plain } = history;
  if (!setting.mayRepair) return undefined;
  if (!isBad && ((plain !== undefined && areSame(commands, plain)) || !isWithoutMpi(attempt))) return undefined;
  const repair = history.tries < MOST_TRIES ? await proposed(attempt, history.tried) : undefined;
  if (repair !== undefined) {
    if (!isBad) history.plain = commands;
    announce(setting, repair.reason, repair.commands, ++history.tries);
    return repair.commands;
  }
  if (!isBad) return undefined;
  if (plain !== undefined && !areSame(plain, commands)) {
    announce(setting, 'the program cannot be built with MPI', plain, history.tries);
    return plain;
  }
  if (history.isAsked) return undefined;
  Object.assign(history, { isAsked: true, tries: 0 });
  return answered(setting, attempt);
}

async function proposed({ isBad, survey }: Attempt, tried: readonly Commands[]): Promise<Repair | undefined> {
  const { build, descriptions } = await survey();
  return isBad ? nextBuild(build, descriptions, tried) : buildWithMpi(build, descriptions, tried);
}

const built = (setting: Setting, commands: Commands, first: Commands, { compilations }: Ended): Built => ({
  compilations,
  configuration: commands === first ? setting.context.configuration : kept(setting, commands),
});
