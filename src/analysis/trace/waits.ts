import type { CallTreeBuilder } from './profile/callTreeBuilder.js';
import type { RegionTable } from './profile/regionTable.js';
import type { MetricName } from './metrics.js';
import type { CommunicationRecords } from './records/communicationRecords.js';
import type { Severities } from './severities.js';

/** Books waiting time where it belongs: at the call path and location of the operation that waits. */
export class Waits {
  constructor(
    private readonly records: CommunicationRecords,
    private readonly severities: Severities,
    private readonly tree: CallTreeBuilder,
    private readonly regions: RegionTable,
  ) {}

  /** Moves `seconds` of an operation's time to a waiting property. */
  add(metric: MetricName, operation: number, seconds: number): void {
    const { node, location } = this.records.operations.columns;
    const from = this.regions.metric[this.tree.regionOf(node[operation])] ?? 'comp';
    this.severities.move(from, metric, node[operation], location[operation], seconds);
  }

  /** Moves waiting time from a property to a more specific one. */
  refine(from: MetricName, to: MetricName, operation: number, seconds: number): void {
    const { node, location } = this.records.operations.columns;
    this.severities.move(from, to, node[operation], location[operation], seconds);
  }
}
