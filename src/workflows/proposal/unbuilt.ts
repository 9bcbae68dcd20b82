/** Proposing how to measure what is not built: scripts of Python, and programs whose sources are not here. */
import { basename, dirname, join } from 'node:path';
import { isFile, PROJECT_TEXT, readText } from '../../base/files/index.js';
import type { ConfigurationParts } from '../configuration/configurationText.js';
import { sizeFor } from '../configuration/parallelism.js';
import { PRELOADER } from '../configuration/preload.js';
import { programAt } from '../building/builtPrograms.js';

/** What to write, and what was detected. */
export interface UnbuiltProposal {
  readonly parts: ConfigurationParts;
  readonly summary: string;
}

const PYTHON_SOURCES = ['**/*.py'];
/** Where people keep a project's own interpreter, with its packages. */
const INTERPRETERS = ['.venv/bin/python', 'venv/bin/python', 'env/bin/python'];
const USES_MPI4PY = /^[ \t]*(?:from|import)[ \t]+mpi4py\b/m;

/** Whether a file is a script of Python, by its name. */
export const isScript = (path: string): boolean => path.endsWith('.py');

/** How a script of Python is measured. */
export function proposeScript(path: string, cores: number): UnbuiltProposal {
  const folder = dirname(path);
  const name = basename(path);
  const own = INTERPRETERS.find((interpreter) => isFile(join(folder, interpreter)));
  const mpi = USES_MPI4PY.test(readText(path, PROJECT_TEXT));
  const python = own === undefined ? 'python3' : `./${own}`;
  const run = [PRELOADER, python, name];
  return {
    parts: {
      program: name,
      ranks: mpi ? sizeFor({ mpi, openmp: false }, cores).ranks : 1,
      threads: undefined,
      run: mpi ? ['mpirun', '-n', '{ranks}', ...run] : run,
      sources: PYTHON_SOURCES,
    },
    summary: `${name} is run by ${python} as it is${mpi ? ', with MPI since it imports mpi4py' : ''}: its functions are recorded${mpi ? ', and calls of MPI at their lines' : ''}.`,
  };
}

/** How a program is measured that nothing here builds; undefined where the file is none. */
export function proposeProgram(path: string, cores: number): UnbuiltProposal | undefined {
  const folder = dirname(path);
  const program = programAt(path, folder);
  if (program === undefined) return undefined;
  const name = basename(path);
  const { mpi } = program;
  const what = mpi
    ? 'its calls of MPI are recorded, and where they come from, but no functions'
    : 'it is linked with no MPI library, so that its input and output are recorded, but no functions';
  return {
    parts: {
      program: name,
      ranks: mpi ? sizeFor({ mpi, openmp: false }, cores).ranks : 1,
      threads: undefined,
      isLaunched: mpi,
      run: [PRELOADER, `./${name}`],
      sources: [],
    },
    summary: `Found nothing that builds ${name}, so that it is measured as it is: ${what}.`,
  };
}
