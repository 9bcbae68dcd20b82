/**
 * For a call of an access epoch that continues after the target's `MPI_Win_post`: `ENTER of that post - own ENTER`, in
 * seconds; 0 or less if it does not wait. A call that returned before the post did not wait for it.
 */
export function latePost(post: number, enter: number, leave: number): number {
  return leave < post ? 0 : post - enter;
}
