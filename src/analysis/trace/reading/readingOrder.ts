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
 * Returns the order in which the locations of a process are read. It is their own order, except that threads that fork
 * teams precede the members of these teams. Members inherit the call path of the fork, which is then known. If threads
 * fork teams of each other, no order satisfies both: one of them keeps its position.
 */
export function readingOrder(
  locations: readonly number[],
  forkers: ReadonlyMap<number, ReadonlySet<number>>,
): readonly number[] {
  const own = new Set(locations);
  const order = new Set<number>();
  const seen = new Set<number>();
  for (const location of locations) {
    // No recursion: the chain in a file may be arbitrarily long.
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
