/** Libraries that are missing in a link, by the names that the linker does not find. */
import { hasBlas } from '../../buildSystems/blas.js';
import { withBuildOptions } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';

const UNDEFINED = /undefined reference to (?:symbol )?[`'‘"]([^'’"\n]+)['’"]/g;
/** Options by names of functions; a link by the compiler of another language has no runtime for the first. */
const LIBRARIES: readonly (readonly [RegExp, string])[] = [
  [/^_gfortran_/, '-lgfortran'],
  [/^mpi_[a-z_]+_$/, '-lmpi_mpifh'],
  [/^(std::|operator (new|delete)|__gxx_personality|__cxa_|vtable for )/, '-lstdc++'],
  [/^(GOMP_|omp_)/, '-fopenmp'],
  [/^pthread_/, '-pthread'],
  [/^(clock_gettime|timer_\w+|shm_(open|unlink))(@|$)/, '-lrt'],
  [/^dl(open|sym|close|error)(@|$)/, '-ldl'],
  [
    /^(sqrt|pow|exp|exp2|log|log2|log10|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|floor|ceil|fabs|fmod|round|lround|rint|trunc|fmax|fmin|cbrt|hypot|erf|erfc|lgamma|tgamma|ldexp|frexp)[fl]?(@@?GLIBC_\S+)?$/,
    '-lm',
  ],
  [
    /^(cblas_\w+|[sdcz](gemm|gemv|axpy|dot|dotc|dotu|scal|copy|nrm2|asum|swap|ger|trsm|trsv|syrk|symm|trmm|rot)_)$/,
    '-lblas',
  ],
  [
    /^([sdcz](gesv|getrf|getrs|getri|geev|syev|syevd|heev|potrf|potrs|geqrf|gels|gesvd|gbsv|gtsv|sterf|steqr)_)$/,
    '-llapack',
  ],
];

/** Adds libraries behind the objects of all links. */
export function missingLibraries({ output, commands }: FailedBuild): Repair | undefined {
  const names = [...output.matchAll(UNDEFINED)].map(([, name = '']) => name);
  const options = LIBRARIES.filter(([pattern]) => names.some((name) => pattern.test(name))).map(([, option]) => option);
  const present = options.filter((option) => !/blas|lapack/.test(option) || hasBlas());
  const added = present.filter((option) => !commands.flat().includes(option));
  if (added.length === 0) return undefined;
  return {
    commands: withBuildOptions(
      commands,
      added.flatMap((option) => ['--link', option]),
    ),
    reason: `the link needs ${added.join(' ')}`,
  };
}
