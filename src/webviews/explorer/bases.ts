/** Bases of the shares in the three trees. Independent of the browser. */
import { elementAt } from '../../base/elements.js';
import { rootOf, type ShownRow, weightOf } from '../kit/rows.js';
import { type Chosen, extremes, isOpen, type TreeName, weightBefore } from './chosen.js';
import type { Before, Coupled, Loaded } from './coupled.js';
import type { Among, Bases } from './shares.js';

type AllChosen = Readonly<Record<TreeName, Chosen>>;

/** Amounts of the whole run, and of what is selected to the left of each tree. */
export interface RunBases {
  /** Of the chosen property. */
  readonly run: number;
  readonly left: Readonly<Record<TreeName, number>>;
  /** Returns the base of a share of the run: total time for times; else the total of the same quantity. */
  readonly runOf: (metric: number) => number;
}

export function runBases(loaded: Loaded, coupled: Coupled, chosen: AllChosen): RunBases {
  const sumOf = (name: 'metrics' | 'nodes'): number =>
    [...chosen[name].selected].reduce(
      (sum, row) => sum + weightOf(coupled[name], row, isOpen(loaded[name].tree, chosen[name], row)),
      0,
    );
  const time = loaded.metrics.rows.findIndex(({ name }) => name === 'time');
  const runOf = (metric: number): number => {
    const isTime = time >= 0 && loaded.metrics.rows[metric]?.unit === 'seconds';
    return coupled.metrics.inclusive[isTime ? time : rootOf(loaded.metrics.tree, metric)] ?? 0;
  };
  const [property] = chosen.metrics.selected;
  const run = property === undefined ? 0 : runOf(property);
  const places = sumOf(chosen.nodes.selected.size === 0 ? 'metrics' : 'nodes');
  return { run, left: { metrics: run, nodes: sumOf('metrics'), places }, runOf };
}

/** Compares each row of a tree with its peers, and with what it is a share of. @param rows all that are shown */
export function basesOf(
  name: TreeName,
  {
    loaded,
    coupled,
    before,
    bases: { run, left, runOf },
  }: {
    readonly loaded: Loaded;
    readonly coupled: Coupled;
    readonly before: Before | undefined;
    readonly bases: RunBases;
  },
  rows: readonly ShownRow[],
): (shown: ShownRow) => { readonly among: Among; readonly bases: Bases; readonly unit: string } {
  const { tree } = loaded[name];
  const peers = extremes(rows, tree.parent);
  return ({ row, weight, isOpen: exclusive }) => {
    const root = coupled[name].inclusive[rootOf(tree, row)] ?? 0;
    const unit = name === 'metrics' ? (loaded.metrics.rows[row]?.unit ?? '') : coupled.unit;
    const bases: Bases =
      name === 'metrics' ? { run: runOf(row), left: root, unit } : { run, left: left[name], unit: coupled.unit };
    const [least, most] = peers.get(elementAt(tree.parent, row)) ?? [weight, weight];
    const among = { weight, root, least, most, other: weightBefore(before?.coupled[name], row, exclusive) };
    return { among, bases, unit };
  };
}
