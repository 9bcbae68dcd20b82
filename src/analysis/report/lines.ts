import { addAt, elementAt } from '../../base/elements.js';
import type { LineProperty, LineSummary, SourcePlace } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { WaitingProperty } from '../../properties/index.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import { LinePaths } from './linePaths.js';
import { addBelow, nodeTotals } from './nodeTotals.js';

/** Minimum share of the total time of listed lines, and properties of lines. */
const LEAST_SHARE = 0.0005;

interface LineSums {
  /** By line: of all call paths that pass it. */
  readonly inclusive: Float64Array;
  /** By line: of the call paths that end at it. */
  readonly exclusive: Float64Array;
}

/**
 * Time of every source line, the longest first: of the calls made from it, or of the function that starts at it,
 * including what they call; the waiting in them; and the waiting of others that they cause. A line that occurs several times on a call path, as in
 * recursion, counts once there, so that no line has more than the whole.
 */
export function linesOf(
  space: PerformanceSpace,
  paths: CallPaths,
  waiting: readonly WaitingProperty[],
  totalTime: number,
): LineSummary[] {
  const lines = new LinePaths(paths);
  const time = sumsOf(space, 'time', lines);
  const delays = sumsOf(space, 'delay', lines).exclusive;
  const properties = lines.places.map((): LineProperty[] => []);
  for (const { metric, title } of waiting) {
    if (!space.severities.has(metric)) continue;
    const { inclusive, exclusive } = sumsOf(space, metric, lines);
    inclusive.forEach((seconds, line) => {
      const severity = seconds / totalTime;
      if (severity >= LEAST_SHARE)
        elementAt(properties, line).push({
          property: metric,
          title,
          severity,
          own: elementAt(exclusive, line) / totalTime,
        });
    });
  }
  return lines.places
    .map((place: SourcePlace, line): LineSummary => {
      const seconds = elementAt(time.inclusive, line);
      const waits = elementAt(properties, line).sort((a, b) => b.severity - a.severity);
      return {
        place,
        seconds,
        share: totalTime > 0 ? seconds / totalTime : 0,
        exclusive: elementAt(time.exclusive, line),
        ...(waits.length === 0 ? {} : { properties: waits }),
        ...(elementAt(delays, line) > 0 ? { delays: elementAt(delays, line) } : {}),
      };
    })
    .filter(({ share, delays: cost = 0 }) => share >= LEAST_SHARE || cost > LEAST_SHARE * totalTime)
    .sort((a, b) => b.seconds - a.seconds || a.place.line - b.place.line);
}

function sumsOf(space: PerformanceSpace, metric: string, lines: LinePaths): LineSums {
  const sums = { inclusive: new Float64Array(lines.places.length), exclusive: new Float64Array(lines.places.length) };
  const totals = nodeTotals(space, metric);
  totals.forEach((value, node) => {
    const line = elementAt(lines.end, node);
    if (line >= 0) addAt(sums.exclusive, line, value);
  });
  addBelow(totals, space.callTree.parent).forEach((value, node) => {
    for (const line of elementAt(lines.begun, node)) addAt(sums.inclusive, line, value);
  });
  return sums;
}
