import { absent } from '../../../base/elements.js';
import type { SeverityColumn } from '../../../model/performanceSpace.js';
import { ascending, countingSort, placesByKey } from '../../../base/countingSort.js';
import { enlargeFloat64, enlargeInt32 } from '../tables/enlarge.js';
import { PairSums } from '../tables/pairSums.js';

/** Initial capacity in sums. */
const SMALLEST = 16;

/**
 * Sums by call path and location, several lists of them, of amounts that come location after location. Only the sums of
 * one location are looked up at a time, so that they stay in the processor's cache; one table of all thousands would not.
 */
export class LocationSums {
  /** Those of the present location, by call path and list. */
  private readonly present = new PairSums();
  /** By sum of the present location and then of all: the step it came with. */
  private step: Int32Array = new Int32Array(SMALLEST);
  private list: Int32Array = new Int32Array(SMALLEST);
  private callPath: Int32Array = new Int32Array(SMALLEST);
  private location: Int32Array = new Int32Array(SMALLEST);
  private value: Float64Array = new Float64Array(SMALLEST);
  private count = 0;

  /**
   * Adds an amount at the present location.
   * @param step it belongs to, such as a wait state
   */
  add(list: number, callPath: number, amount: number, step: number): void {
    const { present } = this;
    const { size } = present;
    present.add(callPath, list, amount);
    if (present.size === size) return;
    const at = this.count + size;
    if (at === this.step.length) this.grow();
    this.step[at] = step;
  }

  /** Everything was added that belongs to a location, which is not begun again. */
  close(location: number): void {
    const { present, count } = this;
    for (let i = 0; i < present.size; i++) {
      this.list[count + i] = present.location[i] ?? absent(i);
      this.callPath[count + i] = present.callPath[i] ?? absent(i);
      this.value[count + i] = present.value[i] ?? absent(i);
    }
    this.location.fill(location, count, count + present.size);
    this.count += present.size;
    present.clear();
  }

  /**
   * Ends the collection and prepares for another one.
   * @param lists number of lists
   * @param steps number of steps: sums in a list are ordered by their first step; if omitted, by the first occurrence
   * of their location
   */
  take(lists: number, steps?: number): SeverityColumn[] {
    const { count } = this;
    const entries = steps === undefined ? ascending(count) : placesByKey(this.step.subarray(0, count), steps);
    const order = countingSort(entries, this.list, lists);
    const columns: SeverityColumn[] = [];
    for (let list = 0, from = 0; list < lists; list++) {
      let to = from;
      while (to < count && this.list[order[to] ?? absent(to)] === list) to++;
      columns.push(this.column(order.subarray(from, to)));
      from = to;
    }
    this.count = 0;
    return columns;
  }

  private column(order: Uint32Array): SeverityColumn {
    const callPath = new Uint32Array(order.length);
    const location = new Uint32Array(order.length);
    const value = new Float64Array(order.length);
    for (let i = 0; i < order.length; i++) {
      const at = order[i] ?? absent(i);
      callPath[i] = this.callPath[at] ?? absent(at);
      location[i] = this.location[at] ?? absent(at);
      value[i] = this.value[at] ?? absent(at);
    }
    return { callPath, location, value };
  }

  private grow(): void {
    const capacity = 2 * this.step.length;
    this.step = enlargeInt32(this.step, capacity);
    this.list = enlargeInt32(this.list, capacity);
    this.callPath = enlargeInt32(this.callPath, capacity);
    this.location = enlargeInt32(this.location, capacity);
    this.value = enlargeFloat64(this.value, capacity);
  }
}
