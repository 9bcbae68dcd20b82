import { elementAt } from '../../base/elements.js';
import { isUnwound } from '../../model/definitions.js';
import type { FunctionSummary } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { WaitingProperty } from '../../properties/index.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import { addBelow, nodeTotals } from './nodeTotals.js';
import { isOutermost } from '../../model/outermost.js';

/** Waiting properties below a function are listed from this share of the total time. */
const LEAST_SHARE = 0.0005;

/** Sums of one region over all call paths. */
interface FunctionSums {
  readonly node: number;
  visits: number;
  exclusive: number;
  inclusive: number;
  readonly properties: Map<string, number>;
}

/**
 * Time of every function whose place is known, the longest first; none of callers of whose time nothing is known. Recursion
 * is not counted twice.
 */
export function functionsOf(
  space: PerformanceSpace,
  paths: CallPaths,
  waiting: readonly WaitingProperty[],
  totalTime: number,
): FunctionSummary[] {
  const regions = new Map<number, FunctionSums>();
  const outermost = outermostNodes(paths, regions);
  const { callTree } = space;

  const spread = (metric: string, put: (sums: FunctionSums, value: number) => void): void => {
    addBelow(nodeTotals(space, metric), callTree.parent).forEach((value, node) => {
      const sums = outermost[node] === 1 ? regions.get(elementAt(callTree.region, node)) : undefined;
      if (sums !== undefined) put(sums, value);
    });
  };
  addOwn(space, regions, 'time', (sums, value) => (sums.exclusive += value));
  addOwn(space, regions, 'visits', (sums, value) => (sums.visits += value));
  spread('time', (sums, value) => (sums.inclusive += value));
  for (const { metric } of waiting) {
    if (!space.severities.has(metric)) continue;
    spread(metric, (sums, value) => sums.properties.set(metric, (sums.properties.get(metric) ?? 0) + value));
  }
  return [...regions.values()]
    .map((sums) => summary(sums, paths, waiting, totalTime))
    .filter((entry) => entry !== undefined)
    .sort((a, b) => b.inclusive - a.inclusive || (a.region < b.region ? -1 : 1));
}

/** Marks nodes without an ancestor of the same region, and creates the sums of every region with a definition. */
function outermostNodes(paths: CallPaths, regions: Map<number, FunctionSums>): Uint8Array {
  const { tree } = paths;
  const outermost = new Uint8Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    const region = elementAt(tree.region, node);
    const defined = paths.region(node);
    if (paths.definition(node) === undefined || (defined !== undefined && isUnwound(defined))) continue;
    if (!regions.has(region)) {
      regions.set(region, { node, visits: 0, exclusive: 0, inclusive: 0, properties: new Map() });
    }
    if (isOutermost(node, tree)) outermost[node] = 1;
  }
  return outermost;
}

function addOwn(
  space: PerformanceSpace,
  regions: ReadonlyMap<number, FunctionSums>,
  metric: string,
  put: (sums: FunctionSums, value: number) => void,
): void {
  nodeTotals(space, metric).forEach((value, node) => {
    const sums = regions.get(elementAt(space.callTree.region, node));
    if (sums !== undefined) put(sums, value);
  });
}

function summary(
  sums: FunctionSums,
  paths: CallPaths,
  waiting: readonly WaitingProperty[],
  totalTime: number,
): FunctionSummary | undefined {
  const place = paths.definition(sums.node);
  if (place === undefined) return undefined;
  const share = (seconds: number): number => (totalTime > 0 ? seconds / totalTime : 0);
  const properties = waiting
    .map(({ metric, title }) => ({ property: metric, title, severity: share(sums.properties.get(metric) ?? 0) }))
    .filter(({ severity }) => severity >= LEAST_SHARE)
    .sort((a, b) => b.severity - a.severity);
  return {
    region: paths.regionName(sums.node),
    place,
    visits: sums.visits,
    inclusive: sums.inclusive,
    exclusive: sums.exclusive,
    share: share(sums.inclusive),
    properties,
  };
}
