/** The interpreters of Python that are installed, and runs of the programs below `programs/python` by them. */
import { execa } from 'execa';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { environment, finish, fresh, mpis, programs, wrapper } from './support.js';

export const preloader = join(wrapper, '../trimtab-preload');

interface Interpreter {
  readonly program: string;
  readonly version: string;
  /** Whether it has sys.monitoring. */
  readonly monitors: boolean;
}

/** Returns the interpreter, if it can be measured. */
async function interpreter(program: string): Promise<Interpreter | undefined> {
  const script =
    'import sys, sysconfig; print(sys.version.split()[0], sys.version_info >= (3, 9), hasattr(sys, "monitoring"), ' +
    'sysconfig.get_config_var("Py_GIL_DISABLED") or 0)';
  const told = await execa(program, ['-c', script], { reject: false });
  const [version = '', recent, monitors, unlocked] = told.stdout.split(' ');
  if (told.exitCode !== 0 || recent !== 'True' || unlocked !== '0') return undefined;
  return { program, version, monitors: monitors === 'True' };
}

/** The usual Python, and of those in the PATH or named by TRIMTAB_TEST_PYTHON312 the first with sys.monitoring. */
async function interpreters(): Promise<Interpreter[]> {
  const usual = await interpreter('python3');
  const named = process.env.TRIMTAB_TEST_PYTHON312?.split(':') ?? [];
  const later = await Promise.all([...named, 'python3.14', 'python3.13', 'python3.12'].map(interpreter));
  const all = [usual, ...(named.length > 0 ? later.slice(0, named.length) : [later.find((one) => one?.monitors)])];
  return all.flatMap((one) => (one === undefined ? [] : [one]));
}

/** The MPI library that the programs without MPI are measured with. */
export const [mpi = 'openmpi'] = mpis;

/** The interpreters whose functions are tested. */
export const pythons = mpis[0] === undefined ? [] : await interpreters();
if (pythons.length === 0)
  console.warn('No MPI, no otf2-print or no python3 of version 3.9 or later: functions of Python are not tested.');
if (!pythons.some(({ monitors }) => monitors))
  console.warn('No Python 3.12 or later here: sys.monitoring is not tested; TRIMTAB_TEST_PYTHON312 names one.');
export interface Measured {
  readonly folder: string;
  readonly sources: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

/** Runs the program in a separate folder, as a trace or a profile. */
export async function measured(
  python: string,
  how: string,
  env: Readonly<Record<string, string>> = {},
  program = 'program.py',
): Promise<Measured> {
  const [sources, folder] = [fresh('python'), fresh('run')];
  cpSync(join(programs, 'python'), sources, { recursive: true });
  const result = await execa(preloader, [python, program, how], {
    cwd: sources,
    env: {
      ...environment,
      PYTHONDONTWRITEBYTECODE: '1',
      TRIMTAB_MPICC: `mpicc.${mpi}`,
      TRIMTAB_EXPERIMENT_DIR: folder,
      TRIMTAB_FINISH: '0',
      ...env,
    },
    reject: false,
  });
  await finish(mpi, folder);
  return { folder, sources, stdout: result.stdout, stderr: result.stderr, exitCode: result.exitCode };
}
