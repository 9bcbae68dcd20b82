/** Stands for "nobody" among those who do pieces; the thread that wants the results is 1, and members follow. */
const NOBODY = 0;
export const CALLER = 1;

/**
 * Who does which piece of a job, in memory that all threads see. Whoever is free takes the next piece nobody does, but
 * not further ahead of the results that were taken than there is room for.
 */
export class Claims {
  private readonly owners: Int32Array;
  /** How many results were taken, and from which piece on there may be one that nobody does. */
  private readonly counters: Int32Array;

  constructor(private readonly shared: SharedClaims) {
    this.owners = new Int32Array(shared.owners);
    this.counters = new Int32Array(shared.counters);
  }

  /** Takes a piece; undefined when there is none at present. @param who CALLER, or the number of a member */
  claim(who: number): number | undefined {
    const { counters } = this;
    const end = Math.min(this.owners.length, Atomics.load(counters, TAKEN) + this.shared.ahead);
    for (let piece = Atomics.load(counters, FREE); piece < end; piece++) {
      if (Atomics.compareExchange(this.owners, piece, NOBODY, who) !== NOBODY) continue;
      // No more than a hint: another thread may set it back.
      Atomics.store(counters, FREE, piece + 1);
      return piece;
    }
    return undefined;
  }

  /** Takes the next piece, and waits for room if there is none at present; undefined when all are taken. */
  claimOrWait(who: number): number | undefined {
    for (;;) {
      const taken = Atomics.load(this.counters, TAKEN);
      const piece = this.claim(who);
      if (piece !== undefined) return piece;
      if (taken + this.shared.ahead >= this.owners.length) return undefined;
      Atomics.wait(this.counters, TAKEN, taken);
    }
  }

  /** Who does a piece; 0 where nobody does yet. */
  ownerOf(piece: number): number {
    return Atomics.load(this.owners, piece);
  }

  /** So many results were taken. */
  take(count: number): void {
    Atomics.store(this.counters, TAKEN, count);
    Atomics.notify(this.counters, TAKEN);
  }
}

const TAKEN = 0;
const FREE = 1;

/** As it is handed to each thread. */
export interface SharedClaims {
  /** By piece (32 bits each). */
  readonly owners: SharedArrayBuffer;
  readonly counters: SharedArrayBuffer;
  /** How many pieces may be done before their turn. */
  readonly ahead: number;
}

export function shareClaims(pieces: number, ahead: number): SharedClaims {
  return {
    owners: new SharedArrayBuffer(pieces * Int32Array.BYTES_PER_ELEMENT),
    counters: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT),
    ahead,
  };
}

/** A job as members are told of it. */
export interface Job {
  readonly number: number;
  readonly task: string;
  /** Sendable: the crew takes nothing else. */
  readonly common: object;
  readonly claims: SharedClaims;
}

/** What a member says of a piece it did. */
export interface Answer {
  readonly job: number;
  readonly piece: number;
  readonly result: object;
}
