import { absent } from '../../../base/elements.js';
import type { WaitStatistics } from '../../../model/findings/findings.js';
import { enlargeFloat64 } from '../tables/enlarge.js';
import type { MetricName } from '../metrics/metrics.js';
import { type Memory, OWN_MEMORY } from '../tables/memory.js';
import { NumberList } from '../tables/numberList.js';
import { release } from '../tables/release.js';
import { quantiles } from '../../../base/quantiles.js';

/** Location, call path and time of a wait. Times are seconds since the start of the trace. */
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

  /** @param memory where they lie */
  constructor(private readonly memory: Memory = OWN_MEMORY) {}

  get metrics(): Iterable<MetricName> {
    return this.samples.keys();
  }

  add(metric: MetricName, place: WaitingPlace, seconds: number): void {
    this.of(metric).add(place, seconds);
  }

  /** The instances of a property, to be added to. */
  of(metric: MetricName): Sample {
    let sample = this.samples.get(metric);
    if (sample === undefined) this.samples.set(metric, (sample = new Sample(this.memory)));
    return sample;
  }

  /** Ends the collection: keeps the statistics instead of all instances. */
  summarize(): void {
    for (const sample of this.samples.values()) sample.summarize();
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
  private readonly values: NumberList;
  private summary: WaitStatistics | undefined;
  /** By call path: seconds of its longest wait. */
  private longest: Float64Array = new Float64Array(16).fill(Number.NEGATIVE_INFINITY);

  constructor(memory: Memory) {
    this.values = new NumberList(memory);
  }

  add(place: WaitingPlace, seconds: number): void {
    if (this.count(place.node, seconds)) this.keepWorst(place, seconds);
  }

  /**
   * Counts a wait.
   * @returns whether it is the longest of its call path so far; it is to be kept with `keepWorst` then
   */
  count(node: number, seconds: number): boolean {
    this.values.push(seconds);
    if (node >= this.longest.length) this.growTo(node + 1);
    if (!(seconds > (this.longest[node] ?? absent(node)))) return false;
    this.longest[node] = seconds;
    return true;
  }

  keepWorst({ node, location, enter, leave }: WaitingPlace, seconds: number): void {
    this.worst.set(node, { node, location, enter, leave, seconds });
  }

  /** No more waits come. */
  summarize(): void {
    this.summary = this.statistics();
    this.values.clear();
  }

  /** @throws Error when waits were counted after they were summed up */
  statistics(): WaitStatistics {
    if (this.summary === undefined) return this.statisticsOfAll();
    if (this.values.length > 0) throw new Error('waits were counted after they were summed up');
    return this.summary;
  }

  private statisticsOfAll(): WaitStatistics {
    const values = this.values.toArray();
    const count = values.length;
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[i] ?? absent(i);
    const mean = sum / count;
    let squares = 0;
    for (let i = 0; i < count; i++) squares += ((values[i] ?? absent(i)) - mean) ** 2;
    const [
      minimum = absent('minimum'),
      lowerQuartile = absent('lower quartile'),
      median = absent('median'),
      upperQuartile = absent('upper quartile'),
      maximum = absent('maximum'),
    ] = quantiles(values, [0, 0.25, 0.5, 0.75, 1]);
    release(values);
    const standardDeviation = Math.sqrt(squares / count);
    return { count, sum, mean, standardDeviation, minimum, lowerQuartile, median, upperQuartile, maximum };
  }

  private growTo(least: number): void {
    const old = this.longest.length;
    this.longest = enlargeFloat64(this.longest, Math.max(least, old * 2)).fill(Number.NEGATIVE_INFINITY, old);
  }
}
