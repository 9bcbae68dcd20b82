/** Properties of a program that the preload script reports. */
import { basename, join } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { capture } from '../../base/processes/capture.js';
import { inheritedEnvironment } from '../../targets/environment.js';
import { startsWithLauncher, withoutEnvironment, withoutLauncher } from '../../targets/launch.js';

/** The script in the probe's folder, which is first in the search path on every target. */
export const PRELOADER = 'trimtab-preload';

const REFUSED = 'refused ';

/** Whether a command, with or without a launcher, runs a program that the probe is loaded into. */
export function isPreloaded(argv: readonly string[]): boolean {
  return basename(withoutEnvironment(withoutLauncher(argv)).at(0) ?? '') === PRELOADER;
}

/** Properties of a local program. */
export interface Preloadable {
  /** The compiler of the MPI library that it is linked with; empty where it is with none. */
  readonly compiler: string;
  /** Limits of its recording, one sentence; undefined without limits. */
  readonly limits: string | undefined;
}

/** Whether a program is an interpreter of Python, or a script for one, by its name. */
export function isPython(program: string): boolean {
  return /^python[\d.]*$|\.py$/.test(basename(program));
}

/**
 * @param program a path, or a name to be looked for
 * @throws TrimtabError when there is no such program, or nothing can be loaded into it
 */
export async function askPreloader(probeFolder: string, program: string): Promise<Preloadable> {
  const preload = join(probeFolder, PRELOADER);
  const ask = async (question: string): Promise<string> => {
    const answer = await capture([preload, question, program], inheritedEnvironment());
    if (answer === undefined) throw new TrimtabError(`${basename(program)} is no program here; name it with its path.`);
    return answer.trim();
  };
  const compiler = await ask('--compiler');
  const said = await ask('--check');
  if (said.startsWith(REFUSED)) throw new TrimtabError(said.slice(REFUSED.length));
  return { compiler, limits: said !== '' ? said : withoutMpi(program, compiler) };
}

/**
 * Returns the same from the output of the script on another machine, where it prepared the library (`--prepare`).
 * @param place the machine, for messages
 * @throws TrimtabError when no such program exists there, or nothing can be loaded into it
 */
export function preloadableFrom(said: string, program: string, place: string): Preloadable {
  const lines = new Map(
    said.split('\n').map((line): [string, string] => {
      const [word = ''] = line.split(' ', 1);
      return [word, line.slice(word.length + 1)];
    }),
  );
  if (lines.has('absent'))
    throw new TrimtabError(`${basename(program)} is no program on ${place}; name it with its path there.`);
  const refused = lines.get('refused');
  if (refused !== undefined) throw new TrimtabError(`On ${place}: ${refused}`);
  const compiler = lines.get('compiler') ?? '';
  return { compiler, limits: lines.get('limits') ?? withoutMpi(program, compiler) };
}

function withoutMpi(program: string, compiler: string): string | undefined {
  if (compiler !== '' || isPython(program)) return undefined;
  return (
    `${basename(program)} is linked with no MPI library: its input and output (measure.io) and OpenMP of LLVM's runtime are ` +
    'recorded, but no functions; samples in a trace show where time is spent (measure.sampling).'
  );
}

/** A launcher with its options, and what it starts. */
export function splitLauncher(argv: readonly string[]): {
  readonly launcher: readonly string[];
  readonly program: readonly string[];
} {
  const program = withoutLauncher(argv);
  if (startsWithLauncher(argv) && program === argv)
    throw new TrimtabError(`${argv[0] ?? ''} is given no program that it could start.`);
  return { launcher: argv.slice(0, argv.length - program.length), program };
}

/** Returns the number of processes in a launcher's words, if they contain it. */
export function ranksIn(launcher: readonly string[]): number | undefined {
  for (const [index, word] of launcher.entries()) {
    const text = /^(?:-n|-np|--np|-c|--ntasks)$/.test(word)
      ? launcher[index + 1]
      : /^(?:-n|--ntasks=)(\d+)$/.exec(word)?.[1];
    if (text !== undefined && /^[1-9]\d{0,6}$/.test(text)) return Number(text);
  }
  return undefined;
}
