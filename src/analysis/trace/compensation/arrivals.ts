import type { Seconds } from '../../../base/units.js';

/**
 * When the last of those that somebody waits for was there: as measured, and without recording. They need not be the
 * same one.
 */
export class Arrivals {
  measured: Seconds = Number.NEGATIVE_INFINITY;
  compensated: Seconds = Number.NEGATIVE_INFINITY;

  clear(): void {
    this.measured = Number.NEGATIVE_INFINITY;
    this.compensated = Number.NEGATIVE_INFINITY;
  }

  /** Somebody was there at `measured`, and would have been `overhead` seconds earlier. */
  add(measured: Seconds, overhead: Seconds): void {
    this.measured = Math.max(this.measured, measured);
    this.compensated = Math.max(this.compensated, measured - overhead);
  }

  addAll({ measured, compensated }: Arrivals): void {
    this.measured = Math.max(this.measured, measured);
    this.compensated = Math.max(this.compensated, compensated);
  }
}
