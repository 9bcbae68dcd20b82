import type { Command } from '../base/processes/process.js';
import { capture, type CaptureOptions } from '../base/processes/capture.js';

/** The MPI implementation a compiler or a launcher belongs to. */
export type MpiFlavour = 'Open MPI' | 'MPICH' | 'Intel MPI' | 'unknown';

/** A program of the tool chain and its version. */
export interface Tool {
  /** Its command, such as `mpicc.mpich`. */
  readonly command: string;
  /** The line that names the version, such as `gcc (Debian 12.2.0-14) 12.2.0`. */
  readonly version: string;
  readonly flavour: MpiFlavour;
}

type Environment = Command['environment'];
/** Search folders of programs, in addition to PATH. */
export type Where = Pick<CaptureOptions, 'folder' | 'outside'>;

/** Names the implementation from what one of its tools prints about itself. */
export function flavourOf(text: string): MpiFlavour {
  if (/^HYDRA/m.test(text)) return 'MPICH'; // first: its build details may name other libraries
  if (/open[ -]?mpi|openrte/i.test(text)) return 'Open MPI';
  if (/intel\(r\) mpi/i.test(text)) return 'Intel MPI';
  if (/mpich/i.test(text)) return 'MPICH';
  return 'unknown';
}

/** Queries compiler and MPI of an MPI compiler wrapper (mpicc, mpicxx, mpifort); undefined when absent. */
export async function describeCompiler(
  command: string,
  environment: Environment,
  where: Where = {},
): Promise<Tool | undefined> {
  return askCompiler(command, (argv) => capture(argv, environment, where));
}

/** How a program is asked about itself: what it prints; undefined when it is absent or fails. */
export type AskProgram = (argv: readonly string[]) => Promise<string | undefined>;

/** As describeCompiler, for a compiler that is asked in another way, such as on another machine. */
export async function askCompiler(command: string, ask: AskProgram): Promise<Tool | undefined> {
  const version = await ask([command, '--version']);
  if (version === undefined) return undefined;
  // Every known wrapper prints its full command line for -show; the MPI's name is in its include and library paths.
  const shown = await ask([command, '-show']);
  return { command, version: firstLine(version), flavour: flavourOf(shown ?? '') };
}

/** Asks a launcher (mpirun, mpiexec, srun) which MPI it belongs to; undefined when absent. */
export async function describeLauncher(
  command: string,
  environment: Environment,
  where: Where = {},
): Promise<Tool | undefined> {
  return askLauncher(command, (argv) => capture(argv, environment, where));
}

/** As describeLauncher, for a launcher that is asked in another way. */
export async function askLauncher(command: string, ask: AskProgram): Promise<Tool | undefined> {
  const text = await ask([command, '--version']);
  if (text === undefined) return undefined;
  const flavour = flavourOf(text);
  const number = /\bVersion:?\s*([\w.+-]+)/i.exec(text)?.[1];
  const version = flavour === 'MPICH' && number !== undefined ? `MPICH ${number}` : firstLine(text);
  return { command, version, flavour };
}

/** The launcher that belongs to a compiler wrapper's name: `mpicc.mpich` is run by `mpirun.mpich`. */
export function launcherFor(compiler: string): string {
  const suffix = /\.(\w+)$/.exec(compiler)?.[0] ?? '';
  const folder = /^.*\//.exec(compiler)?.[0] ?? '';
  return `${folder}mpirun${suffix}`;
}

function firstLine(text: string): string {
  return text.trim().split('\n').at(0)?.trim() ?? '';
}
