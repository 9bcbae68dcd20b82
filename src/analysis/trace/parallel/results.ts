import { CALLER, type Claims } from './job.js';

/** The results of a job in order of its pieces. */
export interface Results<Result> {
  /** The result of the next piece. This thread does pieces itself while others are at theirs. */
  next(): Result;
  /** No more results are wanted. */
  close(): void;
}

/** Members as seen by the thread that requests the results. */
export interface Members {
  /** Adds their new messages to the results. */
  listen(): void;
  /** Returns when one of them sent a message, or was lost, since the last call of `listen`. */
  wait(): void;
  /** Whether one ended before its time. @param who its number */
  isLost(who: number): boolean;
  /** Drops this job, whose results are no longer needed. */
  forget(): void;
}

/** Results of a job that several threads do. */
export class SharedResults<Result extends object> implements Results<Result> {
  private readonly done = new Map<number, Result>();
  private taken = 0;

  constructor(
    private readonly run: (piece: number) => Result,
    private readonly claims: Claims,
    private readonly pieces: number,
    private readonly members: Members,
  ) {}

  /** A member did a piece. */
  put(piece: number, result: Result): void {
    this.done.set(piece, result);
  }

  next(): Result {
    const piece = this.taken;
    for (;;) {
      // In this order: messages of a member before it was lost count.
      const isLost = this.isLost(piece);
      this.members.listen();
      const result = this.done.get(piece);
      if (result !== undefined) return this.take(piece, result);
      if (isLost) return this.take(piece, this.run(piece));
      const own = this.claims.claim(CALLER);
      if (own === undefined) this.members.wait();
      else this.done.set(own, this.run(own));
    }
  }

  close(): void {
    this.taken = this.pieces;
    this.claims.take(this.pieces);
    this.members.forget();
  }

  private isLost(piece: number): boolean {
    const owner = this.claims.ownerOf(piece);
    return owner > CALLER && this.members.isLost(owner);
  }

  private take(piece: number, result: Result): Result {
    this.done.delete(piece);
    this.taken++;
    if (this.taken === this.pieces) this.close();
    else this.claims.take(this.taken);
    return result;
  }
}
