import type { Definitions } from '../../../model/definitions.js';
import { visitParts } from '../collectives/betweenGroups.js';
import { type CollectiveInstance, visitInstances } from '../collectives/instances.js';
import type { Matching } from '../messages/matching.js';
import type { Processes } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { type CausalGraph, CausalGraphBuilder } from './causalGraph.js';
import { CollectiveOrder } from './collectiveOrder.js';

/** The order that messages and collective operations impose on the moments of different processes. */
export function causalGraphOf(
  records: CommunicationRecords,
  matching: Matching,
  definitions: Definitions,
  processes: Processes,
): CausalGraph {
  const builder = new CausalGraphBuilder(processes.locations.length);
  orderMessages(builder, records, matching, processes);
  const { location } = records.operations.columns;
  const order = new CollectiveOrder();
  const orderPart = (part: CollectiveInstance): void => {
    const { begin, end, operation } = part;
    const process = Int32Array.from(operation, (row) => processes.ofLocation[location[row]]);
    let before: number | undefined;
    for (const { begins, ends } of order.stepsOf(part)) {
      const joint = builder.joint();
      if (before !== undefined) builder.order(before, joint);
      for (const rank of begins) builder.order(builder.moment(process[rank], begin[rank]), joint);
      for (const rank of ends) builder.order(joint, builder.moment(process[rank], end[rank]));
      before = joint;
    }
  };
  visitInstances(records, definitions, processes, (instance) => visitParts(instance, orderPart));
  return builder.build();
}

function orderMessages(
  builder: CausalGraphBuilder,
  { sends, receives, ends }: CommunicationRecords,
  { sendOf }: Matching,
  { ofLocation }: Processes,
): void {
  const send = sends.columns;
  const receive = receives.columns;
  for (let row = 0; row < receives.length; row++) {
    const from = sendOf[row];
    if (from < 0) continue;
    const source = ofLocation[ends.location(send.end[from])];
    const destination = ofLocation[ends.location(receive.end[row])];
    if (source === destination) continue;
    builder.order(builder.moment(source, send.time[from]), builder.moment(destination, receive.time[row]));
  }
}
