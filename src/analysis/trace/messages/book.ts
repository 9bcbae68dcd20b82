import { absent, elementAt } from '../../../base/elements.js';
import type { MetricName } from '../metrics/metrics.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Waits } from '../waits/waits.js';
import type { MessageMatching } from '../matching/messages.js';
import type { OperationWaits } from './operationWaits.js';
import type { WrongOrders } from './wrongOrders.js';

/** A count and the more specific count that waiting messages belong to. */
type Refinement = readonly [from: MetricName, to: MetricName];

/** Counts of messages with data and without. */
interface Counts {
  readonly comms: Refinement;
  readonly syncs: Refinement;
}

const lateSenderCounts: Counts = {
  comms: ['comms_recv', 'mpi_cls_count'],
  syncs: ['syncs_recv', 'mpi_sls_count'],
};
const wrongOrderCounts: Counts = {
  comms: ['mpi_cls_count', 'mpi_clswo_count'],
  syncs: ['mpi_sls_count', 'mpi_slswo_count'],
};
const lateReceiverCounts: Counts = {
  comms: ['comms_send', 'mpi_clr_count'],
  syncs: ['syncs_send', 'mpi_slr_count'],
};

/** By WrongOrder. */
const wrongOrderMetrics: readonly MetricName[] = ['mpi_lswo_same', 'mpi_lswo_different', 'mpi_latesender_wo'];

/** Books the waiting times of messages: at the waiting call, with the other end of the message as cause. */
export class MessageBook {
  constructor(
    private readonly records: CommunicationRecords,
    private readonly matching: MessageMatching,
    private readonly waits: Waits,
  ) {}

  /** Books Late Sender, and how often it occurs, process by process. Messages are counted where they are received. */
  lateSenders(): (found: OperationWaits) => void {
    const { operation } = this.records.sends.columns;
    const { operation: receivedIn } = this.records.receives.columns;
    const { sendOf } = this.matching;
    const late = (receive: number): number => {
      const send = sendOf[receive] ?? absent(receive);
      return operation[send] ?? absent(send);
    };
    const count = this.counter(lateSenderCounts);
    return this.booking('mpi_latesender', late, (_, receive) => {
      count(elementAt(receivedIn, receive), receive);
    });
  }

  /** Books Late Receiver, and how often it occurs, process by process. */
  lateReceivers(): (found: OperationWaits) => void {
    const { postedIn } = this.records.receives.columns;
    const late = (receive: number): number => postedIn[receive] ?? absent(receive);
    return this.booking('mpi_latereceiver', late, this.counter(lateReceiverCounts));
  }

  /** Books the wrong order of Late Senders that were booked. */
  wrongOrder({ table: { length, columns } }: WrongOrders): void {
    const { operation: sentIn } = this.records.sends.columns;
    const { operation: receivedIn } = this.records.receives.columns;
    const counts = this.counter(wrongOrderCounts);
    for (let row = 0; row < length; row++) {
      const operation = elementAt(columns.operation, row);
      const seconds = elementAt(columns.seconds, row);
      const receive = elementAt(columns.receive, row);
      const late = elementAt(sentIn, elementAt(this.matching.sendOf, receive));
      const metric = elementAt(wrongOrderMetrics, elementAt(columns.source, row));
      this.waits.refine('mpi_latesender', metric, operation, seconds);
      this.waits.addPart('mpi_latesender_wo', operation, seconds);
      this.waits.blame('mpi_latesender', operation, late, -seconds);
      this.waits.blame('mpi_latesender_wo', operation, late, seconds);
      counts(elementAt(receivedIn, receive), receive);
    }
  }

  /** Books the wrong order of Late Receivers that were booked. */
  wrongOrderOfSends({ table: { length, columns } }: WrongOrders): void {
    const { postedIn } = this.records.receives.columns;
    for (let row = 0; row < length; row++) {
      const operation = elementAt(columns.operation, row);
      const seconds = elementAt(columns.seconds, row);
      const late = elementAt(postedIn, elementAt(columns.receive, row));
      this.waits.refine('mpi_latereceiver', 'mpi_latereceiver_wo', operation, seconds);
      this.waits.addPart('mpi_latereceiver_wo', operation, seconds);
      this.waits.blame('mpi_latereceiver', operation, late, -seconds);
      this.waits.blame('mpi_latereceiver_wo', operation, late, seconds);
    }
  }

  private booking(
    metric: MetricName,
    late: (receive: number) => number,
    count: (operation: number, receive: number) => void,
  ): (found: OperationWaits) => void {
    return (found) => {
      for (let operation = found.first; operation < found.end; operation++) {
        const seconds = found.seconds(operation);
        if (seconds <= 0) continue;
        const receive = found.receive(operation);
        this.waits.add(metric, operation, seconds, late(receive));
        count(operation, receive);
      }
    };
  }

  /** Counts an operation whose message waits, or is waited for. */
  private counter({ comms, syncs }: Counts): (operation: number, receive: number) => void {
    const { hasData } = this.records.receives.columns;
    const withData = this.waits.refinement(...comms);
    const withoutData = this.waits.refinement(...syncs);
    return (operation, receive) => (hasData[receive] === 1 ? withData : withoutData).add(operation, 1);
  }
}
