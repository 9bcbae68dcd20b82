import type { MetricName } from '../metrics/metrics.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Waits } from '../severities/waits.js';
import type { Matching } from './matching.js';
import type { OperationWaits } from './operationWaits.js';
import type { WrongOrder } from './wrongOrder.js';

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

const wrongOrderMetrics: Readonly<Record<WrongOrder, MetricName>> = {
  same: 'mpi_lswo_same',
  different: 'mpi_lswo_different',
  unknown: 'mpi_latesender_wo',
};

/** Books the waiting times of messages: at the waiting call, with the other end of the message as cause. */
export class MessageBook {
  constructor(
    private readonly records: CommunicationRecords,
    private readonly matching: Matching,
    private readonly waits: Waits,
  ) {}

  /** Books Late Sender with its wrong order, and how often they occur. */
  lateSenders(found: OperationWaits, wrong: ReadonlyMap<number, WrongOrder>): void {
    const late = (receive: number): number => this.records.sends.columns.operation[this.matching.sendOf[receive]];
    this.book('mpi_latesender', lateSenderCounts, found, late);
    for (const [operation, source] of wrong) {
      const seconds = found.seconds[operation];
      this.waits.refine('mpi_latesender', wrongOrderMetrics[source], operation, seconds);
      this.waits.addPart('mpi_latesender_wo', operation, seconds);
      this.waits.blame('mpi_latesender', operation, late(found.receive[operation]), -seconds);
      this.waits.blame('mpi_latesender_wo', operation, late(found.receive[operation]), seconds);
      this.count(wrongOrderCounts, found, operation);
    }
  }

  /** Books Late Receiver with its wrong order, and how often it occurs. */
  lateReceivers(found: OperationWaits, wrong: ReadonlyMap<number, WrongOrder>): void {
    const late = (receive: number): number => this.records.receives.columns.postedIn[receive];
    this.book('mpi_latereceiver', lateReceiverCounts, found, late);
    for (const operation of wrong.keys()) {
      const seconds = found.seconds[operation];
      this.waits.refine('mpi_latereceiver', 'mpi_latereceiver_wo', operation, seconds);
      this.waits.addPart('mpi_latereceiver_wo', operation, seconds);
      this.waits.blame('mpi_latereceiver', operation, late(found.receive[operation]), -seconds);
      this.waits.blame('mpi_latereceiver_wo', operation, late(found.receive[operation]), seconds);
    }
  }

  private book(metric: MetricName, counts: Counts, found: OperationWaits, late: (receive: number) => number): void {
    found.seconds.forEach((seconds, operation) => {
      if (seconds <= 0) return;
      this.waits.add(metric, operation, seconds, late(found.receive[operation]));
      this.count(counts, found, operation);
    });
  }

  private count({ comms, syncs }: Counts, found: OperationWaits, operation: number): void {
    const hasData = this.records.receives.columns.hasData[found.receive[operation]] === 1;
    const [from, to] = hasData ? comms : syncs;
    this.waits.refine(from, to, operation, 1);
  }
}
