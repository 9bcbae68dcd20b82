import type { CallTreeBuilder } from './profile/callTreeBuilder.js';
import type { RegionTable } from './profile/regionTable.js';
import type { MetricName } from './metrics.js';
import { PairSums } from './pairSums.js';
import type { CommunicationRecords } from './records/communicationRecords.js';
import type { Severities } from './severities.js';

/** Books waiting time where it belongs: at the call path and location of the operation that waits. */
export class Waits {
  /** Seconds by property, call path of the waiting operation, and location that was waited for. */
  readonly causes = new Map<MetricName, PairSums>();

  constructor(
    private readonly records: CommunicationRecords,
    private readonly severities: Severities,
    private readonly tree: CallTreeBuilder,
    private readonly regions: RegionTable,
  ) {}

  /**
   * Moves `seconds` of an operation's time to a waiting property.
   * @param lateOperation the operation that was waited for, where there is one to name
   */
  add(metric: MetricName, operation: number, seconds: number, lateOperation?: number): void {
    const { node, location } = this.records.operations.columns;
    const from = this.regions.metric[this.tree.regionOf(node[operation])] ?? 'comp';
    this.severities.move(from, metric, node[operation], location[operation], seconds);
    if (lateOperation !== undefined) this.blame(metric, operation, lateOperation, seconds);
  }

  /** Moves an amount at an operation from a metric to a more specific one. */
  refine(from: MetricName, to: MetricName, operation: number, amount: number): void {
    const { node, location } = this.records.operations.columns;
    this.severities.move(from, to, node[operation], location[operation], amount);
  }

  /** Says that `seconds` of waiting in an operation are due to another one; negative seconds take it back. */
  blame(metric: MetricName, operation: number, lateOperation: number, seconds: number): void {
    const { node, location } = this.records.operations.columns;
    let sums = this.causes.get(metric);
    if (sums === undefined) this.causes.set(metric, (sums = new PairSums()));
    sums.add(node[operation], location[lateOperation], seconds);
  }
}
