import { absent } from '../../../base/elements.js';

/** The iteration in which a location is, as its events come in order of time. */
export class IterationClock {
  /** Number of the present iteration; their count where there is none. */
  slot: number;
  /** The iteration that begins next. */
  private next = 0;

  /** @param starts when iterations begin, and when the last one ends */
  constructor(private readonly starts: Float64Array) {
    this.slot = starts.length - 1;
  }

  /** An event comes. @param time seconds since the start of the trace */
  event(time: number): void {
    const { starts } = this;
    const { length } = starts;
    if (this.next >= length || time < (starts[this.next] ?? absent(this.next))) return;
    while (this.next < length && (starts[this.next] ?? absent(this.next)) <= time) this.next++;
    // Behind the last moment nothing belongs to an iteration any more.
    this.slot = this.next === length ? length - 1 : this.next - 1;
  }
}
