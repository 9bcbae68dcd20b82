/** Finds rows of the three trees by their titles. Nothing here knows the browser. */
import { rowBetween, titlesWith } from '../kit/rows.js';
import type { Chosen, TreeName } from './chosen.js';
import type { Loaded } from './coupled.js';

const ORDER: readonly TreeName[] = ['nodes', 'metrics', 'places'];

/**
 * The next row whose title has a text: behind the active row of a tree, then in the other trees, then before that row.
 * @param first the tree to begin with: the one that was used last
 */
export function nextFound(
  text: string,
  loaded: Pick<Loaded, TreeName>,
  chosen: Readonly<Record<TreeName, Pick<Chosen, 'active'>>>,
  first: TreeName,
): { readonly name: TreeName; readonly row: number } | undefined {
  const behind = (chosen[first].active ?? -1) + 1;
  const others = ORDER.filter((name) => name !== first);
  const start = ORDER.indexOf(first);
  others.sort((a, b) => turnsFrom(start, a) - turnsFrom(start, b));
  const search = (name: TreeName, from: number, to: number) => {
    const row = rowBetween(titlesWith(text, loaded[name].titleOf), from, to);
    return row === undefined ? undefined : { name, row };
  };
  const size = (name: TreeName): number => loaded[name].tree.size;
  for (const found of [
    search(first, behind, size(first)),
    ...others.map((name) => search(name, 0, size(name))),
    search(first, 0, Math.min(behind, size(first))),
  ])
    if (found !== undefined) return found;
  return undefined;
}

/** How many trees further one comes, where the first follows the last. */
const turnsFrom = (start: number, name: TreeName): number =>
  (ORDER.indexOf(name) - start + ORDER.length) % ORDER.length;
