/** Detection of MPI, OpenMP or both in a program, from its sources and its build description. */

/** The kinds of parallelism found. */
export interface Parallelism {
  readonly mpi: boolean;
  readonly openmp: boolean;
}

/** Ranks and threads to propose; without MPI the program is one process. */
export interface Proposal {
  readonly ranks: number;
  /** Undefined without OpenMP. */
  readonly threads: number | undefined;
}

const DIRECTIVE = /^[ \t]*#[ \t]*pragma[ \t]+omp\b|^[ \t]*[!cC*]\$omp\b/im;
const FLAG = /(^|[\s"'=])(-f?openmp|-qopenmp)\b|\bOpenMP::OpenMP_|find_package\s*\(\s*OpenMP\b/m;
const MPI =
  /\bmpi\.h\b|\bmpif\.h\b|^\s*use\s*(,\s*intrinsic\s*::)?\s*mpi(_f08)?\b|\bmpii?(cc|cxx|c\+\+|CC|fort|f77|f90|icc|ifort|icpc)\b|\bMPI::|-lmpi|\bMPI_Init/im;

/** Whether a text uses MPI, or a compiler of it. */
export const usesMpi = (text: string): boolean => MPI.test(text);

/** Returns the kinds found in the texts; MPI if none is found, since that is Trimtab's default. */
export function parallelismOf(texts: readonly string[]): Parallelism {
  const openmp = texts.some((text) => DIRECTIVE.test(text) || FLAG.test(text));
  return { openmp, mpi: !openmp || texts.some(usesMpi) };
}

/** More ranks than that show little more, and fill the disk. */
const MOST = 4;

/** Few enough of both to run on a laptop, and together not more than there are cores. */
export function sizeFor({ mpi, openmp }: Parallelism, cores: number): Proposal {
  const together = Math.max(1, Math.min(MOST, cores));
  if (!openmp) return { ranks: mpi ? together : 1, threads: undefined };
  if (!mpi) return { ranks: 1, threads: together };
  const ranks = Math.min(2, together);
  return { ranks, threads: Math.max(1, Math.floor(together / ranks)) };
}
