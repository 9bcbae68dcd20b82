import { elementAt } from '../../../base/elements.js';
/** One parallel region as its forking thread saw it. Nodes are call-tree indices, times seconds. */
export interface Fork {
  /** Index of the location that forked. */
  readonly location: number;
  /** Position among the forks of that location. */
  readonly index: number;
  /** Number of the team, unique in the trace. */
  readonly team: number;
  readonly begin: number;
  /** Infinity until the join is seen. */
  end: number;
  /** Node in which the fork happened, or NO_NODE; worker threads inherit it. */
  readonly base: number;
  /** The trace's definition of the team, once the forking thread recorded it. */
  communicator: number | undefined;
  /** Node of the parallel region, once a thread entered it. */
  node: number | undefined;
}

/** The forks of one process, by forking location and in order of time. */
export class ForkList {
  private readonly byLocation = new Map<number, Fork[]>();

  /** @param teamSizes threads in each team of the trace; filled here and as threads join */
  constructor(readonly teamSizes: number[]) {}

  /** The location that forked first; undefined when none did. */
  get master(): number | undefined {
    return this.byLocation.keys().next().value;
  }

  of(location: number): readonly Fork[] {
    return this.byLocation.get(location) ?? [];
  }

  add(location: number, begin: number, base: number): Fork {
    let forks = this.byLocation.get(location);
    if (forks === undefined) this.byLocation.set(location, (forks = []));
    const team = this.teamSizes.push(1) - 1;
    const end = Number.POSITIVE_INFINITY;
    const fork: Fork = {
      location,
      index: forks.length,
      team,
      begin,
      end,
      base,
      communicator: undefined,
      node: undefined,
    };
    forks.push(fork);
    return fork;
  }

  /** One more thread takes part in the team of a fork. */
  joinTeam({ team }: Fork): void {
    this.teamSizes[team] = elementAt(this.teamSizes, team) + 1;
  }

  /**
   * Returns the fork of another thread that a team beginning at `time` belongs to. It is the latest one not yet joined,
   * of the same `communicator` if the forking thread recorded it: nested teams are open at the same time.
   */
  find(location: number, time: number, communicator: number): Fork | undefined {
    let found: Fork | undefined;
    for (const [forking, forks] of this.byLocation) {
      if (forking === location) continue;
      const candidate = openAt(forks, time, communicator);
      if (candidate === undefined) continue;
      if (found === undefined || isBetter(candidate, found, communicator)) found = candidate;
    }
    return found;
  }
}

function isBetter(candidate: Fork, found: Fork, communicator: number): boolean {
  const same = candidate.communicator === communicator;
  if (same !== (found.communicator === communicator)) return same;
  return candidate.begin >= found.begin;
}

/** The innermost fork that began at or before `time` and had not ended then, one of the communicator if there is. */
function openAt(forks: readonly Fork[], time: number, communicator: number): Fork | undefined {
  let low = 0;
  let high = forks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elementAt(forks, middle).begin <= time) low = middle + 1;
    else high = middle;
  }
  // A fork within a fork of the same thread may have ended already; the one around it began before.
  let innermost: Fork | undefined;
  for (const fork of forks.slice(Math.max(0, low - 16), low).reverse()) {
    if (fork.end < time) continue;
    if (fork.communicator === communicator) return fork;
    innermost ??= fork;
  }
  return innermost;
}
