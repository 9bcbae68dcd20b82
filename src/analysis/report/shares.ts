import { elementAt } from '../../base/elements.js';
import type { LocationShare } from '../../model/findings/findings.js';
import type { SeverityColumn } from '../../model/performanceSpace.js';

/** A finding must cost at least this share of the program's total time. */
export const LEAST_SEVERITY = 0.0005;

/** Sums the values of each call path by location, the largest first; values that are not positive are omitted. */
export function sharesByPath(
  { callPath, location, value }: SeverityColumn,
  names: readonly string[],
): Map<number, LocationShare[]> {
  const sums = new Map<number, Map<number, number>>();
  value.forEach((seconds, i) => {
    if (seconds === 0) return;
    let ofPath = sums.get(elementAt(callPath, i));
    if (ofPath === undefined) sums.set(elementAt(callPath, i), (ofPath = new Map<number, number>()));
    ofPath.set(elementAt(location, i), (ofPath.get(elementAt(location, i)) ?? 0) + seconds);
  });
  const shares = new Map<number, LocationShare[]>();
  for (const [node, ofPath] of sums) {
    const positive = [...ofPath].filter(([, seconds]) => seconds > 0);
    if (positive.length === 0) continue;
    positive.sort(([a, x], [b, y]) => y - x || a - b);
    shares.set(
      node,
      positive.map(([index, seconds]) => ({ location: index, name: names[index] ?? '', seconds })),
    );
  }
  return shares;
}
