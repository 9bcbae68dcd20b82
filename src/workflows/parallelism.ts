/** Whether a program uses MPI, OpenMP or both, told from its sources and its build description. */

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

/** What the texts show; MPI where they show neither, since that is what Trimtab measures otherwise. */
export function parallelismOf(texts: readonly string[]): Parallelism {
  const openmp = texts.some((text) => DIRECTIVE.test(text) || FLAG.test(text));
  return { openmp, mpi: !openmp || texts.some((text) => MPI.test(text)) };
}

/** Few enough of both to run on a laptop. */
export function sizeFor({ mpi, openmp }: Parallelism): Proposal {
  if (!openmp) return { ranks: 4, threads: undefined };
  return mpi ? { ranks: 2, threads: 2 } : { ranks: 1, threads: 4 };
}
