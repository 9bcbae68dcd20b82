import { isProgram } from '../../../model/definitions.js';
import { Quadruples } from '../tables/quadruples.js';
import { Peers } from '../matching/peers.js';
import { processesOf } from '../../../model/processes.js';
import { CallGraph } from './store/callGraph.js';
import type { EventSource } from './eventSource.js';
import { EventStore } from './store/eventStore.js';
import { postedOrder } from './postedOrder.js';
import type { ReceiveOrder } from './state/messageQueues.js';
import type { StateContext } from './state/overallState.js';

/** Returns the data shared by the states of a trace. */
export function stateContext(source: EventSource): StateContext {
  const { definitions } = source;
  const processes = processesOf(definitions);
  const program = definitions.regions.findIndex(isProgram);
  const store = new EventStore(program < 0 ? undefined : program);
  const members = definitions.communicators.map(({ ranks, remoteRanks = [] }) => [
    ...new Set([...ranks, ...remoteRanks].map((location) => processes.ofLocation[location] ?? -1)),
  ]);
  const nobody: readonly number[] = [];
  let order: ReceiveOrder | undefined;
  return {
    definitions,
    store,
    processes,
    graph: new CallGraph(store),
    peers: new Peers(definitions, processes),
    channels: new Quadruples(),
    members: (communicator) => members.at(communicator) ?? nobody,
    receiveOrder: () => (order ??= postedOrder(source, processes)),
  };
}
