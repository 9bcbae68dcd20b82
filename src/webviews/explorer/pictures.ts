/** What the pictures beside the trees show, as numbers. Knows no browser. */
import { absent, elementAt } from '../../base/elements.js';
import { quantiles } from '../../base/quantiles.js';
import type { Tree, Weights } from './rows.js';

/** How a value is spread over ranks. */
export interface Spread {
  readonly least: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
  readonly mean: number;
  /** Positions of values farther than 1.5 times the distance of the quartiles from these (Tukey 1977). */
  readonly outliers: readonly number[];
}

/** @throws RangeError when there are no values */
export function spreadOf(values: Float64Array): Spread {
  const [least = 0, lower = 0, median = 0, upper = 0, most = 0] = quantiles(values.slice(), [0, 0.25, 0.5, 0.75, 1]);
  const reach = 1.5 * (upper - lower);
  const isFar = (value: number): boolean => value < lower - reach || value > upper + reach;
  return {
    ...{ least, lower, median, upper, most },
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    outliers: [...values.keys()].filter((at) => isFar(elementAt(values, at))),
  };
}

/** A call path in a picture of the whole tree: where it begins, and how wide it is, as shares of the whole. */
export interface FlameBox {
  readonly row: number;
  readonly level: number;
  readonly from: number;
  readonly width: number;
}

/**
 * Call paths from the top down, each as wide as what it and all that it calls weigh, largest first; those narrower than
 * `least` are left out, as are such that weigh less than nothing.
 */
export function flameOf(tree: Tree, { inclusive }: Weights, least: number, most = 2000): FlameBox[] {
  const size = (row: number): number => Math.max(0, inclusive[row] ?? absent(row));
  const whole = tree.roots.reduce((sum, row) => sum + size(row), 0);
  const boxes: FlameBox[] = [];
  if (!(whole > 0)) return boxes;
  let level: { readonly rows: readonly number[]; readonly from: number }[] = [{ rows: tree.roots, from: 0 }];
  for (let depth = 0; level.length > 0 && boxes.length < most; depth++) {
    const below: typeof level = [];
    for (const { rows, from } of level) {
      let at = from;
      for (const row of rows.toSorted((a, b) => size(b) - size(a) || a - b)) {
        const width = size(row) / whole;
        if (width < least || width === 0 || boxes.length >= most) break;
        boxes.push({ row, level: depth, from: at, width });
        below.push({ rows: tree.childrenOf(row), from: at });
        at += width;
      }
    }
    level = below;
  }
  return boxes;
}

/** So many columns and rows hold all locations: those of a node in one row where all nodes have as many, else near a square. */
export function foldOf(
  count: number,
  nodeSizes: readonly number[],
): { readonly columns: number; readonly byNode: boolean } {
  const [first = 0] = nodeSizes;
  const byNode = nodeSizes.length > 1 && first > 1 && nodeSizes.every((size) => size === first);
  return byNode ? { columns: first, byNode } : { columns: Math.max(1, Math.ceil(Math.sqrt(count))), byNode };
}
