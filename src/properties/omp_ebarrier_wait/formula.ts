/**
 * For a thread at a barrier of its team (Wolf 2003, example 3.5): `min(latest ENTER of the team, own LEAVE) - own ENTER`,
 * without the time of explicit tasks that the thread executed meanwhile, in seconds; 0 or less if it does not wait.
 * @param until end of the waiting, from `waitingEnds`
 */
export function teamBarrierWait(until: number, enter: number, tasks: number): number {
  return until - enter - tasks;
}

/** The end of the waiting of a thread at a barrier, in seconds. */
export function waitingEnds(latest: number, leave: number): number {
  return Math.min(latest, leave);
}
