import { TrimtabError } from '../base/problem.js';
import type { TargetConfiguration } from './configuration.js';
import { Sections } from './jobs/sections.js';
import { exportLines } from './shell/quote.js';
import type { Shell } from './shell/shell.js';
import type { TargetDescription } from './target.js';

/** What a machine answered to a question, by the question's name; empty where it did not. */
export type Answers = (name: string) => string;

/** What every machine is asked, in sh. */
const OF_ALL = {
  cores: 'getconf _NPROCESSORS_ONLN 2>/dev/null',
  mpi: '(mpirun --version || mpiexec --version) 2>/dev/null | sed -n 1p',
  compiler: 'command -v mpicc',
};

/**
 * Asks a machine what it has. One that cannot be reached is described by that; nothing is thrown for it.
 * @param questions scripts of a kind of target, beside those for all machines
 * @param say makes one line of the answers: what the target has, or what is missing
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

/** What a machine has on which programs are started as one does by hand. */
export function describedByHand(place: string, get: Answers): TargetDescription {
  if (get('mpi') === '')
    return {
      text: `${place} has no mpirun; name a set-up script for the target (such as "module load openmpi").`,
      ready: false,
    };
  return { text: `${place}: ${get('cores')} cores, ${get('mpi')}`, ready: true };
}
