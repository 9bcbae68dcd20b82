/** The changes of a property along the call tree, as rows of a tree. Knows no browser. */
import { absent, elementAt } from '../../base/elements.js';
import type { ChangeRow, CompareQuestions } from '../../protocol/pages/compare.js';
import { presences } from '../../protocol/pages/compare.js';
import type { Answered } from '../../protocol/pages/questions.js';
import { above, type Tree, treeOf, type Weights } from '../kit/rows.js';

type Answer = Answered<CompareQuestions['changeTree']>;

/** Change of a row: inclusive while it is collapsed, exclusive while it is expanded. */
export type Change = Pick<ChangeRow, 'before' | 'after' | 'absolute' | 'relative' | 'interval' | 'isShown'>;

/** The rows of a tree and their changes. */
export interface ChangeRows {
  readonly tree: Tree;
  readonly weights: Weights;
  /** Whether both groups have repeats, without which no change is shown to be more than chance. */
  readonly hasIntervals: boolean;
  readonly titleOf: (row: number) => string;
  readonly presenceOf: (row: number) => ChangeRow['presence'];
  readonly changeOf: (row: number, isOpen: boolean) => Change;
  readonly placeOf: (row: number) => ChangeRow['place'];
  /** Number of the call path in the comparison; undefined for rows that combine several. */
  readonly callPathOf: (row: number) => number | undefined;
}

/** Without repeats, smaller changes as a share of the largest root are counted as none. */
const LEAST_SHARE = 0.005;
/** So many changes are in sight at first. */
const MOST_IN_SIGHT = 5;

/** The rows of an answer: first those with a verdict, the largest change first, then the others in the order of calls. */
export function changeRowsOf({ head, columns }: Answer): ChangeRows {
  const { region, presence, callPath, file, line, group } = columns;
  const changeOf = (row: number, isOpen: boolean): Change => changeAt(columns, row, isOpen);
  const differences = (before: Float64Array, after: Float64Array): Float64Array =>
    after.map((value, row) => value - elementAt(before, row));
  const inclusive = differences(columns.inclusiveBefore, columns.inclusiveAfter);
  return {
    tree: treeOf(columns.parent),
    weights: {
      inclusive,
      exclusive: differences(columns.exclusiveBefore, columns.exclusiveAfter),
      compare: byVerdict((row) => (changeOf(row, false).isShown ? Math.abs(elementAt(inclusive, row)) : 0)),
    },
    hasIntervals: columns.inclusiveLow.length > 0,
    titleOf: (row) => head.regions[elementAt(region, row)] ?? '',
    presenceOf: (row) => presences[elementAt(presence, row)] ?? 'everywhere',
    changeOf,
    placeOf: (row) => {
      const at = elementAt(line, row);
      const name = head.files[elementAt(file, row)];
      return at === 0 || name === undefined ? undefined : { file: name, line: at, group: elementAt(group, row) };
    },
    callPathOf: (row) => callPath[row],
  };
}

/** @param size of a change with a verdict; 0 for the others */
const byVerdict =
  (size: (row: number) => number) =>
  (a: number, b: number): number =>
    size(b) - size(a) || a - b;

function changeAt(columns: Answer['columns'], row: number, isOpen: boolean): Change {
  const [befores, afters, lows, highs] = isOpen
    ? [columns.exclusiveBefore, columns.exclusiveAfter, columns.exclusiveLow, columns.exclusiveHigh]
    : [columns.inclusiveBefore, columns.inclusiveAfter, columns.inclusiveLow, columns.inclusiveHigh];
  const [before, after, low, high] = [elementAt(befores, row), elementAt(afters, row), lows[row], highs[row]];
  return {
    ...difference(before, after),
    isShown: low !== undefined && high !== undefined && (low > 0 || high < 0),
    ...(low === undefined || high === undefined ? {} : { interval: { low, high } }),
  };
}

function difference(before: number, after: number): Omit<Change, 'isShown'> {
  const absolute = after - before;
  return { before, after, absolute, ...(before === 0 ? {} : { relative: absolute / before }) };
}

/**
 * The same, where call paths below the same one that did not change, nor anything below them, are one row: all rows
 * still add up to the closed roots.
 */
export function withoutUnchanged(rows: ChangeRows): ChangeRows {
  const { tree, weights, callPathOf, titleOf, presenceOf, placeOf } = rows;
  const changed = changedRows(rows);
  const merged = [...siblings(tree)].flatMap(([parent, members]) => {
    const unchanged = members.filter((row) => !changed.has(row));
    return unchanged.length < 2 ? [] : [{ parent, members: unchanged }];
  });
  const hidden = new Set(merged.flatMap(({ members }) => members));
  const sums = merged.map(({ members }) => {
    const changes = members.map((row) => rows.changeOf(row, false));
    const sum = (side: 'before' | 'after'): number => changes.reduce((total, change) => total + change[side], 0);
    return { ...difference(sum('before'), sum('after')), isShown: false };
  });
  const own = (row: number): boolean => row < tree.size;
  const extended = (column: Float64Array): Float64Array =>
    // Rows without a value are not shown.
    Float64Array.from({ length: tree.size + sums.length }, (_, row) =>
      own(row) ? (hidden.has(row) ? Number.NaN : elementAt(column, row)) : elementAt(sums, row - tree.size).absolute,
    );
  return {
    ...rows,
    tree: treeOf(Int32Array.from([...tree.parent, ...merged.map(({ parent }) => parent)])),
    weights: {
      inclusive: extended(weights.inclusive),
      exclusive: extended(weights.exclusive),
      compare: (a, b) => (own(a) && own(b) ? (weights.compare?.(a, b) ?? a - b) : a - b),
    },
    titleOf: (row) => (own(row) ? titleOf(row) : `${elementAt(merged, row - tree.size).members.length} unchanged`),
    presenceOf: (row) => (own(row) ? presenceOf(row) : 'everywhere'),
    changeOf: (row, isOpen) => (own(row) ? rows.changeOf(row, isOpen) : elementAt(sums, row - tree.size)),
    placeOf: (row) => (own(row) ? placeOf(row) : undefined),
    callPathOf: (row) => (own(row) ? callPathOf(row) : undefined),
  };
}

function siblings(tree: Tree): ReadonlyMap<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [row, parent] of tree.parent.entries()) {
    const members = found.get(parent);
    if (members === undefined) found.set(parent, [row]);
    else members.push(row);
  }
  return found;
}

/** Returns rows that changed, inclusively or exclusively, and all their ancestors. */
function changedRows(rows: ChangeRows): ReadonlySet<number> {
  const { tree, hasIntervals, changeOf } = rows;
  const whole = tree.roots.map((row) => changeOf(row, false)).map(({ before, after }) => Math.max(before, after));
  const least = LEAST_SHARE * Math.max(0, ...whole);
  const isChanged = ({ absolute, isShown }: Change): boolean => (hasIntervals ? isShown : Math.abs(absolute) > least);
  const own = Array.from({ length: tree.size }, (_, row) => row).filter(
    (row) => isChanged(changeOf(row, false)) || isChanged(changeOf(row, true)),
  );
  return new Set([...own, ...above(tree, own)]);
}

/** The row with the largest exclusive change; only of those with a verdict where there are any. */
export function largestChange(rows: ChangeRows): number | undefined {
  return largestFirst(rows)[0];
}

function largestFirst({ tree, changeOf }: ChangeRows): number[] {
  const changes = Array.from({ length: tree.size }, (_, row) => ({ row, ...changeOf(row, true) }));
  const shown = changes.filter(({ isShown }) => isShown);
  return (shown.length > 0 ? shown : changes.filter(({ absolute }) => absolute !== 0))
    .sort((a, b) => Math.abs(b.absolute) - Math.abs(a.absolute) || a.row - b.row)
    .map(({ row }) => row);
}

/**
 * The rows that are open at first: those above the largest changes with a verdict. Without one, all down to the first
 * call path that calls several.
 */
export function openAtFirst(rows: ChangeRows): ReadonlySet<number> {
  const { tree, changeOf } = rows;
  const largest = largestFirst(rows).slice(0, MOST_IN_SIGHT);
  if (largest.some((row) => changeOf(row, true).isShown)) return above(tree, largest);
  const open = new Set<number>();
  for (let only = tree.roots; only.length === 1;) {
    const row = only[0] ?? absent(0);
    open.add(row);
    only = tree.childrenOf(row);
  }
  return open;
}
