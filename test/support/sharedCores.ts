/**
 * What programs under test are started with: several of them run beside each other on two cores, and one that turns
 * round while it waits keeps the others from what it waits for (MPICH with two programs of two ranks: 0.5 s instead of
 * 10; an OpenMP program of small regions: 0.4 s instead of 4).
 */
export const sharedCores = {
  MPIR_CVAR_POLLS_BEFORE_YIELD: '1',
  OMP_WAIT_POLICY: 'passive',
};
