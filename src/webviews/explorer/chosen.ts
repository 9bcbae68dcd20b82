/** Open and selected rows of the three trees, and their meaning elsewhere. Independent of the browser. */
import { present } from '../../base/present.js';
import { elementAt } from '../../base/elements.js';
import type { Selected } from '../../model/selection.js';
import type { ExplorerState } from '../../protocol/pages/explorer.js';
import type { Coupled, Loaded } from './coupled.js';
import { above, heaviest, type ShownRow, type Weights } from '../kit/rows.js';

export type TreeName = 'metrics' | 'nodes' | 'places';

/** Which rows of a tree are open and selected, and on which the keys act. */
export interface Chosen {
  readonly open: ReadonlySet<number>;
  readonly selected: ReadonlySet<number>;
  readonly active: number | undefined;
}

/** Returns the initially open and selected rows: those of the shared selection, else the property that loses most. */
export function chosenOf(
  { metrics, nodes, places }: Loaded,
  { selection, worst }: ExplorerState,
): Record<TreeName, Chosen> {
  const named = (name: string | null | undefined) => metrics.rows.findIndex((metric) => metric.name === name);
  const wanted = named(selection?.property);
  const property = [wanted, named(worst), named('time'), 0].find((row) => row >= 0 && row < metrics.rows.length);
  const paths = (selection?.nodes ?? []).filter((node) => node < nodes.tree.size);
  const found = (selection?.locations ?? []).flatMap((location) => places.rowOf.get(location) ?? []);
  const start = (tree: Loaded['nodes']['tree'], rows: readonly number[], open: Iterable<number>): Chosen => ({
    open: new Set([...open, ...above(tree, rows)]),
    selected: new Set(rows),
    active: rows[0] ?? tree.roots[0],
  });
  return {
    metrics: start(metrics.tree, property === undefined ? [] : [property], []),
    nodes: start(nodes.tree, paths, nodes.tree.roots.length === 1 ? nodes.tree.roots : []),
    places: start(places.tree, found, places.tree.size <= 200 ? places.tree.parent : []),
  };
}

/** Reports whether a row shows its exclusive value. */
export const isOpen = (tree: Loaded['nodes']['tree'], { open }: Chosen, row: number): boolean =>
  open.has(row) && tree.childrenOf(row).length > 0;

/** Returns the weight of a row in another experiment; NaN if it has none. */
export const weightBefore = (weights: Weights | undefined, row: number, isOpen: boolean): number =>
  weights === undefined ? Number.NaN : ((isOpen ? weights.exclusive[row] : weights.inclusive[row]) ?? Number.NaN);

/** One property at least is selected; of the others none means all. */
export function chosenAfter(name: TreeName, { selected }: Chosen, row: number, adds: boolean): Set<number> {
  const wasSelected = selected.has(row);
  const next = new Set(adds ? selected : []);
  if (wasSelected && (adds || (selected.size === 1 && name !== 'metrics'))) next.delete(row);
  else next.add(row);
  return name === 'metrics' && next.size === 0 ? new Set([row]) : next;
}

/** @param window part of the run that stays selected */
export function selectionOf(
  experiment: string,
  loaded: Loaded,
  chosen: Record<TreeName, Chosen>,
  window?: Selected['window'],
): Selected {
  const [property] = [...chosen.metrics.selected].map((row) => loaded.metrics.rows[row]?.name);
  const nodes = [...chosen.nodes.selected];
  const locations = [...chosen.places.selected].flatMap((row) => loaded.places.locationsOf(row));
  return {
    experiment,
    ...present({ property }),
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(locations.length === 0 ? {} : { locations: [...new Set(locations)].sort((a, b) => a - b) }),
    ...present({ window }),
  };
}

/** The call path that was just selected, whose line is shown; none where one was removed from those selected. */
export function pathToShow(name: TreeName, { selected, active }: Chosen): { node?: number } {
  return name === 'nodes' && active !== undefined && selected.has(active) ? { node: active } : {};
}

export function worstOf(
  name: TreeName,
  loaded: Loaded,
  coupled: Coupled,
  { worst }: ExplorerState,
): number | undefined {
  if (name !== 'metrics') return heaviest(coupled[name]);
  const row = loaded.metrics.rows.findIndex((metric) => metric.name === worst);
  return row < 0 ? undefined : row;
}

/** Least and most weight of the rows below each row, as they are shown. */
export function extremes(
  rows: readonly ShownRow[],
  parent: Int32Array,
): ReadonlyMap<number, readonly [number, number]> {
  const known = extremesOf.get(rows);
  if (known !== undefined) return known;
  const found = new Map<number, [number, number]>();
  for (const { row, weight } of rows) {
    const over = elementAt(parent, row);
    const range = found.get(over);
    if (range === undefined) found.set(over, [weight, weight]);
    else if (weight < range[0]) range[0] = weight;
    else if (weight > range[1]) range[1] = weight;
  }
  extremesOf.set(rows, found);
  return found;
}

const extremesOf = new WeakMap<readonly ShownRow[], ReadonlyMap<number, readonly [number, number]>>();
