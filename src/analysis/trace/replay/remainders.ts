import { absent, elementAt } from '../../../base/elements.js';
import { Operation } from '../metrics/operations.js';
import type { Dependencies } from './dependencies.js';
import { NO_JOINT } from './joints.js';
import type { Replayed } from './points.js';

/** Parts of MPI calls that are no waiting, by row of the MPI calls. */
export interface Remainders {
  /** Seconds from the last arrival to the end of the call; NaN if it is undecided whether it waits. */
  readonly seconds: Float64Array;
  /** 1 if the call began before the last arrival. */
  readonly waited: Uint8Array;
}

/** Returns d = leave − max(enter, last arrival of a partner) of each call, as measured. */
export function remaindersOf({ records, partners, joints }: Omit<Replayed, 'teams' | 'threads'>): Remainders {
  const { operations } = records;
  const { enter, leave, kind } = operations.columns;
  const reached = reachedAt(enter, operations.length, joints);
  const seconds = new Float64Array(operations.length);
  const waited = new Uint8Array(operations.length);
  for (let call = 0; call < operations.length; call++) {
    const begin = enter[call] ?? absent(call);
    let last = reached[joints.awaited[call] ?? absent(call)] ?? Number.NEGATIVE_INFINITY;
    const end = partners.first[call + 1] ?? absent(call);
    for (let edge = partners.first[call] ?? absent(call); edge < end; edge++)
      last = Math.max(last, enter[partners.partner[edge] ?? absent(edge)] ?? absent(edge));
    waited[call] = last > begin ? 1 : 0;
    const isOpen = kind[call] === Operation.Undecided;
    seconds[call] = isOpen ? Number.NaN : Math.max(0, (leave[call] ?? absent(call)) - Math.max(begin, last));
  }
  return { seconds, waited };
}

/** When each joint was reached: all its members, and those of the joints before it, had arrived. */
function reachedAt(enter: Float64Array, calls: number, { entered, before }: Dependencies['joints']): Float64Array {
  const reached = new Float64Array(before.length).fill(Number.NEGATIVE_INFINITY);
  for (let call = 0; call < calls; call++) {
    const joint = entered[call] ?? absent(call);
    if (joint !== NO_JOINT) reached[joint] = Math.max(elementAt(reached, joint), enter[call] ?? absent(call));
  }
  // A joint has a larger number than the one before it.
  for (const [joint, earlier] of before.entries())
    if (earlier !== NO_JOINT) reached[joint] = Math.max(elementAt(reached, joint), elementAt(reached, earlier));
  return reached;
}
