import { elementAt } from '../../../base/elements.js';
import { sortedByKey } from '../tables/sortedByKey.js';

/** Wait states as columns: where and when each one's waiting and delaying call began, and its collective operation. */
export interface StateCalls {
  readonly length: number;
  /** By 2 × state for the waiting side, + 1 for the delaying side: the location, and seconds. */
  readonly location: Int32Array;
  readonly begin: Float64Array;
  /** By state; those of one operation follow each other; negative without one. */
  readonly instance: Int32Array;
}

/**
 * Excludes the wait states whose causes are unknown because earlier wait states, at the waiting or the delaying
 * location, are excluded. Otherwise unknown time would be mistaken for work there, and indirect waiting for direct. Run
 * time is proportional to the number of wait states, regardless of their dependencies.
 * @param leftOut 1 for each excluded wait state; those found here are added
 */
export function leaveOutDependents(calls: StateCalls, leftOut: Uint8Array): void {
  const { length, location, begin, instance } = calls;
  const pending: number[] = [];
  for (let state = 0; state < length; state++) if (leftOut[state] === 1) pending.push(state);
  if (pending.length === 0) return;
  const leaveOut = (state: number): void => {
    if (leftOut[state] === 1) return;
    leftOut[state] = 1;
    pending.push(state);
  };
  const later = new LatestFirst(calls);
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    later.takeAfter(elementAt(location, 2 * state), elementAt(begin, 2 * state), leaveOut);
    const operation = elementAt(instance, state);
    if (operation < 0) continue;
    for (let i = state - 1; i >= 0 && instance[i] === operation && leftOut[i] === 0; i--) leaveOut(i);
    for (let i = state + 1; i < length && instance[i] === operation && leftOut[i] === 0; i++) leaveOut(i);
  }
}

/** The sides of wait states by location, each of which is handed out once, the latest of a location first. */
class LatestFirst {
  /** By location: its sides that were not handed out, the latest one last. */
  private readonly sides = new Map<number, number[]>();

  constructor(private readonly calls: StateCalls) {
    const { location, begin, length } = calls;
    for (const side of sortedByKey(begin.subarray(0, 2 * length))) {
      const at = elementAt(location, side);
      const sides = this.sides.get(at);
      if (sides === undefined) this.sides.set(at, [side]);
      else sides.push(side);
    }
  }

  /** Hands out the wait states of a location one side of which began after a time. */
  takeAfter(location: number, time: number, take: (state: number) => void): void {
    const sides = this.sides.get(location) ?? [];
    for (let side = sides.at(-1); side !== undefined; side = sides.at(-1)) {
      if (elementAt(this.calls.begin, side) <= time) return;
      sides.pop();
      take(side >> 1);
    }
  }
}
