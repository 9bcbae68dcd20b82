/** Means "unclaimed" as the owner of a piece; the thread that requests the results is 1, and members follow. */
const NOBODY = 0;
export const CALLER = 1;

/**
 * Owners of the pieces of a job, in memory shared by all threads. An idle thread claims the next unclaimed piece, up to
 * a limited distance ahead of the consumed results.
 */
export class Claims {
  private readonly owners: Int32Array;
  /** Number of consumed results, and the first piece that may be unclaimed. */
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

  /** Returns the owner of a piece; 0 if it is unclaimed. */
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

/** Data passed to each thread. */
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

/** A job as sent to members. */
export interface Job {
  readonly number: number;
  readonly task: string;
  /** Sendable: the crew takes nothing else. */
  readonly common: object;
  readonly claims: SharedClaims;
}

/** A member's message about a completed piece. */
export interface Answer {
  readonly job: number;
  readonly piece: number;
  readonly result: object;
}
