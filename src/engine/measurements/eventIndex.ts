/** Finding the events of a window of time without reading all of a location. */
import { absent } from '../../base/elements.js';
import type { EventPlace, SharedTrace } from '../../model/trace.js';
import type { Room } from './room.js';

/** Throws CancelledError when nobody waits for the answer any more. */
export type CheckCancelled = () => void;

/** Bytes that one place takes, generously. */
const BYTES_A_PLACE = 256;

type Seekable = SharedTrace & Required<Pick<SharedTrace, 'batchesFrom'>>;

export function isSeekable(trace: SharedTrace): trace is Seekable {
  return trace.batchesFrom !== undefined;
}

/** Places at which reading a location can go on; found by reading it once, when it is first asked about. */
export class EventIndex {
  private readonly places = new Map<number, readonly EventPlace[]>();

  constructor(
    private readonly trace: Seekable,
    private readonly room: Room,
  ) {}

  /**
   * How many events a location has before each of these moments.
   * @param moments seconds since the start of the trace, ascending
   */
  countsBefore(location: number, moments: Float64Array, checkCancelled: CheckCancelled): Float64Array {
    const places = this.placesOf(location, checkCancelled);
    const counts = new Float64Array(moments.length);
    for (let done = 0; done < moments.length;) {
      const at = lastBefore(places, moments[done] ?? absent(done));
      const next = places[at + 1]?.time ?? Infinity;
      // All moments between two places are found in one reading.
      let end = done + 1;
      while (end < moments.length && (moments[end] ?? absent(end)) <= next) end++;
      checkCancelled();
      this.countFrom(location, places[at], moments.subarray(done, end), counts.subarray(done, end));
      done = end;
    }
    return counts;
  }

  private countFrom(
    location: number,
    place: EventPlace | undefined,
    moments: Float64Array,
    counts: Float64Array,
  ): void {
    let before = place?.events ?? 0;
    let at = 0;
    for (const { batch } of this.trace.batchesFrom(location, place)) {
      for (let i = 0; i < batch.count; i++, before++) {
        const time = batch.time[i] ?? absent(i);
        while (at < moments.length && time >= (moments[at] ?? absent(at))) counts[at++] = before;
        if (at === moments.length) return;
      }
    }
    counts.fill(before, at);
  }

  private placesOf(location: number, checkCancelled: CheckCancelled): readonly EventPlace[] {
    const known = this.places.get(location);
    if (known !== undefined) return known;
    const found: EventPlace[] = [];
    for (const { next } of this.trace.batchesFrom(location)) {
      checkCancelled();
      this.room.hold(BYTES_A_PLACE);
      found.push(next);
    }
    this.places.set(location, found);
    return found;
  }
}

/** The last place all events in front of which are before a moment; -1 where that is the start. */
function lastBefore(places: readonly EventPlace[], moment: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? absent(middle)).time < moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
