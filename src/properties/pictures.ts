/** Elements of the pictures of the pages: lanes of processes or threads, on a time axis from 0 to 10. */

export interface Bar {
  /** In units of the picture's time axis. */
  readonly from: number;
  readonly to: number;
  /** Name of the call; undefined for work of the program. */
  readonly call?: string;
  /** The part of the call that counts for the property. */
  readonly lost?: readonly [from: number, to: number];
}

export interface Lane {
  readonly name: string;
  readonly bars: readonly Bar[];
}

/** The picture of a property. */
export interface Picture {
  /** Also the title of the page. */
  readonly title: string;
  /** Alternative text. */
  readonly description: string;
  readonly lanes: readonly Lane[];
  /** Times that the formula names. */
  readonly marks?: readonly { readonly at: number; readonly label: string }[];
  /** Messages or handovers, from a time of one lane to a time of another. */
  readonly arrows?: readonly {
    readonly from: readonly [lane: number, time: number];
    readonly to: readonly [lane: number, time: number];
  }[];
}

export const work = (from: number, to: number): Bar => ({ from, to });

/** @param lost start and end of the part that counts */
export function call(name: string, from: number, to: number, ...lost: [] | [from: number, to: number]): Bar {
  return lost.length === 0 ? { from, to, call: name } : { from, to, call: name, lost };
}

export const lane = (name: string, ...bars: readonly Bar[]): Lane => ({ name, bars });

/** All arrive at different times and wait for the last one. */
export const waitForLast = (title: string, operation: string, who = 'rank'): Picture => ({
  title,
  description: `Three ${who}s enter ${operation} one after the other. The first two wait until the last one, ${who} 2, enters it. It does not wait.`,
  lanes: [
    lane(`${who} 0`, work(0, 2), call(operation, 2, 8, 2, 7), work(8, 10)),
    lane(`${who} 1`, work(0, 4.5), call(operation, 4.5, 8, 4.5, 7), work(8, 10)),
    lane(`${who} 2`, work(0, 7), call(operation, 7, 8), work(8, 10)),
  ],
  marks: [{ at: 7, label: 'latest begin' }],
});

/** All have arrived, but leave at different times. */
export const completion = (title: string, operation: string): Picture => ({
  title,
  description: `Three ranks are all in ${operation}. Rank 0 leaves it first. The others lose the time from that earliest end to their own end.`,
  lanes: [
    lane('rank 0', work(0, 2), call(operation, 2, 5.5), work(5.5, 10)),
    lane('rank 1', work(0, 3), call(operation, 3, 8.5, 5.5, 8.5), work(8.5, 10)),
    lane('rank 2', work(0, 4), call(operation, 4, 7, 5.5, 7), work(7, 10)),
  ],
  marks: [
    { at: 4, label: 'latest begin' },
    { at: 5.5, label: 'earliest end' },
  ],
});

/** One thread waits for a lock that another one holds. */
export const lockHeld = (title: string, [acquire, release]: readonly [acquire: string, release: string]): Picture => ({
  title,
  description: `Thread 0 holds the lock while thread 1 enters ${acquire}. Thread 1 waits until thread 0 has released the lock in ${release}.`,
  lanes: [
    lane('thread 0', call(acquire, 0, 1), work(1, 6), call(release, 6, 7), work(7, 10)),
    lane('thread 1', work(0, 3), call(acquire, 3, 7.5, 3, 7), work(7.5, 10)),
  ],
  marks: [{ at: 7, label: 'release' }],
  arrows: [{ from: [0, 7], to: [1, 7.5] }],
});

/** Rank 0 is late for rank 1, and rank 1 therefore for rank 2. */
export const chain: Pick<Picture, 'marks' | 'arrows'> = {
  marks: [
    { at: 5, label: 'send of rank 0' },
    { at: 8, label: 'send of rank 1' },
  ],
  arrows: [
    { from: [0, 5], to: [1, 6] },
    { from: [1, 8], to: [2, 9] },
  ],
};
