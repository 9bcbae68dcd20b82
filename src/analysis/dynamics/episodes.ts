import { absent, elementAt } from '../../base/elements.js';
import { valueAt, type Curve, type Curves } from './curves.js';
import { type IntervalTree, stability } from './intervalTree.js';

/**
 * Shapes of a piece (Cheung and Stephanopoulos 1990): A rises concave, B falls concave, C falls convex, D rises convex,
 * E and F rise and fall straight, G is flat.
 */
export type Letter = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G';

/** A piece of one letter. Places in iterations, values on the measuring curve. */
export interface Episode {
  readonly from: number;
  readonly to: number;
  readonly letter: Letter;
  readonly before: number;
  readonly after: number;
  /** Octaves of scale over which its piece lasts. */
  readonly stability: number;
}

/**
 * The pieces of a tiling, cut at the extremum within a tile, with their letters (dynamics.md, 3.5).
 * @param zone what changes less is flat
 */
export function episodesOf(
  tree: IntervalTree,
  tiles: readonly number[],
  curves: Curves,
  measuring: Curve,
  zone: number,
): Episode[] {
  const found: Episode[] = [];
  const last = measuring.length - 1;
  for (const tile of tiles) {
    const own = curves.at(elementAt(tree.low, tile));
    const a = Math.max(elementAt(tree.from, tile), 0);
    const b = Math.min(elementAt(tree.to, tile), last);
    if (Math.floor(b) < Math.ceil(a)) continue;
    const isConcave = 2 * valueAt(own, (a + b) / 2) > valueAt(own, a) + valueAt(own, b);
    const cut = innerExtremum(own, measuring, a, b, isConcave);
    const cuts = cut === undefined ? [a, b] : [a, cut, b];
    for (let i = 0; i + 1 < cuts.length; i++) {
      const [from, to] = [elementAt(cuts, i), elementAt(cuts, i + 1)];
      if (to > from)
        found.push({ ...episode(own, measuring, from, to, isConcave, zone), stability: stability(tree, tile) });
    }
  }
  return found;
}

/** Returns the turning point inside the tile: the extremum of the measuring curve, which is finer. */
function innerExtremum(own: Curve, measuring: Curve, a: number, b: number, isConcave: boolean): number | undefined {
  const sign = isConcave ? 1 : -1;
  const peak = extremum(own, a, b, sign);
  const isInside = a < peak && peak < b;
  const stands = sign * elementAt(own, peak) > Math.max(sign * valueAt(own, a), sign * valueAt(own, b));
  return isInside && stands ? extremum(measuring, a, b, sign) : undefined;
}

/** The first sample with the largest value (sign 1) or the smallest (−1) within [a, b]. */
function extremum(curve: Curve, a: number, b: number, sign: number): number {
  let best = Math.ceil(a);
  for (let i = best + 1; i <= Math.floor(b); i++)
    if (sign * (curve[i] ?? absent(i)) > sign * (curve[best] ?? absent(best))) best = i;
  return best;
}

function episode(
  own: Curve,
  measuring: Curve,
  from: number,
  to: number,
  isConcave: boolean,
  zone: number,
): Omit<Episode, 'stability'> {
  const [before, after] = [valueAt(measuring, from), valueAt(measuring, to)];
  const isUp = after > before;
  return { from, to, letter: letter(), before, after };

  function letter(): Letter {
    if (Math.abs(after - before) <= zone) return 'G';
    if (bend(own, from, to) <= zone / 2) return isUp ? 'E' : 'F';
    if (isConcave) return isUp ? 'A' : 'B';
    return isUp ? 'D' : 'C';
  }
}

/** The largest distance of a curve from its chord. */
function bend(curve: Curve, from: number, to: number): number {
  const start = valueAt(curve, from);
  const slope = (valueAt(curve, to) - start) / (to - from);
  let largest = 0;
  for (let i = Math.ceil(from); i <= Math.floor(to); i++)
    largest = Math.max(largest, Math.abs((curve[i] ?? absent(i)) - (start + slope * (i - from))));
  return largest;
}
