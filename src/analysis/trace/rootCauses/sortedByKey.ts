import { type Memory, OWN_MEMORY } from '../tables/memory.js';
import { release } from '../tables/release.js';

/** Keys with the indices they belong to. */
interface Sequence {
  readonly keys: Float64Array;
  readonly order: Uint32Array;
}

/**
 * Sorts the indices of `keys` by key, ascending; equal keys keep their order. NaN is not allowed. Ascending runs are
 * found and merged two by two (Knuth, The Art of Computer Programming 5.2.4, natural merge sort): records come in few of
 * them, such as one for each location.
 * @param memory where they are put, and what sorting takes meanwhile
 */
export function sortedByKey(keys: Float64Array, memory: Memory = OWN_MEMORY): Uint32Array {
  const order = memory.uint32(keys.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  let bounds = runsOf(keys);
  if (bounds.length <= 2) return order;
  let from: Sequence = { keys: memory.float64(keys.length), order };
  from.keys.set(keys);
  let to: Sequence = { keys: memory.float64(keys.length), order: memory.uint32(keys.length) };
  while (bounds.length > 2) {
    const next = [0];
    for (let run = 0; run + 1 < bounds.length; run += 2) {
      const end = bounds[Math.min(run + 2, bounds.length - 1)];
      merge(from, to, bounds[run], bounds[run + 1], end);
      next.push(end);
    }
    bounds = next;
    [from, to] = [to, from];
  }
  release(from.keys, to.keys, to.order);
  return from.order;
}

/** Where ascending runs begin, and the number of keys. */
function runsOf(keys: Float64Array): number[] {
  const bounds = [0];
  for (let i = 1; i < keys.length; i++) if (keys[i] < keys[i - 1]) bounds.push(i);
  if (keys.length > 0) bounds.push(keys.length);
  return bounds;
}

/** Merges two runs that follow each other, the second from `middle` on. */
function merge(from: Sequence, to: Sequence, begin: number, middle: number, end: number): void {
  const { keys, order } = from;
  let left = begin;
  let right = middle;
  for (let at = begin; at < end; at++) {
    const next = right === end || (left < middle && keys[left] <= keys[right]) ? left++ : right++;
    to.keys[at] = keys[next];
    to.order[at] = order[next];
  }
}
