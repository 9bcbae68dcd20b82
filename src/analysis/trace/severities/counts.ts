import { CollectiveOperation } from '../../../model/events.js';
import type { MetricName } from '../metrics/metrics.js';
import { PairSums } from '../tables/pairSums.js';
import type { Severities } from './severities.js';

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

/** Counts as plain data, in the order of the metrics that are counted. */
export type CountsData = readonly Readonly<Pick<PairSums, 'size' | 'callPath' | 'location' | 'value'>>[];

/**
 * Counts messages, blocking collective operations and their bytes at the call paths and locations they belong to, while
 * the events are read. Non-blocking collective operations are not counted, as in Scalasca.
 */
export class CommunicationCounts {
  private readonly sums: Readonly<Record<Counted, PairSums>> = {
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

  /** A message is sent at a call path. */
  send(node: number, location: number, bytes: number): void {
    const { comms_send: withData, syncs_send: withoutData, bytes_sent: volume } = this.sums;
    if (bytes > 0) {
      withData.add(node, location, 1);
      volume.add(node, location, bytes);
    } else withoutData.add(node, location, 1);
  }

  /** A message is received at a call path. */
  receive(node: number, location: number, bytes: number): void {
    const { comms_recv: withData, syncs_recv: withoutData, bytes_rcvd: volume } = this.sums;
    if (bytes > 0) {
      withData.add(node, location, 1);
      volume.add(node, location, bytes);
    } else withoutData.add(node, location, 1);
  }

  /** A collective operation is executed at a call path. */
  collective(node: number, location: number, collective: number, sent: number, received: number): void {
    if (managesResources(collective)) return;
    const { sums } = this;
    if (sent > 0) (received > 0 ? sums.comms_cxch : sums.comms_csrc).add(node, location, 1);
    else (received > 0 ? sums.comms_cdst : sums.syncs_coll).add(node, location, 1);
    sums.bytes_cout.add(node, location, sent);
    sums.bytes_cin.add(node, location, received);
  }

  data(): CountsData {
    return counted.map((metric) => {
      const { size, callPath, location, value } = this.sums[metric];
      return { size, callPath, location, value };
    });
  }

  /**
   * Adds the counts of other locations.
   * @param node by its number there: the number of a call path here
   */
  append(data: CountsData, node: Int32Array): void {
    counted.forEach((metric, index) => {
      const { size, callPath, location, value } = data[index];
      const sums = this.sums[metric];
      for (let i = 0; i < size; i++) sums.add(node[callPath[i]], location[i], value[i]);
    });
  }

  /** Books all counts. */
  book(severities: Severities): void {
    for (const metric of counted) {
      if (this.sums[metric].size > 0) severities.of(metric).addAll(this.sums[metric]);
    }
  }
}

/** Making and freeing communicators, windows and files is neither communication nor synchronisation. */
function managesResources(collective: number): boolean {
  return collective >= CollectiveOperation.CreateHandle;
}
