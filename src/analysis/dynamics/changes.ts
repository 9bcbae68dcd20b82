import { absent, elementAt } from '../../base/elements.js';
import { quantiles } from '../../base/quantiles.js';
import type { Curve } from './curves.js';
import type { Shape } from './shape.js';
import { turningPoints } from './swings.js';

/** A rise or fall: from the last sample at the old level to the first one at the new level. */
export interface Change {
  readonly kind: 'rise' | 'fall';
  readonly first: number;
  readonly last: number;
  /** Values before and after. */
  readonly before: number;
  readonly after: number;
  /** Whether it takes at most 8 samples or 2 % of them. */
  readonly isStep: boolean;
}

/** Measures of changes. */
interface Measure {
  readonly values: Float64Array;
  readonly shape: Shape;
  readonly noise: number;
  readonly zone: number;
}

/** A swing from one turning point or flat stay to the next, in samples. */
interface Swing {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

/** The rises and falls of a series that matter, in order (dynamics.md, 3.5). */
export function changesOf(values: Float64Array, shape: Shape, noise: number, zone: number): Change[] {
  const measure: Measure = { values, shape, noise, zone };
  const points = turningPoints(shape.episodes, 2 * zone);
  return points.slice(1).flatMap(({ place, value }, i) => {
    const start = elementAt(points, i);
    const swing = { from: Math.floor(start.place), to: Math.ceil(place), before: start.value, after: value };
    return pieces(measure, swing).map((piece) => changeOf(measure, piece));
  });
}

/** A swing, cut where it stays on a level between for long. */
function pieces(measure: Measure, swing: Swing): Swing[] {
  const { from, to, before, after } = swing;
  const { values, shape, zone } = measure;
  const span = to - from;
  const curve = shape.curves.at(coarsestScale(shape, span / 32));
  const stay = longestStay(curve, swing, zone);
  const isBetween =
    Math.abs(elementAt(curve, stay.from) - before) > 2 * zone && Math.abs(elementAt(curve, stay.to) - after) > 2 * zone;
  const least = Math.max(8, (2 * span * zone) / Math.abs(after - before));
  if (span <= 0 || !isBetween || stay.to - stay.from <= least) return [swing];
  const [level = 0] = quantiles(values.slice(stay.from, stay.to + 1), [0.5]);
  return [
    ...pieces(measure, { from, to: stay.from, before, after: level }),
    ...pieces(measure, { from: stay.to, to, before: level, after }),
  ];
}

/** The first longest run of samples within a swing whose values lie in a band. */
function longestStay(curve: Curve, { from, to }: Swing, band: number): { readonly from: number; readonly to: number } {
  let [bestFrom, bestTo] = [from, from];
  // Candidates for the largest and the smallest value of the run, in order, as their indices: queues in columns.
  const [largest, smallest] = [new Int32Array(to - from + 1), new Int32Array(to - from + 1)];
  let [start, top, topEnd, bottom, bottomEnd] = [from, 0, 0, 0, 0];
  for (let end = from; end <= to; end++) {
    const value = curve[end] ?? absent(end);
    while (topEnd > top && (curve[largest[topEnd - 1] ?? absent(top)] ?? absent(end)) <= value) topEnd--;
    while (bottomEnd > bottom && (curve[smallest[bottomEnd - 1] ?? absent(bottom)] ?? absent(end)) >= value)
      bottomEnd--;
    largest[topEnd++] = end;
    smallest[bottomEnd++] = end;
    let mostAt = largest[top] ?? absent(top);
    let leastAt = smallest[bottom] ?? absent(bottom);
    while ((curve[mostAt] ?? absent(mostAt)) - (curve[leastAt] ?? absent(leastAt)) > band) {
      start++;
      while (mostAt < start) mostAt = largest[++top] ?? absent(top);
      while (leastAt < start) leastAt = smallest[++bottom] ?? absent(bottom);
    }
    if (end - start > bestTo - bestFrom) {
      bestFrom = start;
      bestTo = end;
    }
  }
  return { from: bestFrom, to: bestTo };
}

/** The change within a swing: seen on the measuring curve and, where it is long, again on a curve with less noise. */
function changeOf({ values, shape, noise, zone }: Measure, swing: Swing): Change {
  const { before, after } = swing;
  const size = Math.abs(after - before);
  let ends = endsOf(shape.curves.at(shape.measuringScale), swing, zone);
  const scale = coarsestScale(shape, (ends.last - ends.first) / 16);
  if (scale > shape.measuringScale) {
    const left = shape.leastSignificance * noise * elementAt(shape.space.scales, scale).valueNoise;
    ends = endsOf(shape.curves.at(scale), swing, Math.max(size / 20, left));
  }
  return {
    kind: after > before ? 'rise' : 'fall',
    ...ends,
    before,
    after,
    isStep: ends.last - ends.first <= Math.max(8, 0.02 * values.length),
  };
}

/** The last sample within a tolerance of the old level, and the first one after it within that of the new level. */
function endsOf(
  curve: Curve,
  { from, to, before, after }: Swing,
  tolerance: number,
): { readonly first: number; readonly last: number } {
  const sign = after > before ? 1 : -1;
  let first = to;
  while (first > from && sign * ((curve[first] ?? absent(first)) - before) > tolerance) first--;
  let last = first;
  while (last < to && sign * (after - (curve[last] ?? absent(last))) > tolerance) last++;
  return { first, last };
}

/** The coarsest scale with a deviation of at most a span, not finer than the measuring scale. */
function coarsestScale({ space, measuringScale }: Shape, span: number): number {
  let found = measuringScale;
  for (const { index, sigma } of space.scales) if (sigma <= span && index > found) found = index;
  return found;
}
