import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import { CollectiveOrder } from '../clocks/collectiveOrder.js';
import { visitParts } from '../matching/betweenGroups.js';
import { type CollectiveInstance, visitInstances } from '../matching/collectives.js';
import { Operation } from '../metrics/operations.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';

export const NO_JOINT = -1;

/** Joints for which members of collective operations wait: a joint is reached when all its members have arrived. */
export interface Joints {
  /** The joint that an MPI call is a part of from its beginning on, and the one it cannot end before, or NO_JOINT. */
  readonly entered: Int32Array;
  readonly awaited: Int32Array;
  /** The joint that must be reached before each joint, or NO_JOINT. */
  readonly before: readonly number[];
}

/** Collects joints, for some of the MPI calls. */
export class JointBuilder implements Joints {
  readonly entered: Int32Array;
  readonly awaited: Int32Array;
  readonly before: number[] = [];

  constructor(calls: number) {
    this.entered = new Int32Array(calls).fill(NO_JOINT);
    this.awaited = new Int32Array(calls).fill(NO_JOINT);
  }

  /**
   * @param begins calls that must have begun before those of `ends` end
   * @param before a joint that must be reached, too
   * @returns its number
   */
  add(begins: Iterable<number>, ends: Iterable<number>, before: number = NO_JOINT): number {
    const joint = this.before.push(before) - 1;
    for (const call of begins) this.entered[call] = joint;
    for (const call of ends) this.awaited[call] = joint;
    return joint;
  }
}

/** Joins collective operations, by the flow of their data, and the end of MPI where it held the processes up. */
export function joinCollectives(
  builder: JointBuilder,
  records: CommunicationRecords,
  definitions: Definitions,
  processes: Processes,
): void {
  const order = new CollectiveOrder();
  const join = (part: CollectiveInstance): void => {
    const calls = (ranks: readonly number[]): number[] => ranks.map((rank) => elementAt(part.operation, rank));
    let before = NO_JOINT;
    for (const { begins, ends } of order.stepsOf(part)) before = builder.add(calls(begins), calls(ends), before);
  };
  visitInstances(records, definitions, processes, (instance) => visitParts(instance, join));
  joinEnd(builder, records);
}

/** MPI_Finalize need not hold anybody up (MPI 3.1, 8.7). */
function joinEnd(builder: JointBuilder, { operations }: CommunicationRecords): void {
  const { kind } = operations.columns;
  const calls: number[] = [];
  for (let call = 0; call < operations.length; call++) if (kind[call] === Operation.Finalize) calls.push(call);
  joinHeldUp(builder, { operations }, calls);
}

/** Joins calls that need not wait for each other if they did: none left before all had arrived. */
export function joinHeldUp(
  builder: JointBuilder,
  { operations }: Pick<CommunicationRecords, 'operations'>,
  calls: readonly number[],
): void {
  const { enter, leave } = operations.columns;
  let last = Number.NEGATIVE_INFINITY;
  let first = Number.POSITIVE_INFINITY;
  for (const call of calls) {
    last = Math.max(last, enter[call] ?? absent(call));
    first = Math.min(first, leave[call] ?? absent(call));
  }
  if (calls.length > 1 && last <= first) builder.add(calls, calls);
}
