/**
 * Times at which one location wrote its event buffer. The event that found the buffer full has an earlier time than the
 * flush record, but follows it: a flush begins after all events that are not later than it.
 */
export class BufferFlushes {
  /** Begin of the flush that is noted, in seconds; Infinity when there is none. An event later than this ends it. */
  begin = Number.POSITIVE_INFINITY;
  /** How many there were. */
  count = 0;
  /** Its end as recorded. */
  stop = 0;
  /** Begin of the latest flush, ENTER of the region it was in, and the seconds of all flushes since that. */
  private latest = Number.NEGATIVE_INFINITY;
  private frame = Number.NaN;
  private inFrame = 0;

  note(begin: number, stop: number): void {
    this.begin = begin;
    this.stop = stop;
    this.count++;
  }

  /**
   * The next event, or the end of the location, has come.
   * @param frame ENTER of the region the flush was in
   * @returns seconds the flush took, at the most until `next`
   */
  end(next: number, frame: number): number {
    const seconds = Math.max(0, Math.min(this.stop, next) - this.begin);
    this.inFrame = frame === this.frame ? this.inFrame + seconds : seconds;
    this.frame = frame;
    this.latest = this.begin;
    this.begin = Number.POSITIVE_INFINITY;
    return seconds;
  }

  /** Seconds of flushes in the region that is open since `enter`. */
  since(enter: number): number {
    return this.latest >= enter && this.frame >= enter ? this.inFrame : 0;
  }
}
