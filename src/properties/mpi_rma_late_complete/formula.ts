/**
 * The part of Early Wait after the last transfer of the origins: `min(ENTER of the latest MPI_Win_complete, own
 * LEAVE) - max(end of that transfer, own ENTER)`, in seconds; 0 or less if there is none.
 */
export function lateComplete(complete: number, transferred: number, enter: number, leave: number): number {
  return Math.min(complete, leave) - Math.max(transferred, enter);
}
