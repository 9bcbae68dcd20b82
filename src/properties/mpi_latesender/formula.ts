/**
 * `min(ENTER of the send operation, LEAVE of the receiving operation) - ENTER of the receiving operation` (Wolf 2003,
 * example 3.1), in seconds; 0 or less if it does not wait. The receiving operation is the one in which the receive
 * completes.
 */
export function lateSender(send: number, enter: number, leave: number): number {
  return Math.min(send, leave) - enter;
}
