import { CollectiveOperation } from '../../../model/events.js';
import type { MetricName } from '../metrics/metrics.js';
import type { PairSums } from '../tables/pairSums.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { Severities } from './severities.js';

/**
 * Counts messages, blocking collective operations and their bytes at the call paths and locations they belong to.
 * Non-blocking collective operations are not counted, as in Scalasca.
 */
export function countCommunication(records: CommunicationRecords, severities: Severities): void {
  const counter = (metric: MetricName): Counter => new Counter(severities.of(metric), records);
  const { sends, receives } = records;
  countMessages(sends.length, sends.columns, counter('comms_send'), counter('syncs_send'), counter('bytes_sent'));
  countMessages(receives.length, receives.columns, counter('comms_recv'), counter('syncs_recv'), counter('bytes_rcvd'));
  countCollectives(records, counter);
}

/** Adds amounts of one metric at operations. */
class Counter {
  constructor(
    private readonly sums: PairSums,
    private readonly records: CommunicationRecords,
  ) {}

  add(operation: number, amount: number): void {
    const { node, location } = this.records.operations.columns;
    this.sums.add(node[operation], location[operation], amount);
  }
}

function countMessages(
  length: number,
  { operation, bytes }: { readonly operation: Int32Array; readonly bytes: Float64Array },
  withData: Counter,
  withoutData: Counter,
  volume: Counter,
): void {
  for (let row = 0; row < length; row++) {
    if (operation[row] === NONE) continue;
    if (bytes[row] > 0) {
      withData.add(operation[row], 1);
      volume.add(operation[row], bytes[row]);
    } else {
      withoutData.add(operation[row], 1);
    }
  }
}

function countCollectives({ collectives }: CommunicationRecords, counter: (metric: MetricName) => Counter): void {
  const { operation, sent, received, collective } = collectives.columns;
  const [exchange, source, destination] = [counter('comms_cxch'), counter('comms_csrc'), counter('comms_cdst')];
  const [without, outgoing, incoming] = [counter('syncs_coll'), counter('bytes_cout'), counter('bytes_cin')];
  for (let row = 0; row < collectives.length; row++) {
    if (operation[row] === NONE || managesResources(collective[row])) continue;
    if (sent[row] > 0) (received[row] > 0 ? exchange : source).add(operation[row], 1);
    else (received[row] > 0 ? destination : without).add(operation[row], 1);
    outgoing.add(operation[row], sent[row]);
    incoming.add(operation[row], received[row]);
  }
}

/** Making and freeing communicators, windows and files is neither communication nor synchronisation. */
function managesResources(collective: number): boolean {
  return collective >= CollectiveOperation.CreateHandle;
}
