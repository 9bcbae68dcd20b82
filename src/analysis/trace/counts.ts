import { CollectiveOperation } from '../../model/events.js';
import { type CommunicationRecords, NONE } from './records/communicationRecords.js';
import type { Severities } from './severities.js';

/**
 * Counts messages, blocking collective operations and their bytes at the call paths and locations they belong to.
 * Non-blocking collective operations are not counted, as in Scalasca.
 */
export function countCommunication(records: CommunicationRecords, severities: Severities): void {
  const { node, location } = records.operations.columns;
  const add = (metric: CountMetric, operation: number, amount: number): void => {
    if (amount > 0) severities.of(metric).add(node[operation], location[operation], amount);
  };
  countMessages(records, add);
  const blocking = records.collectives.columns;
  for (let row = 0; row < records.collectives.length; row++) {
    const { operation, sent, received, collective } = blocking;
    if (operation[row] === NONE || managesResources(collective[row])) continue;
    countCollective(operation[row], sent[row], received[row], add);
  }
}

type CountMetric =
  | 'syncs_send'
  | 'comms_send'
  | 'syncs_recv'
  | 'comms_recv'
  | 'bytes_sent'
  | 'bytes_rcvd'
  | 'syncs_coll'
  | 'comms_cxch'
  | 'comms_csrc'
  | 'comms_cdst'
  | 'bytes_cout'
  | 'bytes_cin';
type Add = (metric: CountMetric, operation: number, amount: number) => void;

function countMessages({ sends, receives }: CommunicationRecords, add: Add): void {
  for (let row = 0; row < sends.length; row++) {
    const { operation, bytes } = sends.columns;
    if (operation[row] === NONE) continue;
    add(bytes[row] > 0 ? 'comms_send' : 'syncs_send', operation[row], 1);
    add('bytes_sent', operation[row], bytes[row]);
  }
  for (let row = 0; row < receives.length; row++) {
    const { operation, bytes } = receives.columns;
    if (operation[row] === NONE) continue;
    add(bytes[row] > 0 ? 'comms_recv' : 'syncs_recv', operation[row], 1);
    add('bytes_rcvd', operation[row], bytes[row]);
  }
}

function countCollective(operation: number, sent: number, received: number, add: Add): void {
  add(collectiveCount(sent, received), operation, 1);
  add('bytes_cout', operation, sent);
  add('bytes_cin', operation, received);
}

function collectiveCount(sent: number, received: number): CountMetric {
  if (sent > 0) return received > 0 ? 'comms_cxch' : 'comms_csrc';
  return received > 0 ? 'comms_cdst' : 'syncs_coll';
}

/** Making and freeing communicators, windows and files is neither communication nor synchronisation. */
function managesResources(collective: number): boolean {
  return collective >= CollectiveOperation.CreateHandle;
}
