import type { Seconds } from '../../../base/units.js';

/**
 * Arrival times of the last partner of a wait: as measured, and without recording. The two may be different partners.
 */
export class Arrivals {
  measured: Seconds = Number.NEGATIVE_INFINITY;
  compensated: Seconds = Number.NEGATIVE_INFINITY;

  clear(): void {
    this.measured = Number.NEGATIVE_INFINITY;
    this.compensated = Number.NEGATIVE_INFINITY;
  }

  /** Adds a partner that arrived at `measured`, and would have arrived `overhead` seconds earlier. */
  add(measured: Seconds, overhead: Seconds): void {
    this.measured = Math.max(this.measured, measured);
    this.compensated = Math.max(this.compensated, measured - overhead);
  }

  addAll({ measured, compensated }: Arrivals): void {
    this.measured = Math.max(this.measured, measured);
    this.compensated = Math.max(this.compensated, compensated);
  }
}
