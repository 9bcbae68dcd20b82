import { elementAt } from '../../../base/elements.js';
/**
 * How many entries from the start surely belong together, entry by entry, in lists that ought to be equal, such as the
 * collective operations of each member of a communicator. A list that is shorter because its process ends early lacks
 * entries at its end only. Else a record got lost before the first disagreement, namely among the entries of the same
 * kind directly before it: had it been lost earlier, the lists would disagree earlier.
 * @param kindOf what entries that belong together have in common
 * @param endsEarly whether the list at this position lacks its end
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
