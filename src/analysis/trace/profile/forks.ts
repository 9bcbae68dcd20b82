/** One parallel region as its forking thread saw it. Nodes are call-tree indices, times seconds. */
export interface Fork {
  /** Index of the location that forked. */
  readonly location: number;
  readonly begin: number;
  /** Infinity until the join is seen. */
  end: number;
  /** Node in which the fork happened; worker threads inherit it. */
  readonly base: number;
  /** Node of the parallel region, once a thread entered it. */
  node: number | undefined;
  /** Locations that took part, other than the forking one. */
  readonly members: Set<number>;
}

/** The forks of one process, in the order in which they began at each forking thread. */
export class ForkList {
  readonly forks: Fork[] = [];

  add(location: number, begin: number, base: number): Fork {
    const fork: Fork = { location, begin, end: Number.POSITIVE_INFINITY, base, node: undefined, members: new Set() };
    this.forks.push(fork);
    return fork;
  }

  /** The fork of another thread that a team beginning at `time` belongs to: the latest one not yet joined. */
  find(location: number, time: number): Fork | undefined {
    let low = 0;
    let high = this.forks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.forks[middle].begin <= time) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0 && i >= low - 8; i--) {
      const fork = this.forks[i];
      if (fork.location !== location && fork.end >= time) return fork;
    }
    return undefined;
  }
}
