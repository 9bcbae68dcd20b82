import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { CollectiveSynchronizations } from '../rootCauses/collectiveSynchronizations.js';
import { barrierOf } from '../rootCauses/intervals.js';
import { WaitStates } from '../rootCauses/waitStates.js';

/**
 * The wait states that end up to a time, up to which everything is known: what happened between two of them is then
 * known as well, so that their causes are those that the whole trace would show. Of a collective operation either all
 * members are among them or none is.
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
  const judged = new WaitStates(records, states.collectives);
  const { columns, length } = states.table;
  for (let state = 0; state < length; state++) {
    const mark = columns.waiter[state];
    const barrier = barrierOf(mark);
    const end = barrier === undefined ? leave[mark] : barriers.columns.leave[barrier];
    const instance = columns.instance[state];
    if (end <= until && (instance < 0 || isEarly[instance] === 1)) judged.table.copyRow(states.table, state);
  }
  return judged;
}

/** Which collective operations all members had left. */
function endingUntil(
  until: number,
  { instances, members }: CollectiveSynchronizations,
  leave: Float64Array,
): Uint8Array {
  const isEarly = new Uint8Array(instances.length).fill(1);
  const { first, size } = instances.columns;
  for (let instance = 0; instance < instances.length; instance++) {
    for (let row = first[instance]; row < first[instance] + size[instance]; row++) {
      if (leave[members.columns.operation[row]] > until) isEarly[instance] = 0;
    }
  }
  return isEarly;
}
