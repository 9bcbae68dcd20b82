/** Who calls whom, put together while a file is read. */
import { countingSort, placesByKey } from '../../base/countingSort.js';
import { elementAt } from '../../base/elements.js';
import type { CallEdges } from '../../model/profileValues.js';
import { checkedCount } from './systemBuilder.js';

/** What was measured of one region when another called it, at one location. */
export interface NewEdge {
  /** Regions by their index. */
  readonly caller: number;
  readonly callee: number;
  readonly location: number;
  readonly calls: number;
  /** By metric. */
  readonly exclusive?: ReadonlyMap<string, number>;
  readonly inclusive?: ReadonlyMap<string, number>;
}

export class EdgesBuilder {
  /** How far values can be relied on: 0.5 where they were shared out by numbers of calls. */
  confidence = 1;
  private readonly edges: NewEdge[] = [];

  add(edge: NewEdge): void {
    checkedCount(this.edges.length + 1, 'calls between regions');
    this.edges.push(edge);
  }

  /** Undefined where there were none. */
  build(): CallEdges | undefined {
    if (this.edges.length === 0) return undefined;
    const order = this.sorted();
    return {
      caller: Uint32Array.from(order, ({ caller }) => caller),
      callee: Uint32Array.from(order, ({ callee }) => callee),
      location: Uint32Array.from(order, ({ location }) => location),
      calls: Float64Array.from(order, ({ calls }) => calls),
      exclusive: columns(order, ({ exclusive }) => exclusive),
      inclusive: columns(order, ({ inclusive }) => inclusive),
      confidence: this.confidence,
    };
  }

  private sorted(): readonly NewEdge[] {
    const keys = (of: (edge: NewEdge) => number): [Uint32Array, number] => {
      const column = Uint32Array.from(this.edges, of);
      return [column, column.reduce((most, one) => Math.max(most, one), 0) + 1];
    };
    const byLocation = placesByKey(...keys(({ location }) => location));
    const byCallee = countingSort(byLocation, ...keys(({ callee }) => callee));
    const order = countingSort(byCallee, ...keys(({ caller }) => caller));
    return Array.from(order, (at) => elementAt(this.edges, at));
  }
}

function columns(
  edges: readonly NewEdge[],
  of: (edge: NewEdge) => ReadonlyMap<string, number> | undefined,
): ReadonlyMap<string, Float64Array> {
  const metrics = new Set(edges.flatMap((edge) => [...(of(edge)?.keys() ?? [])]));
  return new Map([...metrics].map((name) => [name, Float64Array.from(edges, (edge) => of(edge)?.get(name) ?? NaN)]));
}
