/** Weights of another experiment in the rows of the one that is shown: what is asked of it, and where the answer belongs. */
import { elementAt } from '../base/elements.js';
import type { Answer, Ask } from './queries/index.js';

type Weights = Answer<'weights'>['columns'];
type Lists = Pick<Answer<'definitions'>['head'], 'metrics' | 'locationCount' | 'callPaths'>;

/** The same call paths and metrics in two experiments. */
export class Counterpart {
  private readonly known: ReadonlyMap<string, number>;

  /** @param there for each call path of the own experiment that of the other one, -1 where it has none */
  constructor(
    private readonly own: Lists,
    private readonly other: Lists,
    private readonly there: readonly number[],
  ) {
    this.known = new Map(other.metrics.map(({ name }, at) => [name, at]));
  }

  /** The corresponding question for the other experiment; undefined if it has no such metric. */
  asked({ properties, nodes }: Ask<'weights'>): Ask<'weights'> | undefined {
    const [first, ...more] = properties.filter(({ metric }) => this.known.has(metric));
    if (first === undefined) return undefined;
    const matched = nodes?.flatMap(({ node, exclusive }) => {
      const at = this.there[node] ?? -1;
      return at < 0 ? [] : [{ node: at, exclusive }];
    });
    return { properties: [first, ...more], nodes: matched ?? null };
  }

  /** An answer of the other one in the rows of the own one; NaN for what it does not have. */
  inOwnRows(columns: Weights | undefined): Weights {
    const { metrics, callPaths, locationCount } = this.own;
    const metricAt = metrics.map(({ name }) => this.known.get(name) ?? -1);
    const nodeAt = Array.from({ length: callPaths }, (_, node) => this.there[node] ?? -1);
    const rows = (values: Float64Array | undefined, at: readonly number[]): Float64Array =>
      Float64Array.from(at, (row) => (values === undefined || row < 0 ? Number.NaN : elementAt(values, row)));
    return {
      metricInclusive: rows(columns?.metricInclusive, metricAt),
      metricExclusive: rows(columns?.metricExclusive, metricAt),
      nodeInclusive: rows(columns?.nodeInclusive, nodeAt),
      nodeExclusive: rows(columns?.nodeExclusive, nodeAt),
      // Locations differ between experiments with different rank counts.
      place:
        columns !== undefined && this.other.locationCount === locationCount
          ? columns.place
          : new Float64Array(locationCount).fill(Number.NaN),
    };
  }
}
