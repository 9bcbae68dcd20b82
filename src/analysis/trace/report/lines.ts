import type { LineSummary, SourcePlace } from '../../../model/findings.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import { exclusive } from '../space.js';
import type { CallPaths } from './callPaths.js';

/** Lines below this share of the total time are left out. */
const LEAST_SHARE = 0.0005;

/**
 * Time of every source line, the longest first: of the calls made from it, or of the function that starts at it,
 * including what they call. A line that occurs several times on a call path counts once there.
 */
export function linesOf(space: PerformanceSpace, paths: CallPaths, totalTime: number): LineSummary[] {
  const { callTree } = space;
  const keys: string[][] = [];
  const places = new Map<string, SourcePlace>();
  for (let node = 0; node < callTree.size; node++) {
    const own = [paths.callSite(node), paths.definition(node)].filter((place) => place !== undefined);
    const names = own.map((place) => `${place.line} ${place.file}`);
    own.forEach((place, i) => places.set(names[i], place));
    keys.push([...new Set(names)]);
  }

  const seconds = new Map<string, number>();
  inclusiveTotals(space).forEach((value, node) => {
    for (const key of keys[node]) {
      if (!standsAbove(key, node, keys, callTree.parent)) seconds.set(key, (seconds.get(key) ?? 0) + value);
    }
  });
  const lines: LineSummary[] = [];
  for (const [key, place] of places) {
    const value = seconds.get(key) ?? 0;
    const share = totalTime > 0 ? value / totalTime : 0;
    if (share >= LEAST_SHARE) lines.push({ place, seconds: value, share });
  }
  return lines.sort((a, b) => b.seconds - a.seconds || a.place.line - b.place.line);
}

function standsAbove(key: string, node: number, keys: readonly string[][], parent: Int32Array): boolean {
  for (let above = parent[node]; above >= 0; above = parent[above]) if (keys[above].includes(key)) return true;
  return false;
}

/** Inclusive time of each node, over all locations. */
function inclusiveTotals(space: PerformanceSpace): Float64Array {
  const { size, parent } = space.callTree;
  const totals = new Float64Array(size);
  const { callPath, value } = exclusive(space, 'time');
  for (let i = 0; i < value.length; i++) totals[callPath[i]] += value[i];
  for (let node = size - 1; node >= 0; node--) if (parent[node] >= 0) totals[parent[node]] += totals[node];
  return totals;
}
