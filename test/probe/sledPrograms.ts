/** Builds programs with sleds in their functions, for the compilers that are installed, and runs them. */
import { execa } from 'execa';
import { arch } from 'node:os';
import { join } from 'node:path';
import { compiled } from '../support/compiled.js';
import { countKinds, readEvents } from './archive.js';
import { environment, fresh, programs, wrapper } from './support.js';

async function has(command: string): Promise<boolean> {
  return (await execa(command, ['--version'], { reject: false })).exitCode === 0;
}

const canSled = arch() === 'x64';
const compilers = [
  ['gcc', 'ways-out.c'],
  ['clang', 'ways-out.c'],
  ['g++', 'ways-out.cpp'],
  ['clang++', 'ways-out.cpp'],
  ['gfortran', 'ways-out.f90'],
] as const;

/** The compilers installed here whose functions can have sleds, each with a program that leaves functions in all ways. */
export const installed: (readonly [string, string])[] = [];
for (const [compiler, source] of compilers) if (canSled && (await has(compiler))) installed.push([compiler, source]);

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  readonly folder: string;
}

/** Runs a program, with records in a separate folder. */
export async function run(program: string, args: readonly string[], env: Record<string, string>): Promise<Ran> {
  const folder = fresh('sleds');
  const { stdout, stderr, exitCode } = await execa(program, args, {
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, ...env },
    reject: false,
  });
  return { stdout, stderr, exitCode, folder };
}

/** @param wrapped whether it is measured. @returns the path of the executable */
export async function build(
  compiler: string,
  source: string,
  flags: readonly string[],
  wrapped: boolean,
  env: Record<string, string> = {},
): Promise<string> {
  const { program } = await compiled({
    command: wrapped ? [wrapper, compiler] : [compiler],
    flags: [...flags, '-w', '-pthread'],
    sources: [join(programs, source)],
    libraries: ['-lm', '-ldl'],
    env: { ...environment, TRIMTAB_SLEDS: '1', ...env },
  });
  return program;
}

/** How often each kind of event is in an archive, over all locations. */
export async function countEvents(folder: string): Promise<{ enter: number; leave: number }> {
  const kinds = [...(await readEvents(folder)).values()].map(countKinds);
  const sum = (kind: string): number => kinds.reduce((total, counted) => total + (counted[kind] ?? 0), 0);
  return { enter: sum('ENTER'), leave: sum('LEAVE') };
}

/** Everything is recorded, whatever it costs. */
export const ALL = { TRIMTAB_FUNCTIONS: 'all', TRIMTAB_BUDGET: '1000000000' };
