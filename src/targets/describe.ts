import { TrimtabError } from '../base/problem.js';
import type { TargetConfiguration } from './configuration.js';
import { Sections } from './jobs/sections.js';
import { exportLines } from './shell/quote.js';
import type { Shell } from './shell/shell.js';
import type { TargetDescription } from './target.js';

/** Returns the answer of a machine, by the question's name; empty without an answer. */
export type Answers = (name: string) => string;

/** Questions for every machine, in sh. */
const OF_ALL = {
  cores: 'getconf _NPROCESSORS_ONLN 2>/dev/null',
  mpi: '(mpirun --version || mpiexec --version) 2>/dev/null | sed -n 1p',
  compiler: 'command -v mpicc',
};

/**
 * Queries the features of a machine. An unreachable one is described as such; no error is thrown for it.
 * @param questions scripts of a kind of target, in addition to those for all machines
 * @param say converts the answers to one line: the target's features, or what is missing
 */
export async function askMachine(
  { setup, environment }: TargetConfiguration,
  shell: Shell,
  questions: Readonly<Record<string, string>>,
  say: (answers: Answers) => TargetDescription,
  signal?: AbortSignal,
): Promise<TargetDescription> {
  const sections = new Sections();
  for (const [name, script] of Object.entries({ ...OF_ALL, ...questions })) sections.add(name, script);
  try {
    const script = `${setup}\n${exportLines(environment)}${sections.script}`;
    const { stdout } = await shell.execute(script, signal === undefined ? {} : { signal });
    const answers = sections.parse(stdout);
    return say((name) => answers.get(name)?.trim() ?? '');
  } catch (error) {
    if (error instanceof TrimtabError) return { text: error.message, ready: false, isReached: false };
    throw error;
  }
}

/** Describes a machine on which programs are started directly, without a scheduler. */
export function describedByHand(place: string, get: Answers): TargetDescription {
  if (get('mpi') === '')
    return {
      text: `${place} has no mpirun; name a set-up script for the target (such as "module load openmpi").`,
      ready: false,
    };
  return { text: `${place}: ${get('cores')} cores, ${get('mpi')}`, ready: true };
}
