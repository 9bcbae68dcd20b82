import { NO_INDEX, type Definitions } from '../../../model/definitions.js';

/**
 * For each location those that fork teams with it: the first members of the teams of OpenMP that it is another member
 * of, as measurement systems define them.
 */
export function forkersOf({ communicators }: Definitions): ReadonlyMap<number, ReadonlySet<number>> {
  const forkers = new Map<number, Set<number>>();
  for (const { paradigm, ranks } of communicators) {
    if (paradigm !== 'openmp') continue;
    const [forker = NO_INDEX, ...members] = ranks;
    for (const member of members) {
      const known = forkers.get(member);
      if (known === undefined) forkers.set(member, new Set([forker]));
      else known.add(forker);
    }
  }
  return forkers;
}

/**
 * The order in which the locations of a process are read: their own, but for threads that fork teams, which come before
 * those that their teams are made of. These inherit the call path of the fork, which is known by then. Where threads
 * fork teams of each other, no order has both: one of them keeps its place.
 */
export function readingOrder(
  locations: readonly number[],
  forkers: ReadonlyMap<number, ReadonlySet<number>>,
): readonly number[] {
  const own = new Set(locations);
  const order = new Set<number>();
  const seen = new Set<number>();
  for (const location of locations) {
    // No recursion: what a file says may go on for as long as it likes.
    const open = [location];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const before = seen.has(top) ? [] : [...(forkers.get(top) ?? [])].filter((other) => own.has(other));
      seen.add(top);
      const missing = before.filter((other) => !seen.has(other));
      if (missing.length > 0) open.push(...missing.reverse());
      else order.add(open.pop() ?? top);
    }
  }
  return [...order];
}
