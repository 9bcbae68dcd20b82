/** Proposing how to measure what is not built: scripts of Python, and programs whose sources are not here. */
import { basename, dirname } from 'node:path';
import type { ConfigurationParts } from '../configuration/configurationText.js';
import { sizeFor } from '../configuration/parallelism.js';
import { PRELOADER } from '../configuration/preload.js';
import { PYTHON_SOURCES, pythonFor } from '../configuration/python.js';
import { programAt } from '../building/builtPrograms.js';

/** Proposed content, and the detected facts. */
export interface UnbuiltProposal {
  readonly parts: ConfigurationParts;
  readonly summary: string;
}

/** How a script of Python is measured. */
export function proposeScript(path: string, cores: number): UnbuiltProposal {
  const name = basename(path);
  const { python, mpi } = pythonFor(path);
  const run = [PRELOADER, python, name];
  return {
    parts: {
      program: name,
      ranks: mpi ? sizeFor({ mpi, openmp: false }, cores).ranks : 1,
      threads: undefined,
      run: mpi ? ['mpirun', '-n', '{ranks}', ...run] : run,
      sources: PYTHON_SOURCES,
    },
    summary: `${name} is run by ${python} without changes${mpi ? ', with MPI since it imports mpi4py' : ''}: its functions are recorded${mpi ? ', and calls of MPI at their lines' : ''}.`,
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
    ? 'its MPI calls and the code that makes them are recorded, but no functions'
    : 'it is linked with no MPI library, so its input and output are recorded, but no functions';
  return {
    parts: {
      program: name,
      ranks: mpi ? sizeFor({ mpi, openmp: false }, cores).ranks : 1,
      threads: undefined,
      isLaunched: mpi,
      run: [PRELOADER, `./${name}`],
      withIo: !mpi,
      sources: [],
    },
    summary: `Found nothing that builds ${name}, so it is measured unmodified: ${what}.`,
  };
}
