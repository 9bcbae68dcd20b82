/** The sums at one moment of a run, put together while a file is read. */
import type { Seconds } from '../../base/units.js';
import type { Snapshot } from '../../model/profile.js';
import { severityColumn } from '../../model/profileValues.js';
import { MetricValues } from './metricValues.js';

export class SnapshotBuilder {
  private readonly metrics = new Map<string, MetricValues>();

  constructor(
    private readonly name: string,
    private readonly time: Seconds | undefined,
  ) {}

  /** Adds an exclusive value of a metric for a call path. */
  exclusive(metric: string, callPath: number, location: number, value: number): void {
    const known = this.metrics.get(metric) ?? new MetricValues({ name: metric });
    this.metrics.set(metric, known);
    known.addExclusive(callPath, location, value);
  }

  build(size: number, locations: number): Snapshot {
    const severities = new Map(
      [...this.metrics].map(([name, values]) => [name, severityColumn(values.exclusive(size, locations))]),
    );
    return { name: this.name, time: this.time, severities };
  }
}
