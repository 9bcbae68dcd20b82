import type { Definitions } from '../../../model/definitions.js';
import { CollectiveOperation } from '../../../model/events.js';
import { Peers } from '../messages/peers.js';
import { type Processes, rowsByProcess } from '../processes.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';

/** One collective operation, with its members in order of rank. Times are seconds. */
export interface CollectiveInstance {
  /** Index of the communicator. */
  readonly communicator: number;
  /** A CollectiveOperation. */
  readonly collective: number;
  /** Rank of the root, or one of CollectiveRoot. */
  readonly root: number;
  /** Row of `operations` of each member. */
  readonly operation: readonly number[];
  readonly begin: readonly number[];
  readonly end: readonly number[];
  readonly sent: readonly number[];
  readonly received: readonly number[];
}

/** Collective operations that were left out, counted. */
export interface LeftOut {
  /** Not every member's record is there, or members disagree. */
  uncertain: number;
  /** On intercommunicators. */
  intercommunicator: number;
}

/**
 * Puts collective records together: the n-th operation on a communicator at each member is one instance (MPI 3.1,
 * 5.12). After a disagreement the rest of that communicator is uncertain, because the counting may be shifted.
 * Operations of a single process have no one to wait for and are passed over.
 */
export function visitInstances(
  records: CommunicationRecords,
  definitions: Definitions,
  processes: Processes,
  visit: (instance: CollectiveInstance) => void,
): LeftOut {
  const peers = new Peers(definitions, processes);
  const leftOut: LeftOut = { uncertain: 0, intercommunicator: 0 };
  for (const [communicator, byProcess] of byCommunicator(records, processes)) {
    if (peers.isSelf(communicator)) continue;
    let longest = 0;
    for (const rows of byProcess.values()) longest = Math.max(longest, rows.length);
    const members = peers.members(communicator);
    if (members === undefined) {
      leftOut[peers.isDefined(communicator) ? 'intercommunicator' : 'uncertain'] += longest;
      continue;
    }
    if (members.length < 2) continue;
    const lists = Array.from(members, (process) => byProcess.get(process) ?? []);
    const complete = agreeing(records, lists);
    for (let n = 0; n < complete; n++) visit(instance(records, lists, n));
    leftOut.uncertain += longest - complete;
  }
  return leftOut;
}

/** Rows of each communicator's collective operations, by process and in order of time. */
function byCommunicator(records: CommunicationRecords, processes: Processes): Map<number, Map<number, number[]>> {
  const { communicator, operation, location, begin } = records.collectives.columns;
  const found = new Map<number, Map<number, number[]>>();
  rowsByProcess(records.collectives.length, location, begin, processes).forEach((rows, process) => {
    for (const row of rows) {
      if (operation[row] === NONE) continue;
      let ofCommunicator = found.get(communicator[row]);
      if (ofCommunicator === undefined) found.set(communicator[row], (ofCommunicator = new Map<number, number[]>()));
      const list = ofCommunicator.get(process);
      if (list === undefined) ofCommunicator.set(process, [row]);
      else list.push(row);
    }
  });
  return found;
}

/** How many operations from the start all members agree on. */
function agreeing(records: CommunicationRecords, lists: readonly (readonly number[])[]): number {
  const { collective, root } = records.collectives.columns;
  const shortest = lists.reduce((least, list) => Math.min(least, list.length), Number.POSITIVE_INFINITY);
  for (let n = 0; n < shortest; n++) {
    const first = lists[0][n];
    for (const list of lists) {
      if (collective[list[n]] !== collective[first] || root[list[n]] !== root[first]) return n;
    }
  }
  return shortest;
}

function instance(records: CommunicationRecords, lists: readonly (readonly number[])[], n: number): CollectiveInstance {
  const { columns } = records.collectives;
  const rows = lists.map((list) => list[n]);
  const read = (column: Float64Array | Int32Array): number[] => {
    const values: number[] = [];
    for (const row of rows) values.push(column[row]);
    return values;
  };
  return {
    communicator: columns.communicator[rows[0]],
    collective: columns.collective[rows[0]],
    root: columns.root[rows[0]],
    operation: read(columns.operation),
    begin: read(columns.begin),
    end: read(columns.end),
    sent: read(columns.sent),
    received: read(columns.received),
  };
}

/** Whether an operation's participants are not known pair by pair, so that no wait can be told. */
export function isPairwise(collective: number): boolean {
  return collective === CollectiveOperation.Alltoallv || collective === CollectiveOperation.Alltoallw;
}
