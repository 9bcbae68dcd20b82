import { elementAt } from '../../base/elements.js';
import type { Episode } from './episodes.js';

/** Turning point or end of a series. */
export interface TurningPoint {
  readonly place: number;
  readonly value: number;
}

/**
 * The turning points that are left when reversals of less than `least` are taken out, smallest first: two inside, at an end
 * the end alone. Between them the series rises and falls in turn.
 * @returns none where nothing changes by `least`
 */
export function turningPoints(episodes: readonly Episode[], least: number): TurningPoint[] {
  const points = alternating(episodes);
  while (points.length > 2) {
    const { index, size } = smallestReversal(points);
    if (size >= least) break;
    if (index === 0) points.shift();
    else if (index === points.length - 2) points.pop();
    else points.splice(index, 2);
  }
  const [first, second] = points;
  return first === undefined || second === undefined || Math.abs(second.value - first.value) < least ? [] : points;
}

function alternating(episodes: readonly Episode[]): TurningPoint[] {
  const first = episodes[0];
  if (first === undefined) return [];
  const points: TurningPoint[] = [{ place: first.from, value: first.before }];
  for (const { to, after } of episodes) {
    const [last, earlier] = [elementAt(points, points.length - 1), points.at(-2)];
    const goesOn = earlier !== undefined && (last.value - earlier.value) * (after - last.value) >= 0;
    if (goesOn) points.pop();
    points.push({ place: to, value: after });
  }
  return points;
}

function smallestReversal(points: readonly TurningPoint[]): { readonly index: number; readonly size: number } {
  let [index, size] = [0, Infinity];
  for (let i = 0; i + 1 < points.length; i++) {
    const gap = Math.abs(elementAt(points, i + 1).value - elementAt(points, i).value);
    if (gap < size) [index, size] = [i, gap];
  }
  return { index, size };
}
