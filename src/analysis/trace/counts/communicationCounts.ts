import { absent, elementAt } from '../../../base/elements.js';
import { CollectiveOperation, EventKind } from '../../../model/events.js';
import type { Problem } from '../../../base/problem.js';
import type { MetricName } from '../metrics/metrics.js';
import type { Pass, PassData, PassResults, Shift } from '../passes/pass.js';
import type { EventRecorder } from '../recorders/recorders.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import { PairSums } from '../tables/pairSums.js';
import type { TableData } from '../tables/table.js';

const counted = [
  'comms_send',
  'syncs_send',
  'bytes_sent',
  'comms_recv',
  'syncs_recv',
  'bytes_rcvd',
  'comms_cxch',
  'comms_csrc',
  'comms_cdst',
  'syncs_coll',
  'bytes_cout',
  'bytes_cin',
] as const satisfies readonly MetricName[];

type Counted = (typeof counted)[number];
type Sums = Readonly<Record<Counted, PairSums>>;

/**
 * Counts messages, blocking collective operations and their bytes at the call paths and locations they belong to, while
 * the events are read. Non-blocking collective operations are not counted, as in Scalasca.
 */
export class CommunicationCounts implements Pass {
  readonly name = 'communication counts';
  readonly kinds = [
    EventKind.MpiSend,
    EventKind.MpiIsend,
    EventKind.MpiRecv,
    EventKind.MpiIrecv,
    EventKind.MpiCollectiveEnd,
  ];
  private readonly sums: Sums = {
    comms_send: new PairSums(),
    syncs_send: new PairSums(),
    bytes_sent: new PairSums(),
    comms_recv: new PairSums(),
    syncs_recv: new PairSums(),
    bytes_rcvd: new PairSums(),
    comms_cxch: new PairSums(),
    comms_csrc: new PairSums(),
    comms_cdst: new PairSums(),
    syncs_coll: new PairSums(),
    bytes_cout: new PairSums(),
    bytes_cin: new PairSums(),
  };

  constructor(private readonly records: CommunicationRecords) {}

  record(location: number): EventRecorder {
    return new LocationCounts(this.records, this.sums, location);
  }

  part(): PassData {
    return Object.fromEntries(counted.map((metric) => [metric, dataOf(this.sums[metric])]));
  }

  merge(data: PassData, { node }: Shift): void {
    for (const metric of counted) {
      const { length, columns } = data[metric] ?? absent(metric);
      const sums = this.sums[metric];
      const { node: nodes = [], location = [], value = [] } = columns;
      for (let i = 0; i < length; i++)
        sums.add(elementAt(node, elementAt(nodes, i)), elementAt(location, i), elementAt(value, i));
    }
  }

  finish({ severities }: PassResults): readonly Problem[] {
    for (const metric of counted) {
      if (this.sums[metric].size > 0) severities.of(metric).addAll(this.sums[metric]);
    }
    return [];
  }
}

/** Counts the communication of one location. A class, since the engine does not see into functions made for each location. */
class LocationCounts implements EventRecorder {
  constructor(
    private readonly records: CommunicationRecords,
    private readonly sums: Sums,
    private readonly location: number,
  ) {}

  add(kind: number, _time: number, operands: Float64Array, at: number, operation: number): void {
    if (operation === NONE) return;
    const node = this.records.operations.columns.node[operation] ?? absent(operation);
    // Of a collective operation it is what is sent, of others the length of the message.
    const bytes = operands[at + 3] ?? absent(at + 3);
    if (kind === EventKind.MpiSend || kind === EventKind.MpiIsend) this.send(node, bytes);
    else if (kind === EventKind.MpiCollectiveEnd)
      this.collective(node, operands[at + 1] ?? absent(at + 1), bytes, operands[at + 4] ?? absent(at + 4));
    else this.receive(node, bytes);
  }

  private send(node: number, bytes: number): void {
    const { comms_send: withData, syncs_send: withoutData, bytes_sent: volume } = this.sums;
    if (bytes > 0) {
      withData.add(node, this.location, 1);
      volume.add(node, this.location, bytes);
    } else withoutData.add(node, this.location, 1);
  }

  private receive(node: number, bytes: number): void {
    const { comms_recv: withData, syncs_recv: withoutData, bytes_rcvd: volume } = this.sums;
    if (bytes > 0) {
      withData.add(node, this.location, 1);
      volume.add(node, this.location, bytes);
    } else withoutData.add(node, this.location, 1);
  }

  private collective(node: number, collective: number, sent: number, received: number): void {
    if (managesResources(collective)) return;
    const { sums } = this;
    if (sent > 0) (received > 0 ? sums.comms_cxch : sums.comms_csrc).add(node, this.location, 1);
    else (received > 0 ? sums.comms_cdst : sums.syncs_coll).add(node, this.location, 1);
    sums.bytes_cout.add(node, this.location, sent);
    sums.bytes_cin.add(node, this.location, received);
  }
}

function dataOf({ size, callPath, location, value }: PairSums): TableData {
  return { length: size, columns: { node: Int32Array.from(callPath), location: Int32Array.from(location), value } };
}

/** Making and freeing communicators, windows and files is neither communication nor synchronization. */
function managesResources(collective: number): boolean {
  return collective >= CollectiveOperation.CreateHandle;
}
