/** Call paths as boxes that are as wide as they weigh: from the top down, or functions with those that call them. */
import { absent, elementAt } from '../../base/elements.js';

/** Data of a tree of call paths. */
export interface FlameTree {
  readonly roots: readonly number[];
  readonly childrenOf: (row: number) => readonly number[];
}

/** A call path in a picture of the whole tree: where it begins, and how wide it is, as shares of the whole. */
export interface FlameBox {
  readonly row: number;
  readonly level: number;
  readonly from: number;
  readonly width: number;
}

/**
 * Returns call paths from the top down, each as wide as its inclusive weight, largest first. Those narrower than
 * `least` are omitted, as are those with negative weight.
 */
export function flameOf(
  tree: FlameTree,
  { inclusive }: { readonly inclusive: Float64Array },
  least: number,
  most = 2000,
): FlameBox[] {
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

/** A function, or one that called those below it, with the call paths that it has its weight from. */
export interface CalleeBox extends Omit<FlameBox, 'row'> {
  readonly region: number;
  readonly rows: readonly number[];
}

/**
 * Functions by their own weight, whatever called them, and above each those that called it there: so wide as what they have
 * of it. @param parent of call paths, -1 at roots @param region of call paths
 */
export function calleesOf(
  { parent, region }: { readonly parent: Int32Array; readonly region: Uint32Array },
  { exclusive }: { readonly exclusive: Float64Array },
  least: number,
  most = 2000,
): CalleeBox[] {
  const size = (row: number): number => Math.max(0, exclusive[row] ?? absent(row));
  const all = [...exclusive.keys()].filter((row) => size(row) > 0);
  const whole = all.reduce((sum, row) => sum + size(row), 0);
  const boxes: CalleeBox[] = [];
  interface Entry {
    readonly row: number;
    /** A caller of it, as many calls above as the box is high. */
    readonly at: number;
  }
  let level: { readonly entries: readonly Entry[]; readonly from: number }[] = [
    { entries: all.map((row) => ({ row, at: row })), from: 0 },
  ];
  for (let depth = 0; level.length > 0 && boxes.length < most; depth++) {
    const next: typeof level = [];
    for (const { entries, from } of level) {
      const groups = new Map<number, { readonly entries: Entry[]; weight: number }>();
      for (const entry of entries) {
        const key = elementAt(region, entry.at);
        const group = groups.get(key) ?? { entries: [], weight: 0 };
        group.entries.push(entry);
        group.weight += size(entry.row);
        groups.set(key, group);
      }
      let at = from;
      for (const [key, group] of [...groups].sort(([a, one], [b, other]) => other.weight - one.weight || a - b)) {
        const width = group.weight / whole;
        if (width < least || boxes.length >= most) break;
        boxes.push({ region: key, rows: group.entries.map(({ row }) => row), level: depth, from: at, width });
        const above = group.entries.flatMap((entry): Entry[] => {
          const caller = elementAt(parent, entry.at);
          return caller < 0 ? [] : [{ row: entry.row, at: caller }];
        });
        next.push({ entries: above, from: at });
        at += width;
      }
    }
    level = next;
  }
  return boxes;
}
