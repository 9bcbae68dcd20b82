/** How often the engine may stop within `window` milliseconds before starting it again is given up. */
export interface RestartLimits {
  readonly stops: number;
  readonly window: number;
}

const defaultLimits: RestartLimits = { stops: 4, window: 3 * 60_000 };

/** Decides whether a stopped engine is started again: always, until it keeps stopping. */
export class RestartPolicy {
  private stops: number[] = [];

  constructor(private readonly limits: RestartLimits = defaultLimits) {}

  /**
   * Records that the engine stopped.
   * @param now milliseconds of any steadily growing clock
   */
  stopped(now: number): 'restart' | 'giveUp' {
    this.stops = [...this.stops.filter((stop) => now - stop < this.limits.window), now];
    return this.stops.length < this.limits.stops ? 'restart' : 'giveUp';
  }

  /** Forgets earlier stops, for when the person starts the engine by hand. */
  reset(): void {
    this.stops = [];
  }
}
