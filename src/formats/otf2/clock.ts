import { absent, elementAt } from '../../base/elements.js';

/** The difference between a location's clock and the global one, measured at one moment. */
export interface ClockOffset {
  /** Ticks of the location's clock. */
  readonly time: bigint;
  /** Ticks to add to get global time. */
  readonly offset: bigint;
}

/**
 * Corrects a location's clock by linear interpolation between its measured offsets; times outside the first and last
 * measurement follow the nearest interval's line (Wolf 2003, 4.3.3). One measurement alone changes nothing, as in
 * libotf2.
 *
 * Times are ticks since the trace's start in Float64: exact up to 2^53 ticks, 104 days of nanoseconds.
 */
export class ClockCorrection {
  private interval = 0;

  private constructor(
    private readonly begins: Float64Array,
    private readonly ends: Float64Array,
    private readonly offsets: Float64Array,
    private readonly slopes: Float64Array,
  ) {}

  /** The correction for these measurements, or undefined when there is nothing to correct. */
  static from(measured: readonly ClockOffset[], globalOffset: bigint): ClockCorrection | undefined {
    const ordered: ClockOffset[] = [];
    for (const offset of measured) {
      const previous = ordered.at(-1);
      if (previous === undefined || offset.time > previous.time) ordered.push(offset);
    }
    const count = ordered.length - 1;
    if (count < 1 || ordered.every((offset) => offset.offset === 0n)) return undefined;
    const column = (): Float64Array => new Float64Array(count);
    const [begins, ends, offsets, slopes] = [column(), column(), column(), column()];
    for (let i = 0; i < count; i++) {
      const [from, to] = [elementAt(ordered, i), elementAt(ordered, i + 1)];
      begins[i] = Number(from.time - globalOffset);
      ends[i] = Number(to.time - globalOffset);
      offsets[i] = Number(from.offset);
      slopes[i] = Number(to.offset - from.offset) / Number(to.time - from.time);
    }
    return new ClockCorrection(begins, ends, offsets, slopes);
  }

  /** Global time of a local time, both in ticks since the trace's start. Fast when times mostly grow. */
  correct(ticks: number): number {
    let i = this.interval;
    while (i > 0 && ticks <= (this.ends[i - 1] ?? absent(i - 1))) i--;
    while (i < this.ends.length - 1 && ticks > (this.ends[i] ?? absent(i))) i++;
    this.interval = i;
    // Rounded to whole ticks, as libotf2 does.
    const [offset, slope, begin] = [this.offsets[i], this.slopes[i], this.begins[i]];
    if (offset === undefined || slope === undefined || begin === undefined) return absent(i);
    return ticks + offset + Math.round(slope * (ticks - begin));
  }
}
