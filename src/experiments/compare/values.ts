/** The values of one run, brought into the order of the union. */
import { addBelow } from '../../analysis/report/nodeTotals.js';
import { absent, addAt, elementAt } from '../../base/elements.js';
import { visitOutermost } from '../../model/callWalk.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import type { MeasuredRun } from './measuredRun.js';
import type { UnionTree } from './unionTree.js';

/** All locations together. */
export interface RunValues {
  /** By metric, then node of the union: exclusive along the call tree. */
  readonly exclusive: ReadonlyMap<string, Float64Array>;
  /** By metric: the same less what the metrics below it explain. */
  readonly own: ReadonlyMap<string, Float64Array>;
  /** Inclusive time of each node of the union. */
  readonly inclusiveTime: Float64Array;
  /** By number of the line: time of the calls made from it, or of the function that starts there. */
  readonly lineTime: Float64Array;
  /**
   * Exclusive time by line: of the functions that begin there, and of calls made from it of regions without a
   * definition. Each second of a call path with a line is in one of them.
   */
  readonly ownLineTime: Float64Array;
}

/** Returns the metrics of all runs, parents first; the first run that has a metric defines it. */
export function uniteMetrics(runs: readonly MeasuredRun[]): MetricDefinition[] {
  const known = new Map<string, MetricDefinition>();
  for (const { space } of runs)
    for (const metric of space.metrics) if (!known.has(metric.name)) known.set(metric.name, metric);
  return [...known.values()];
}

/** @param index position of the run among those of the union */
export function valuesOf(
  { space }: MeasuredRun,
  union: UnionTree,
  index: number,
  metrics: readonly MetricDefinition[],
): RunValues {
  const nodeOf = elementAt(union.nodeOf, index);
  const size = union.nodes.length;
  const exclusive = new Map<string, Float64Array>();
  for (const [metric, { callPath, value }] of space.severities) {
    const sums = new Float64Array(size);
    for (let i = 0; i < value.length; i++) {
      const own = callPath[i] ?? absent(i);
      const node = nodeOf[own] ?? absent(own);
      if (node >= 0) sums[node] = (sums[node] ?? absent(node)) + (value[i] ?? absent(i));
    }
    exclusive.set(metric, sums);
  }
  const time = exclusive.get('time') ?? new Float64Array(size);
  return {
    exclusive,
    own: ownParts(exclusive, metrics),
    inclusiveTime: addBelow(
      time.slice(),
      union.nodes.map(({ parent }) => parent),
    ),
    lineTime: lineTimes(time, union, index),
    ownLineTime: ownLineTimes(space, union, index),
  };
}

/** Smaller remainders than this share of a value are rounding. */
const ROUNDING = 1e-12;

/** Reports whether the remainder of a subtraction is only rounding. */
export function isRounding(left: number, value: number): boolean {
  return Math.abs(left) <= ROUNDING * Math.abs(value);
}

function ownParts(
  values: ReadonlyMap<string, Float64Array>,
  metrics: readonly MetricDefinition[],
): Map<string, Float64Array> {
  const own = new Map([...values].map(([name, column]) => [name, Float64Array.from(column)]));
  for (const { name, parent } of metrics) {
    const [column, above] = [values.get(name), parent === undefined ? undefined : own.get(parent)];
    if (column !== undefined && above !== undefined)
      for (let i = 0; i < column.length; i++) addAt(above, i, -elementAt(column, i));
  }
  for (const [name, column] of own) {
    const whole = values.get(name) ?? column;
    for (let i = 0; i < column.length; i++) if (isRounding(elementAt(column, i), elementAt(whole, i))) column[i] = 0;
  }
  return own;
}

/** Sums call path by call path, so that a space whose values are summed over locations gives the same to the last bit. */
function ownLineTimes({ severities }: MeasuredRun['space'], { paths, lines }: UnionTree, index: number): Float64Array {
  const path = elementAt(paths, index);
  const ofPaths = new Float64Array(path.tree.size);
  const { callPath, value } = severities.get('time') ?? { callPath: [], value: [] };
  for (const [entry, node] of callPath.entries()) addAt(ofPaths, node, elementAt(value, entry));
  const sums = new Float64Array(lines.size);
  for (const [node, seconds] of ofPaths.entries()) {
    const line = seconds === 0 ? -1 : lines.numberOf(index, path.definition(node) ?? path.callSite(node));
    if (line >= 0) addAt(sums, line, seconds);
  }
  return sums;
}

/** A line that occurs several times on a call path counts once there, as in the findings. */
function lineTimes(time: Float64Array, { nodeOf, paths, lines }: UnionTree, index: number): Float64Array {
  const path = elementAt(paths, index);
  const { size, parent } = path.tree;
  const own = elementAt(nodeOf, index);
  const totals = Float64Array.from(own, (node) => (node < 0 ? 0 : elementAt(time, node)));
  addBelow(totals, parent);
  const numbers = Array.from({ length: size }, (_, node) => {
    const both = [path.callSite(node), path.definition(node)].map((place) => lines.numberOf(index, place));
    return new Set(both.filter((line) => line >= 0));
  });
  const sums = new Float64Array(lines.size);
  visitOutermost(path.tree, { count: lines.size, of: (node) => elementAt(numbers, node) }, (node, line) => {
    addAt(sums, line, elementAt(totals, node));
  });
  return sums;
}
