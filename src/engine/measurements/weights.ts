/** Severities of what is selected in the Explorer's trees: metrics and call paths with or without what is below them. */
import { absent, addAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import { isRounding } from '../../experiments/compare/values.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import type { Ask } from '../../protocol/queries/index.js';
import type { OpenMeasurement } from './openMeasurement.js';
import type { PlacedColumns } from './window/placedSums.js';

export type ChosenMetrics = Ask<'weights'>['properties'];
export type ChosenNodes = Ask<'weights'>['nodes'];

/** How often the values of each metric count. */
export type Factors = ReadonlyMap<string, number>;

/** Those metrics that are below another one and of its unit: a part of it. */
export function partsOf(metrics: readonly MetricDefinition[]): ReadonlyMap<string, readonly string[]> {
  const units = new Map(metrics.map(({ name, unit }) => [name, unit]));
  const parts = new Map<string, string[]>();
  for (const { name, parent, unit } of metrics) {
    if (parent === undefined || units.get(parent) !== unit) continue;
    const known = parts.get(parent);
    if (known === undefined) parts.set(parent, [name]);
    else known.push(name);
  }
  return parts;
}

/**
 * Returns the factors with which exclusive values of metrics add up to the chosen ones.
 * @throws TrimtabError when one does not exist, or they are of different units
 */
export function factorsOf(
  { space, experiment }: Pick<OpenMeasurement, 'space' | 'experiment'>,
  chosen: ChosenMetrics,
): { readonly unit: string; readonly factors: Factors } {
  const known = new Map(space.metrics.map((metric) => [metric.name, metric]));
  const parts = partsOf(space.metrics);
  const [own, withParts] = [new Set<string>(), new Set<string>()];
  const addWithParts = (metric: string): void => {
    const found = [metric];
    for (let name = found.pop(); name !== undefined; name = found.pop()) {
      if (withParts.has(name)) continue;
      withParts.add(name);
      own.add(name);
      found.push(...(parts.get(name) ?? []));
    }
  };
  let first: MetricDefinition | undefined;
  for (const { metric, exclusive } of chosen) {
    const found = known.get(metric);
    if (found === undefined) throw new TrimtabError(`Experiment ${experiment.id} has no property ${metric}.`);
    first ??= found;
    if (found.unit !== first.unit)
      throw new TrimtabError(
        `${first.title} is in ${first.unit} and ${found.title} in ${found.unit}, which do not add up: select one of them.`,
      );
    if (exclusive) own.add(metric);
    else addWithParts(metric);
  }
  // The own part of a metric is what it has less what those below it have.
  const factors = new Map<string, number>();
  const count = (name: string, by: number): unknown => factors.set(name, by + (factors.get(name) ?? 0));
  for (const name of own) {
    count(name, 1);
    for (const part of parts.get(name) ?? []) count(part, -1);
  }
  return { unit: first?.unit ?? 'count', factors: new Map([...factors].filter(([, factor]) => factor !== 0)) };
}

/** 1 at each call path that is chosen; undefined where all are. @throws TrimtabError when there is none of such a number */
export function insideOf(
  { space, room }: Pick<OpenMeasurement, 'space' | 'room'>,
  nodes: ChosenNodes,
): Uint8Array | undefined {
  if (nodes === null) return undefined;
  const { size, parent } = space.callTree;
  room.check(2 * size);
  const [inside, below] = [new Uint8Array(size), new Uint8Array(size)];
  for (const { node, exclusive } of nodes) {
    if (node >= size) throw new TrimtabError(`There is no call path ${node} among the ${size} of this experiment.`);
    inside[node] = 1;
    if (!exclusive) below[node] = 1;
  }
  // Callers precede callees.
  for (let node = 0; node < size; node++) if (below[parent[node] ?? -1] === 1) inside[node] = below[node] = 1;
  return inside;
}

/** Sums of values, and the magnitudes of their terms, with which rounding errors are recognized. */
export class Sums {
  readonly value: Float64Array;
  private readonly size: Float64Array;

  constructor(room: OpenMeasurement['room'], length: number) {
    this.value = room.float64(length);
    this.size = room.float64(length);
  }

  add(at: number, value: number): void {
    addAt(this.value, at, value);
    addAt(this.size, at, Math.abs(value));
  }

  /** The difference of equal numbers is set to zero. */
  rounded(): Float64Array {
    const { value, size } = this;
    for (let at = 0; at < value.length; at++)
      if (isRounding(value[at] ?? absent(at), size[at] ?? absent(at))) value[at] = 0;
    return value;
  }
}

/** Hands out every value of the chosen metrics. */
export function eachValue(
  severities: ReadonlyMap<string, PlacedColumns>,
  factors: Factors,
  hear: (node: number, location: number, value: number) => void,
): void {
  for (const [name, factor] of factors) {
    const column = severities.get(name);
    if (column === undefined) continue;
    const { callPath, location, value } = column;
    for (let i = 0; i < value.length; i++)
      hear(callPath[i] ?? absent(i), location[i] ?? absent(i), factor * (value[i] ?? absent(i)));
  }
}
