/**
 * Of a call of an access epoch that the target's `MPI_Win_post` lets go on: `ENTER of that post - own ENTER`, in seconds;
 * 0 or less where it does not wait. A call that returned before the post did not wait for it.
 */
export function latePost(post: number, enter: number, leave: number): number {
  return leave < post ? 0 : post - enter;
}
