/**
 * Returns `ENTER of the operation that posts the receive - ENTER of the completing operation` in seconds, if the
 * operation that completes a send ends after the receive was posted. It is 0 or less without waiting. A trace cannot
 * prove that the send was synchronous, so this is the strongest possible condition (Wolf 2003, example 3.2).
 */
export function lateReceiver(post: number, enter: number, leave: number): number {
  return leave <= post ? 0 : post - enter;
}
