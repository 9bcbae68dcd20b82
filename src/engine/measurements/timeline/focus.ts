/** Time in functions and call paths that are shown separately: the events of a location are read once. */
import { absent, addAt } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { Focused } from '../../../protocol/queries/tiles.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { OpenRegion } from '../openRegions.js';
import { callNodesOf } from './callNodes.js';

/** Those asked about last are kept, as long as the timeline is open. */
const MOST_KEPT = 2;
const known = new WeakMap<TimelineFile, Map<string, Focus>>();

/** Returns the code shown separately, with its known data. */
export function focusOn(measurement: OpenMeasurement, file: TimelineFile, focused: readonly Focused[]): Focus {
  const kept = known.get(file) ?? new Map<string, Focus>();
  known.set(file, kept);
  const key = JSON.stringify(focused);
  const focus = kept.get(key) ?? new Focus(measurement, file, focused);
  kept.delete(key);
  kept.set(key, focus);
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
  return focus;
}

export class Focus {
  /** How many are looked at; what is left over has this number. */
  readonly count: number;
  private readonly numberOfNode: Uint8Array;
  private readonly columns = new Map<number, Float64Array>();

  constructor(
    private readonly measurement: OpenMeasurement,
    private readonly file: TimelineFile,
    private readonly focused: readonly Focused[],
  ) {
    this.count = focused.length;
    this.numberOfNode = numbersOfNodes(measurement, focused);
  }

  /** Which of those that are looked at the time of a call of a location belongs to. */
  numbersIn(location: number, checkCancelled: CheckCancelled): (call: OpenRegion) => number {
    const { measurement, file, numberOfNode, focused, count } = this;
    const nodeOf = callNodesOf(measurement, file, location, checkCancelled);
    return (call) => {
      const number = numberOfNode[nodeOf(call)];
      if (number !== undefined) return number;
      // A call that the call tree does not have is known by its function.
      const own = focused.findIndex(({ region, own: isOwn }) => isOwn && region === call.region);
      return own < 0 ? count : own;
    };
  }

  /**
   * Seconds that a location has spent in each of those that are looked at until its blocks begin, one row of numbers a block.
   * @throws MemoryError, CancelledError
   */
  until(location: number, checkCancelled: CheckCancelled): Float64Array {
    const column = this.columns.get(location) ?? this.read(location, checkCancelled);
    this.columns.set(location, column);
    return column;
  }

  private read(location: number, checkCancelled: CheckCancelled): Float64Array {
    const { measurement, file, count } = this;
    const { first: firsts, start } = file.blocks;
    const [first, end] = [firsts[location] ?? absent(location), firsts[location + 1] ?? absent(location)];
    const until = measurement.room.float64((end - first) * count);
    const sums = new Float64Array(count + 1);
    let [row, at, number] = [first, 0, count];
    const goOn = (time: number): void => {
      for (; row < end && (start[row] ?? absent(row)) <= time; row++) {
        const begin = start[row] ?? absent(row);
        addAt(sums, number, Math.max(0, begin - at));
        at = Math.max(at, begin);
        until.set(sums.subarray(0, count), (row - first) * count);
      }
      addAt(sums, number, Math.max(0, time - at));
      at = Math.max(at, time);
    };
    const numberOf = this.numbersIn(location, checkCancelled);
    measurement.events(checkCancelled).walk(location, checkCancelled, (_, top, time) => {
      goOn(time);
      number = top === undefined ? count : numberOf(top);
    });
    goOn(Number.MAX_VALUE);
    return until;
  }
}

/** By call path, which of those that are looked at its time belongs to. */
function numbersOfNodes({ space }: OpenMeasurement, focused: readonly Focused[]): Uint8Array {
  const { size, parent, region } = space.callTree;
  const numbers = new Uint8Array(size).fill(focused.length);
  const isMeant = focused.map(({ region: wanted, nodes }) => {
    const inside = new Set(nodes);
    return (node: number): boolean => region[node] === wanted || inside.has(node);
  });
  for (let node = 0; node < size; node++) {
    const own = isMeant.findIndex((is) => is(node));
    const above = parent[node] ?? absent(node);
    const inherited = above < 0 ? focused.length : (numbers[above] ?? absent(above));
    if (own >= 0) numbers[node] = own;
    else if (focused[inherited]?.own === false) numbers[node] = inherited;
  }
  return numbers;
}
