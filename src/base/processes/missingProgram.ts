import { isBareName } from './programs.js';

/** Package that provides a program, for the message when it is missing. */
const providers: readonly (readonly [RegExp, string])[] = [
  [
    /^(mpicc|mpirun|mpiexec|mpic\+\+|mpicxx)(\.\w+)?$/,
    'an MPI library (Debian: apt install libopenmpi-dev openmpi-bin)',
  ],
  [/^(mpifort|mpif90|mpif77)(\.\w+)?$/, 'an MPI library with Fortran (Debian: apt install libopenmpi-dev gfortran)'],
  [/^make$/, 'make (Debian: apt install make)'],
  [/^cmake$/, 'CMake (Debian: apt install cmake)'],
  [/^(gcc|g\+\+|cc|c\+\+)$/, 'a C compiler (Debian: apt install gcc g++)'],
  [/^gfortran$/, 'a Fortran compiler (Debian: apt install gfortran)'],
  [/^trimtab-cc$/, "Trimtab's probe, which belongs in the folder of this program: install Trimtab again"],
];

/** One sentence for a program that could not be started. @param code Node's error code, such as ENOENT */
export function missingProgramSentence(program: string, code: string | undefined): string {
  if (code === 'EACCES') return `${program} may not be executed; check its permissions (chmod +x).`;
  if (code !== undefined && code !== 'ENOENT') return `${program} could not be started (${code}).`;
  if (!isBareName(program)) return `${program} does not exist; build it first or correct the command in trimtab.yaml.`;
  const provider = providers.find(([pattern]) => pattern.test(program))?.[1];
  return provider === undefined
    ? `${program} was not found on PATH; install it or correct the command in trimtab.yaml.`
    : `${program} was not found on PATH; install ${provider} or correct the command in trimtab.yaml.`;
}
