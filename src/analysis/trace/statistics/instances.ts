import type { WaitStatistics } from '../../../model/findings.js';
import { enlargeFloat64 } from '../tables/enlarge.js';
import type { MetricName } from '../metrics/metrics.js';
import { quantiles } from './quantiles.js';

/** Where and when something waits. Times are seconds since the start of the trace. */
export interface WaitingPlace {
  readonly node: number;
  readonly location: number;
  readonly enter: number;
  readonly leave: number;
}

/** One wait. */
export interface Instance extends WaitingPlace {
  readonly seconds: number;
}

/** The instances of every waiting property: one instance is one wait of one location in one operation. */
export class Instances {
  private readonly samples = new Map<MetricName, Sample>();

  get metrics(): Iterable<MetricName> {
    return this.samples.keys();
  }

  add(metric: MetricName, place: WaitingPlace, seconds: number): void {
    this.of(metric).add(place, seconds);
  }

  /** The instances of a property, to be added to. */
  of(metric: MetricName): Sample {
    let sample = this.samples.get(metric);
    if (sample === undefined) this.samples.set(metric, (sample = new Sample()));
    return sample;
  }

  statistics(metric: MetricName): WaitStatistics | undefined {
    return this.samples.get(metric)?.statistics();
  }

  /** The longest wait at a call path. */
  worstAt(metric: MetricName, node: number): Instance | undefined {
    return this.samples.get(metric)?.worst.get(node);
  }

  /** The longest wait of each call path, the longest first. */
  worst(metric: MetricName, most: number): Instance[] {
    const found = [...(this.samples.get(metric)?.worst.values() ?? [])];
    return found.sort((a, b) => b.seconds - a.seconds || a.node - b.node).slice(0, most);
  }
}

/** The instances of one property. */
export class Sample {
  readonly worst = new Map<number, Instance>();
  private values: Float64Array = new Float64Array(16);
  private count = 0;

  add({ node, location, enter, leave }: WaitingPlace, seconds: number): void {
    if (this.count === this.values.length) this.values = enlargeFloat64(this.values, this.count * 2);
    this.values[this.count++] = seconds;
    const worst = this.worst.get(node);
    if (worst === undefined || seconds > worst.seconds) {
      this.worst.set(node, { node, location, enter, leave, seconds });
    }
  }

  statistics(): WaitStatistics {
    const { count } = this;
    const values = this.values.slice(0, count);
    const sum = values.reduce((total, value) => total + value, 0);
    const mean = sum / count;
    const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
    const [minimum, lowerQuartile, median, upperQuartile, maximum] = quantiles(values, [0, 0.25, 0.5, 0.75, 1]);
    const standardDeviation = Math.sqrt(squares / count);
    return { count, sum, mean, standardDeviation, minimum, lowerQuartile, median, upperQuartile, maximum };
  }
}
