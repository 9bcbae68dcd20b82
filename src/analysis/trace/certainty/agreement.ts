import { elementAt } from '../../../base/elements.js';
/**
 * Returns the length of the prefix whose entries certainly match, entry by entry, in lists that should be equal. An
 * example are the collective operations of each member of a communicator. A list that is shorter because its process
 * ends early misses entries at its end only. Otherwise a record was lost before the first disagreement, among the
 * directly preceding entries of the same kind. An earlier loss would cause an earlier disagreement.
 * @param kindOf common property of matching entries
 * @param endsEarly whether the list at this position is truncated
 */
export function certainPrefix<Entry extends number | object>(
  lists: readonly ArrayLike<Entry>[],
  kindOf: (entry: Entry) => number | string,
  endsEarly: (list: number) => boolean,
): number {
  let longest: ArrayLike<Entry> = [];
  let shortest = Number.POSITIVE_INFINITY;
  for (const list of lists) {
    if (list.length > longest.length) longest = list;
    shortest = Math.min(shortest, list.length);
  }
  let certain = 0;
  while (certain < longest.length && agreeAt(lists, certain, kindOf, endsEarly)) certain++;
  if (certain < longest.length) {
    const lost = new Set<number | string>();
    for (const list of lists) if (certain < list.length) lost.add(kindOf(elementAt(list, certain)));
    while (certain > 0 && lost.has(kindOf(elementAt(longest, certain - 1)))) certain--;
  }
  return Math.min(certain, shortest);
}

/** Whether all lists have the same kind of entry at `n`, or end before it with a reason. */
function agreeAt<Entry extends number | object>(
  lists: readonly ArrayLike<Entry>[],
  n: number,
  kindOf: (entry: Entry) => number | string,
  endsEarly: (list: number) => boolean,
): boolean {
  let kind: number | string | undefined;
  return lists.every((list, number) => {
    if (n >= list.length) return endsEarly(number);
    const own = kindOf(elementAt(list, n));
    kind ??= own;
    return own === kind;
  });
}
