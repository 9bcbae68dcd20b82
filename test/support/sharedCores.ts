/**
 * Environment for programs under test: several of them run in parallel on two cores. One that spins while it waits
 * blocks the others from making the progress it waits for. (MPICH with two programs of two ranks: 0.5 s instead of 10;
 * an OpenMP program of small regions: 0.4 s instead of 4.)
 */
export const sharedCores = {
  MPIR_CVAR_POLLS_BEFORE_YIELD: '1',
  OMP_WAIT_POLICY: 'passive',
};
