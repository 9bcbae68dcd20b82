import { elementAt } from '../../../base/elements.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { CollectiveSynchronizations } from '../waits/collectiveSynchronizations.js';
import { barrierOf } from '../intervals/marks.js';
import { WaitStates } from '../waits/waitStates.js';
import { leaveOutDependents, type StateCalls } from './dependentStates.js';

/**
 * Returns the wait states that end before the time up to which everything is known, without earlier exclusions at their
 * locations. Everything between two of them is then known as well, so their causes are those of the whole trace. Of a
 * collective operation either all members are included or none is. A member that leaves it after that time excludes the
 * others, and their dependents.
 */
export function statesUntil(
  until: number,
  states: WaitStates,
  records: CommunicationRecords,
  { barriers }: ThreadRecords,
): WaitStates {
  if (until === Number.POSITIVE_INFINITY) return states;
  const { leave } = records.operations.columns;
  const isEarly = endingUntil(until, states.collectives, leave);
  const { columns, length } = states.table;
  const leftOut = new Uint8Array(length);
  for (let state = 0; state < length; state++) {
    const mark = elementAt(columns.waiter, state);
    const barrier = barrierOf(mark);
    const end = barrier === undefined ? elementAt(leave, mark) : elementAt(barriers.columns.leave, barrier);
    const instance = elementAt(columns.instance, state);
    if (!(end <= until) || (instance >= 0 && isEarly[instance] === 0)) leftOut[state] = 1;
  }
  leaveOutDependents(callsOf(states, records, barriers), leftOut);
  const judged = new WaitStates(records, states.collectives);
  for (let state = 0; state < length; state++) if (leftOut[state] === 0) judged.table.copyRow(states.table, state);
  return judged;
}

/** Returns locations and begin times of the calls of wait states. */
function callsOf(
  { table: { columns, length } }: WaitStates,
  { operations }: CommunicationRecords,
  barriers: ThreadRecords['barriers'],
): StateCalls {
  const location = new Int32Array(2 * length);
  const begin = new Float64Array(2 * length);
  for (let side = 0; side < 2 * length; side++) {
    const mark = elementAt(side % 2 === 0 ? columns.waiter : columns.delayer, side >> 1);
    const barrier = barrierOf(mark);
    const row = barrier ?? mark;
    const calls = barrier === undefined ? operations.columns : barriers.columns;
    location[side] = elementAt(calls.location, row);
    begin[side] = elementAt(calls.enter, row);
  }
  return { length, location, begin, instance: columns.instance };
}

/** Which collective operations all members had left. */
function endingUntil(
  until: number,
  { instances, members }: CollectiveSynchronizations,
  leave: Float64Array,
): Uint8Array {
  const { first, size } = instances.columns;
  return Uint8Array.from({ length: instances.length }, (_, instance) => {
    const from = elementAt(first, instance);
    const operations = members.columns.operation.subarray(from, from + elementAt(size, instance));
    return operations.some((operation) => elementAt(leave, operation) > until) ? 0 : 1;
  });
}
