/** Clustering of iteration profiles within constant memory (dynamics.md, 2.4; Szebenyi, Wolf, Wylie 2009). */
import { absent, elementAt } from '../../base/elements.js';

/** Profiles that are alike, as far as was seen. */
export interface ProfileCluster {
  /** Of its profiles; null where it has several. */
  readonly structure: number | null;
  readonly count: number;
  /** Condensed metrics, mean over its profiles. */
  readonly mean: Float64Array;
  /** The first and the last of its iterations, which are linked; see `iterationsOf`. */
  readonly first: number;
  readonly last: number;
}

/**
 * At most `limit` clusters of successive profiles. Each profile begins a new cluster. Above the limit the two nearest
 * of equal structure are merged, or of any structures if no two are equal. The distance is the Manhattan distance of
 * means over fixed weights; ties go to the lowest numbers. O(limit²) per profile.
 */
export class ProfileClusters {
  readonly clusters: ProfileCluster[] = [];
  /** By iteration: the one that follows in its cluster; -1: none. */
  private readonly next: number[] = [];
  /** Of clusters i < j: `apart[j][i]`. */
  private readonly apart: number[][] = [];

  /** @param weights of each metric, all above 0 */
  constructor(
    private readonly limit: number,
    private readonly weights: Float64Array,
  ) {}

  /** Adds the profile of the iteration that comes next. @param structure number of its calls' structure */
  add(structure: number, metrics: Float64Array): void {
    const iteration = this.next.push(-1) - 1;
    this.clusters.push({ structure, count: 1, mean: metrics.slice(), first: iteration, last: iteration });
    this.apart.push([]);
    this.measure(this.clusters.length - 1);
    while (this.clusters.length > this.limit) this.join();
  }

  /** Iterations of a cluster, in the order in which they came together. */
  *iterationsOf({ first }: ProfileCluster): Generator<number> {
    for (let at = first; at >= 0; at = this.next[at] ?? absent(at)) yield at;
  }

  private join(): void {
    const { i, j } = this.nearest(true) ?? this.nearest(false) ?? { i: 0, j: 1 };
    const [one, other] = [elementAt(this.clusters, i), elementAt(this.clusters, j)];
    const count = one.count + other.count;
    this.next[one.last] = other.first;
    this.clusters[i] = {
      structure: one.structure === other.structure ? one.structure : null,
      count,
      mean: one.mean.map((x, at) => (x * one.count + (other.mean[at] ?? absent(at)) * other.count) / count),
      first: one.first,
      last: other.last,
    };
    this.clusters.splice(j, 1);
    this.apart.splice(j, 1);
    for (let row = j; row < this.apart.length; row++) elementAt(this.apart, row).splice(j, 1);
    this.measure(i);
  }

  private nearest(isOfOne: boolean): { readonly i: number; readonly j: number } | undefined {
    let [best, found]: [number, { i: number; j: number } | undefined] = [Infinity, undefined];
    for (let i = 0; i < this.clusters.length; i++) {
      const { structure } = elementAt(this.clusters, i);
      for (let j = i + 1; j < this.clusters.length; j++) {
        if (isOfOne && elementAt(this.clusters, j).structure !== structure) continue;
        const own = elementAt(elementAt(this.apart, j), i);
        if (own < best) [best, found] = [own, { i, j }];
      }
    }
    return found;
  }

  private measure(changed: number): void {
    const { mean } = elementAt(this.clusters, changed);
    for (const [at, cluster] of this.clusters.entries()) {
      if (at === changed) continue;
      elementAt(this.apart, Math.max(at, changed))[Math.min(at, changed)] = this.distance(cluster.mean, mean);
    }
  }

  /** The Manhattan distance over the weights. */
  distance(a: Float64Array, b: Float64Array): number {
    let sum = 0;
    for (let at = 0; at < a.length; at++)
      sum += Math.abs((a[at] ?? absent(at)) - (b[at] ?? absent(at))) / (this.weights[at] ?? absent(at));
    return sum;
  }
}
