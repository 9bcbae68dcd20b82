/** The rows of one tree as they are shown: which are open, in which order, with which weight. Knows no browser. */
import { absent } from '../../base/elements.js';

export interface Tree {
  readonly size: number;
  /** -1 above roots. */
  readonly parent: Int32Array;
  readonly roots: readonly number[];
  readonly childrenOf: (row: number) => readonly number[];
  readonly hasChildren: (row: number) => boolean;
}

/** Weights of each row: inclusive and exclusive. */
export interface Weights {
  readonly inclusive: Float64Array;
  readonly exclusive: Float64Array;
  /** Order of rows with the same parent, if they are sorted; the largest first if omitted. */
  readonly compare?: (a: number, b: number) => number;
}

export interface ShownRow {
  readonly row: number;
  /** 1 for roots. */
  readonly level: number;
  /** Of a closed row with all below it, of an open one without. */
  readonly weight: number;
  readonly isOpen: boolean;
  readonly hasChildren: boolean;
  /** Among its peers, from 1 on, and how many these are. */
  readonly position: number;
  readonly peers: number;
}

export interface View {
  readonly open: ReadonlySet<number>;
  /** Hides rows whose inclusive weight is zero. */
  readonly hidesZero: boolean;
  /** Largest first, else as measured. */
  readonly sorts: boolean;
  /** Roots stay as measured: those of other units cannot be larger or smaller. */
  readonly keepsRoots?: boolean;
  /** Rows that are never hidden, nor those above them: what is selected is seen where it weighs nothing as well. */
  readonly keeps?: ReadonlySet<number>;
}

export function treeOf(parent: Int32Array): Tree {
  const size = parent.length;
  const roots: number[] = [];
  const start = new Uint32Array(size + 1);
  for (const above of parent) if (above >= 0) start[above + 1] = (start[above + 1] ?? absent(above)) + 1;
  for (let row = 0; row < size; row++) start[row + 1] = (start[row + 1] ?? absent(row)) + (start[row] ?? absent(row));
  const next = start.slice();
  const all = new Uint32Array(size);
  for (let row = 0; row < size; row++) {
    const above = parent[row] ?? absent(row);
    if (above < 0) roots.push(row);
    else {
      const at = next[above] ?? absent(above);
      all[at] = row;
      next[above] = at + 1;
    }
  }
  return {
    ...{ size, parent, roots },
    childrenOf: (row) => Array.from(all.subarray(start[row], start[row + 1])),
    hasChildren: (row) => (start[row + 1] ?? 0) > (start[row] ?? 0),
  };
}

/** Returns the weights of rows of which only leaves have a value. */
export function weightsOfLeaves(tree: Tree, exclusive: Float64Array): Weights {
  const inclusive = exclusive.slice();
  // Parents precede their children.
  for (let row = tree.size - 1; row >= 0; row--) {
    const above = tree.parent[row] ?? -1;
    if (above >= 0) inclusive[above] = (inclusive[above] ?? absent(above)) + (inclusive[row] ?? absent(row));
  }
  return { inclusive, exclusive };
}

export const weightOf = ({ inclusive, exclusive }: Weights, row: number, isOpen: boolean): number =>
  (isOpen ? exclusive[row] : inclusive[row]) ?? 0;

/** Rows below others in the order in which they are shown, by what they weigh: sorting 50,000 of them takes longer than all else. */
const orders = new WeakMap<Weights, Map<string, readonly number[]>>();

/** @param key of what they are below, and how they are ordered */
function orderOf(weights: Weights, key: string, make: () => readonly number[]): readonly number[] {
  const known = orders.get(weights) ?? new Map<string, readonly number[]>();
  orders.set(weights, known);
  const order = known.get(key) ?? make();
  known.set(key, order);
  return order;
}

/** The rows that are to be seen, from top to bottom: what they weigh adds up to the closed roots. */
export function shownRows(
  tree: Tree,
  weights: Weights,
  { open, hidesZero, sorts, keepsRoots = false, keeps = new Set() }: View,
): ShownRow[] {
  const shown: ShownRow[] = [];
  const size = (row: number): number => weights.inclusive[row] ?? 0;
  // Of what is not known (NaN) there is nothing to show.
  const isKnown = (row: number): boolean => !Number.isNaN(size(row));
  const ordered = (rows: readonly number[], isSorted = sorts): readonly number[] => {
    const kept = rows.filter((row) => isKnown(row) && (!hidesZero || weighs(row)));
    const bySize = (a: number, b: number): number => Math.abs(size(b)) - Math.abs(size(a)) || a - b;
    return isSorted ? kept.toSorted(weights.compare ?? bySize) : kept;
  };
  const how = `${hidesZero} ${sorts} ${keepsRoots}`;
  const kept = hidesZero ? keptZeros(tree, weights, keeps) : new Map<number, readonly number[]>();
  const below = (row: number, make: () => readonly number[]): readonly number[] => {
    const order = orderOf(weights, `${how} ${row}`, make);
    const zeros = kept.get(row);
    return zeros === undefined ? order : [...order, ...zeros];
  };
  const weighs = (row: number): boolean => size(row) !== 0 || weights.exclusive[row] !== 0;
  const pending: { readonly rows: readonly number[]; readonly level: number; at: number }[] = [
    { rows: below(-1, () => ordered(tree.roots, sorts && !keepsRoots)), level: 1, at: 0 },
  ];
  for (let group = pending.at(-1); group !== undefined; group = pending.at(-1)) {
    const row = group.rows[group.at++];
    if (row === undefined) {
      pending.pop();
      continue;
    }
    const hasChildren = tree.hasChildren(row);
    const isOpen = open.has(row) && hasChildren;
    shown.push({
      row,
      level: group.level,
      weight: weightOf(weights, row, isOpen),
      isOpen,
      hasChildren,
      position: group.at,
      peers: group.rows.length,
    });
    if (isOpen) pending.push({ rows: below(row, () => ordered(tree.childrenOf(row))), level: group.level + 1, at: 0 });
  }
  return shown;
}

/** Rows that weigh nothing and are shown nevertheless, by the row above them. */
function keptZeros(
  tree: Tree,
  { inclusive, exclusive }: Weights,
  keeps: ReadonlySet<number>,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const row of [...new Set([...keeps, ...above(tree, keeps)])].sort((a, b) => a - b)) {
    if (inclusive[row] !== 0 || exclusive[row] !== 0) continue;
    const over = tree.parent[row] ?? -1;
    found.set(over, [...(found.get(over) ?? []), row]);
  }
  return found;
}

/** All rows above some, which are open where these are to be seen. */
export function above(tree: Tree, rows: Iterable<number>): Set<number> {
  const found = new Set<number>();
  for (const row of rows)
    for (let at = tree.parent[row] ?? -1; at >= 0 && !found.has(at); at = tree.parent[at] ?? -1) found.add(at);
  return found;
}

export function rootOf(tree: Tree, row: number): number {
  let root = row;
  for (let at = row; at >= 0; at = tree.parent[at] ?? -1) root = at;
  return root;
}

/** Returns the row with the largest exclusive weight; undefined if all are zero. */
export function heaviest({ exclusive }: Weights): number | undefined {
  let found: number | undefined;
  for (let row = 0; row < exclusive.length; row++) {
    const weight = Math.abs(exclusive[row] ?? absent(row));
    if (weight > Math.abs(found === undefined ? 0 : (exclusive[found] ?? 0))) found = row;
  }
  return found;
}

/** The open rows after one was opened or closed. */
export function openAfter(open: ReadonlySet<number>, row: number, opens: boolean): Set<number> {
  const next = new Set(open);
  if (opens) next.add(row);
  else next.delete(row);
  return next;
}

/** The next row behind one whose title has a text, from the beginning again behind the last. */
export function nextWith(
  text: string,
  titleOf: (row: number) => string,
  size: number,
  from: number,
): number | undefined {
  const has = titlesWith(text, titleOf);
  return rowBetween(has, from + 1, size) ?? rowBetween(has, 0, Math.min(size, from + 1));
}

/** Returns a test for rows whose title contains a text, ignoring case; none for an empty text. */
export function titlesWith(text: string, titleOf: (row: number) => string): (row: number) => boolean {
  const wanted = text.trim().toLowerCase();
  // Many call paths are of few functions.
  const known = new Map<string, boolean>();
  return (row) => {
    const title = titleOf(row);
    const isKnown = known.get(title);
    if (isKnown !== undefined) return isKnown;
    const has = wanted !== '' && title.toLowerCase().includes(wanted);
    known.set(title, has);
    return has;
  };
}

/** The first row from `from` up to `to` that is meant. */
export function rowBetween(isMeant: (row: number) => boolean, from: number, to: number): number | undefined {
  for (let row = Math.max(0, from); row < to; row++) if (isMeant(row)) return row;
  return undefined;
}
