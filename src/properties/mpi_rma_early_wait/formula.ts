/**
 * For `MPI_Win_wait`: `min(ENTER of the latest MPI_Win_complete of its origins, own LEAVE) - own ENTER`, in seconds; 0 or
 * less if it does not wait.
 */
export function earlyWait(complete: number, enter: number, leave: number): number {
  return Math.min(complete, leave) - enter;
}
