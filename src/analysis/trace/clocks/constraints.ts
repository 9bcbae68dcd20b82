import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import { visitParts } from '../matching/betweenGroups.js';
import { type CollectiveInstance, visitInstances } from '../matching/collectives.js';
import type { MessageMatching } from '../matching/messages.js';
import type { Processes } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { type CausalGraph, CausalGraphBuilder } from './causalGraph.js';
import { CollectiveOrder } from './collectiveOrder.js';

/** The order that messages and collective operations impose on the moments of different processes. */
export function causalGraphOf(
  records: CommunicationRecords,
  matching: MessageMatching,
  definitions: Definitions,
  processes: Processes,
): CausalGraph {
  const builder = new CausalGraphBuilder(processes.locations.length);
  orderMessages(builder, records, matching, processes);
  const { location } = records.operations.columns;
  const order = new CollectiveOrder();
  const orderPart = (part: CollectiveInstance): void => {
    const { begin, end, operation } = part;
    const moment = (rank: number, times: Float64Array): number => {
      const at = elementAt(location, elementAt(operation, rank));
      return builder.moment(elementAt(processes.ofLocation, at), elementAt(times, rank));
    };
    let before: number | undefined;
    for (const { begins, ends } of order.stepsOf(part)) {
      const joint = builder.joint();
      if (before !== undefined) builder.order(before, joint);
      for (const rank of begins) builder.order(moment(rank, begin), joint);
      for (const rank of ends) builder.order(joint, moment(rank, end));
      before = joint;
    }
  };
  visitInstances(records, definitions, processes, (instance) => visitParts(instance, orderPart));
  return builder.build();
}

function orderMessages(
  builder: CausalGraphBuilder,
  { sends, receives, ends }: CommunicationRecords,
  { sendOf }: MessageMatching,
  { ofLocation }: Processes,
): void {
  const send = sends.columns;
  const receive = receives.columns;
  const processOf = (end: number): number => elementAt(ofLocation, ends.location(end));
  for (let row = 0; row < receives.length; row++) {
    const from = sendOf[row] ?? absent(row);
    if (from < 0) continue;
    const source = processOf(send.end[from] ?? absent(from));
    const destination = processOf(receive.end[row] ?? absent(row));
    if (source === destination) continue;
    const sent = builder.moment(source, send.time[from] ?? absent(from));
    builder.order(sent, builder.moment(destination, receive.time[row] ?? absent(row)));
  }
}
