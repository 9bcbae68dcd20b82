import { absent, addAt } from '../../../base/elements.js';
import { addTo } from '../intervals/nodeTimes.js';
import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import { barrierOf } from '../intervals/marks.js';
import { sortByKey } from '../tables/sortedByKey.js';
import type { Timelines } from './timelines.js';
import { statesWithCosts, type WaitStateRows } from '../waits/waitStates.js';

/** Means "does not wait". */
export const NO_STATE = -1;

/** Up to so many are sorted by insertion. */
const FEW = 16;

/** Takes waiting out of the timelines. */
export function removeWaiting({ table }: WaitStateRows, timelines: Timelines): void {
  const { waiter, seconds } = table.columns;
  for (let state = 0; state < table.length; state++) {
    const mark = waiter[state] ?? absent(state);
    const barrier = barrierOf(mark);
    const waited = seconds[state] ?? absent(state);
    if (barrier !== undefined) addAt(timelines.barrierWaits, barrier, waited);
    const timeline = timelines.of(timelines.locationOf(mark));
    timeline?.remove(timelines.indexOf(mark), timelines.nodeOf(mark), waited);
  }
}

/**
 * The wait state of each operation, of which it has one at most, or NO_STATE.
 * @param operations how many there are
 * @param memory where
 */
export function statesOfOperations({ table }: WaitStateRows, operations: number, memory: Memory): Int32Array {
  const { waiter } = table.columns;
  const states = memory.int32(operations).fill(NO_STATE);
  for (let state = 0; state < table.length; state++) {
    const mark = waiter[state] ?? absent(state);
    if (mark >= 0) states[mark] = state;
  }
  return states;
}

/**
 * The wait states that have costs, in order of the moment at which their waiting ends; those that end at the same
 * moment in order of the ends of their calls, since one may be what made another one's partner late.
 * @param memory where
 */
export function inOrderOfTime({ table }: WaitStateRows, timelines: Timelines, memory: Memory): Uint32Array {
  const { seconds, waiter, kind } = table.columns;
  const chosen = statesWithCosts(kind, table.length, memory);
  const ends = memory.float64(chosen.length);
  for (let i = 0; i < chosen.length; i++) {
    const state = chosen[i] ?? absent(i);
    const mark = waiter[state] ?? absent(state);
    ends[i] = timelines.waitsFrom(mark) + (seconds[state] ?? absent(state));
  }
  const { keys, values: order } = sortByKey({ keys: ends, values: chosen }, memory);
  const leaveOf = (state: number): number => timelines.leaveOf(waiter[state] ?? absent(state));
  const compare = (a: number, b: number): number => leaveOf(a) - leaveOf(b) || a - b;
  let from = 0;
  while (from < order.length) {
    let to = from + 1;
    while (to < order.length && keys[to] === keys[from]) to++;
    if (to - from > FEW) order.subarray(from, to).sort(compare);
    else insertInOrder(order, from, to, compare);
    from = to;
  }
  release(keys);
  return order;
}

/**
 * Sorts the entries `from` up to `to`, which is not contained: few of them, as all that wait in one collective operation
 * of few processes end at one moment. To sort so few with what typed arrays have takes several times as long.
 */
function insertInOrder(order: Uint32Array, from: number, to: number, compare: (a: number, b: number) => number): void {
  for (let next = from + 1; next < to; next++) {
    const inserted = order[next] ?? absent(next);
    let at = next;
    while (at > from && compare(order[at - 1] ?? absent(at - 1), inserted) > 0) {
      order[at] = order[at - 1] ?? absent(at - 1);
      at--;
    }
    order[at] = inserted;
  }
}

/** Seconds of waiting by location and node. */
export function waitingByNode(
  { table }: WaitStateRows,
  timelines: Timelines,
): (location: number, node: number) => number {
  const { waiter, seconds } = table.columns;
  const sums = new Map<number, Map<number, number>>();
  for (let state = 0; state < table.length; state++) {
    const mark = waiter[state] ?? absent(state);
    const location = timelines.locationOf(mark);
    let ofLocation = sums.get(location);
    if (ofLocation === undefined) sums.set(location, (ofLocation = new Map<number, number>()));
    addTo(ofLocation, timelines.nodeOf(mark), seconds[state] ?? absent(state));
  }
  return (location, node) => sums.get(location)?.get(node) ?? 0;
}
