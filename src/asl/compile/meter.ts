import { TrimtabError } from '../../base/problem.js';

/** Resource limits of one property, which may be untrusted. */
export interface Limits {
  /** Elements that are computed, all steps of all rows together. */
  readonly steps: number;
  readonly seconds: number;
  /** Elements of the sets that exist at one time. */
  readonly elements: number;
}

export const LIMITS: Limits = { steps: 50_000_000, seconds: 10, elements: 4_000_000 };

export interface EvaluateOptions {
  readonly limits?: Limits;
  /** Seconds of a clock that only goes forward. */
  readonly now?: () => number;
}

/** Thrown where a property takes more than it may; the others go on. */
export class LimitReached extends TrimtabError {}

/** Steps between looks at the clock. */
const CHECK_STEPS = 1 << 14;
/** Maximum depth of nested definitions, each of which is evaluated for the one around it. */
export const DEEPEST = 1_500;

/** Counts what the evaluation of one property takes. */
export class Meter {
  private steps = 0;
  private nextCheck = CHECK_STEPS;
  private readonly begin: number;
  /** Allowance beyond the limits. */
  private readonly more = { steps: 0, seconds: 0 };

  /** @param now seconds of a clock that only goes forward */
  constructor(
    private readonly limits: Limits,
    private readonly now: () => number,
  ) {
    this.begin = now();
  }

  /** More may be taken for what grows with the run and not with the text. */
  grant(steps: number, seconds: number): void {
    this.more.steps += steps;
    this.more.seconds += seconds;
  }

  /** Before `count` elements are computed. @throws LimitReached */
  take(count: number): void {
    this.steps += count + 1;
    const most = this.limits.steps + this.more.steps;
    if (this.steps > most)
      throw new LimitReached(`it was stopped after ${most} steps; go over fewer rows or smaller sets`);
    if (this.steps < this.nextCheck) return;
    this.nextCheck = this.steps + CHECK_STEPS;
    const seconds = this.limits.seconds + this.more.seconds;
    if (this.now() - this.begin > seconds)
      throw new LimitReached(`it was stopped after ${Math.round(seconds)} s; go over fewer rows or smaller sets`);
  }

  /** Before a set of so many elements is made. @throws LimitReached */
  hold(count: number): void {
    this.take(count);
    this.bound(count);
  }

  /** Checks the current number of elements of a set. @throws LimitReached */
  bound(count: number): void {
    if (count > this.limits.elements)
      throw new LimitReached(`it was stopped at a set of more than ${this.limits.elements} elements`);
  }
}
