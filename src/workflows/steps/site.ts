import { present } from '../../base/present.js';
import { dirname, posix, relative, sep } from 'node:path';
import { isInside } from '../../base/files/inside.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { commandText } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { missingProgramSentence } from '../../base/processes/missingProgram.js';
import type { ProcessResult } from '../../base/processes/process.js';
import type { Target } from '../../targets/target.js';
import type { ActionContext } from './action.js';

/** A project and the probe on a target. */
export interface Site {
  readonly target: Target;
  /** The project folder there. */
  readonly project: string;
  /** The folder with trimtab-cc there. */
  readonly probe: string;
  /** The path there of a file or folder of the project here. */
  readonly there: (path: string) => string;
  /** Whether the project's folder there is the one here: both are one machine, or share their disks. */
  readonly isHere: boolean;
}

/** The site of a step. @param wanted its own target; the configuration's where it has none */
export async function siteOf(context: ActionContext, wanted: string | undefined): Promise<Site> {
  const { configuration, probeFolder } = context;
  const target = context.targetFor(wanted ?? configuration.target);
  const { project } = configuration;
  const [remote, probe] = await Promise.all([target.folderOf(project), target.folderOf(probeFolder)]);
  return {
    target,
    project: remote,
    probe,
    isHere: remote === project,
    there: (path) => {
      if (!isInside(project, path))
        throw new TrimtabError(
          `${path} is outside the project folder ${dirname(configuration.path)} and is not on ${target.name}.`,
        );
      const inside = relative(project, path);
      return inside === '' ? remote : posix.join(remote, ...inside.split(sep));
    },
  };
}

/** Puts the probe's folder before PATH on the target; the script is constant, what varies are its arguments. */
export function withProbe(probe: string, argv: readonly string[]): string[] {
  return ['sh', '-c', 'PATH="$1:$PATH"; export PATH; shift; exec "$@"', 'sh', probe, ...argv];
}

/** Runs a command on the target with its output to the step's log. @throws CancelledError when it was stopped */
export async function runThere(
  context: ActionContext,
  target: Target,
  command: { readonly argv: readonly string[]; readonly folder: string; readonly shown?: readonly string[] },
  options: {
    readonly timeout?: Seconds;
    readonly environment?: Readonly<Record<string, string>>;
    readonly onOutput?: (text: string) => void;
  } = {},
): Promise<ProcessResult> {
  const { configuration, log, signal } = context;
  log(`$ ${commandText(command.shown ?? command.argv)}\n`);
  const result = await target.run(
    {
      argv: command.argv,
      folder: command.folder,
      environment: { ...configuration.environment, ...options.environment },
    },
    {
      signal,
      ...present({ timeout: options.timeout }),
      onOutput: (text) => {
        log(text);
        options.onOutput?.(text);
      },
    },
  );
  if (result.stopped === 'cancelled') throw new CancelledError();
  return result;
}

/**
 * Returns the message about a command that its shell could not start; undefined if it was started.
 * @param probe the folder that is searched first, if the command was started with it
 */
export async function notStarted(
  { configuration }: ActionContext,
  { target, probe }: Site,
  { argv, folder }: { readonly argv: readonly string[]; readonly folder: string },
  exitCode: number | undefined,
): Promise<string | undefined> {
  const [program = ''] = argv;
  if (exitCode === 126) return missingProgramSentence(program, 'EACCES');
  if (exitCode !== 127) return undefined;
  const look = withProbe(probe, ['sh', '-c', 'command -v "$1" >/dev/null', 'sh', program]);
  const found = await target.run({ argv: look, folder, environment: configuration.environment });
  return found.exitCode === 0 ? undefined : missingProgramSentence(program, 'ENOENT');
}
