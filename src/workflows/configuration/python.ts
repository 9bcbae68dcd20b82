/** Properties of a Python script before it runs. */
import { dirname, join } from 'node:path';
import { isFile, PROJECT_TEXT, readText } from '../../base/files/index.js';

/** Files whose text is kept with an experiment of a script. */
export const PYTHON_SOURCES = ['**/*.py'];
/** Usual locations of a project's own interpreter, with its packages. */
const INTERPRETERS = ['.venv/bin/python', 'venv/bin/python', 'env/bin/python'];
const USES_MPI4PY = /^[ \t]*(?:from|import)[ \t]+mpi4py\b/m;

/** Whether a file is a script of Python, by its name. */
export const isScript = (path: string): boolean => path.endsWith('.py');

/** Returns the interpreter for a script, as called in its folder, and whether the script uses MPI. */
export function pythonFor(path: string): { readonly python: string; readonly mpi: boolean } {
  const own = INTERPRETERS.find((interpreter) => isFile(join(dirname(path), interpreter)));
  return { python: own === undefined ? 'python3' : `./${own}`, mpi: USES_MPI4PY.test(readText(path, PROJECT_TEXT)) };
}
