/** How likely one of several goals, templates or values is meant for this machine, by its name. */

const SUITS: readonly (readonly [RegExp, number])[] = [
  [/open[-_]?mpi/i, 6],
  [/(^|[^a-z])mpi/i, 5],
  [/(^|[^a-z])(gcc|gnu|g\+\+|gfortran)([^a-z]|$)/i, 4],
  [/(^|[^a-z])linux/i, 3],
  [/(^|[^a-z])(omp|openmp)([^a-z]|$)/i, 3],
  [/(^|[^a-z])(x86|x86_64|amd64|generic|default|template|example|sample|dist)([^a-z]|$)/i, 2],
  [/(^|[^a-z])(all|release|serial)([^a-z]|$)/i, 1],
];
/** Other machines, compilers and accelerators, and goals that build no program. */
const FOREIGN =
  /intel|icc|icpc|ifort|oneapi|impi|cray|pgi|nvhpc|nvidia|xl[cf]|ibm|power|bg[lpq]?([^a-z]|$)|bluegene|sgi|sun|solaris|aix|hp-?ux|mac|osx|darwin|windows|msvc|mingw|cygwin|cuda|hip|rocm|amd([^6]|$)|sycl|opencl|ocl|openacc|acc([^a-z]|$)|gpu|offload|kokkos|raja|tbb|thrust|hpx|knl|knc|mic([^a-z]|$)|xeonphi|arm|aarch|freebsd|musl|upc|charm|legion|shmem|mvapich|mpich|llvm|clang|debug|old/i;
const NO_PROGRAM =
  /^(install|uninstall|clean|\w*clean|help|usage|tests?|check|docs?|dist|tags|depend|dep|run|info|print\S*|echo|tar|zip|backup|lib\w*|edit|format|lint|version|config|configure|force)$/i;

/** Points by name; undefined where a name is of another machine, or builds no program. @param mpi whether MPI is used */
export function pointsOf(name: string, mpi: boolean): number | undefined {
  const isOpenMpi = /open[-_]?mpi/i.test(name);
  if (NO_PROGRAM.test(name) || (!isOpenMpi && FOREIGN.test(name.replace(/open[-_]?mp/i, '')))) return undefined;
  const suits = SUITS.filter(([pattern]) => pattern.test(name));
  const points = suits.reduce((sum, [, some]) => sum + some, 0);
  return mpi && /serial|nompi|no[-_]mpi/i.test(name) ? -1 : !mpi && /mpi/i.test(name) ? points - 8 : points;
}

/** Names by their points, the likeliest first; those of other machines are excluded. */
export function plausible(
  names: readonly string[],
  mpi: boolean,
): { readonly name: string; readonly points: number }[] {
  const rated = names.flatMap((name) => {
    const points = pointsOf(name, mpi);
    return points === undefined ? [] : [{ name, points }];
  });
  return rated.sort((a, b) => b.points - a.points);
}

/** The one that is meant, if it is clear. */
export function clearlyMeant(names: readonly string[], mpi: boolean): string | undefined {
  const [first, second] = plausible(names, mpi);
  if (first === undefined) return undefined;
  return second === undefined || first.points > second.points ? first.name : undefined;
}
