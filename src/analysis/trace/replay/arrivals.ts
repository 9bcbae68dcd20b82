import type { Seconds } from '../../../base/units.js';

/**
 * Arrival times of the last partner of a wait: as measured, and with the changes. The two may be different partners.
 */
export class Arrivals {
  measured: Seconds = Number.NEGATIVE_INFINITY;
  changed: Seconds = Number.NEGATIVE_INFINITY;

  clear(): void {
    this.measured = Number.NEGATIVE_INFINITY;
    this.changed = Number.NEGATIVE_INFINITY;
  }

  /** Adds a partner that arrived at `measured`, and arrives `saved` seconds earlier with the changes. */
  add(measured: Seconds, saved: Seconds): void {
    this.measured = Math.max(this.measured, measured);
    this.changed = Math.max(this.changed, measured - saved);
  }

  addAll({ measured, changed }: Arrivals): void {
    this.measured = Math.max(this.measured, measured);
    this.changed = Math.max(this.changed, changed);
  }
}
