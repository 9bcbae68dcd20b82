/** How far events may lie beyond the extent a trace declares, and a clock may step back, as a share of the extent. */
const SLACK = 0.01;

/** Seconds a clock may step back where the extent of the run is not known. */
const LEAST_SLACK = 1e-3;

/** Time of events before the first timestamp: 0, but distinct from any timestamp. */
export const BEFORE_ALL = -Number.MIN_VALUE;

/**
 * Checks times of one location that do not follow from those before: a single damaged timestamp must not make a call
 * last for days. A time beyond the extent of the run is accepted only if the next one is beyond it too. In that case,
 * the declared extent is wrong. Times are seconds since the trace's start.
 */
export class PlausibleTimes {
  /** Moments between the latest one and this need no judgement. */
  most: number;
  /** Small steps back, which count as the latest moment before. */
  backwardSteps = 0;
  private readonly slack: number;
  /** The first moment is this one or later. */
  private readonly least: number;
  /** A moment beyond the extent that nothing confirmed yet; it counts as the latest one before. */
  private held: number | undefined;

  /** @param span seconds the run takes as the trace declares, 0 where it does not */
  constructor(span: number) {
    this.slack = span > 0 ? Math.max(LEAST_SLACK, SLACK * span) : LEAST_SLACK;
    this.least = span > 0 ? -this.slack : Number.NEGATIVE_INFINITY;
    this.most = span > 0 ? span + this.slack : Number.POSITIVE_INFINITY;
  }

  /** State required to resume the check from here; see resume. */
  get state(): readonly [most: number, held: number] {
    return [this.most, this.held ?? Number.NaN];
  }

  /** Resumes another reading of the location. */
  resume(most: number, held: number): void {
    this.most = most;
    this.held = Number.isNaN(held) ? undefined : held;
  }

  /** Whether the last moment is one that nothing confirms. */
  get isInDoubt(): boolean {
    return this.held !== undefined;
  }

  /**
   * @param latest the moment before, BEFORE_ALL where there is none
   * @returns what the moment counts as; NaN where it, or the one before, makes no sense
   */
  judge(moment: number, latest: number): number {
    if (this.held !== undefined) {
      if (!(moment >= this.held)) return Number.NaN;
      this.held = undefined;
      this.most = Number.POSITIVE_INFINITY;
      return moment;
    }
    if (moment > this.most) {
      this.held = moment;
      this.most = Number.NEGATIVE_INFINITY;
      return latest;
    }
    if (latest === BEFORE_ALL && moment >= this.least) return moment;
    if (!(latest - moment <= this.slack)) return Number.NaN;
    this.backwardSteps++;
    return latest;
  }
}
