import { absent } from '../../../base/elements.js';
import { ascending } from '../../../base/countingSort.js';
import { type Memory, OWN_MEMORY } from './memory.js';
import { release } from './release.js';

/** Keys with the values they belong to. */
export interface Sequence {
  readonly keys: Float64Array;
  readonly values: Uint32Array;
}

/**
 * A key that lies no further behind its place than so is moved there: those that wait in one collective operation end
 * their waiting at nearly the same moments, and would be a million runs otherwise.
 */
const NEAR = 16;

/** The indices of `keys` by key, ascending; equal keys keep their order. NaN is not allowed. */
export function sortedByKey(keys: Float64Array): Uint32Array {
  return sortByKey({ keys: keys.slice(), values: ascending(keys.length) }, OWN_MEMORY).values;
}

/**
 * Sorts by key, ascending; equal keys keep their order. NaN is not allowed. Ascending runs are found and merged
 * pairwise (Knuth, The Art of Computer Programming 5.2.4, natural merge sort): records have few of them, such as one
 * for each location.
 * @param sequence is sorted in place, or its memory is released
 * @param memory for the same amount of additional memory, if there is more than one run
 */
export function sortByKey(sequence: Sequence, memory: Memory): Sequence {
  let bounds = runsOf(sequence);
  if (bounds.length <= 2) return sequence;
  const { length } = sequence.keys;
  let from = sequence;
  let to: Sequence = { keys: memory.float64(length), values: memory.uint32(length) };
  while (bounds.length > 2) {
    const next = [0];
    for (let run = 0; run + 1 < bounds.length; run += 2) {
      const begin = bounds[run] ?? absent(run);
      const middle = bounds[run + 1] ?? absent(run + 1);
      const end = bounds[run + 2] ?? middle;
      merge(from, to, begin, middle, end);
      next.push(end);
    }
    bounds = next;
    [from, to] = [to, from];
  }
  release(to.keys, to.values);
  return from;
}

/** Makes ascending runs, and returns where they begin, and the number of keys. */
function runsOf(sequence: Sequence): number[] {
  const { keys } = sequence;
  const bounds = [0];
  let begin = 0;
  for (let at = 1; at < keys.length; at++) {
    if ((keys[at] ?? absent(at)) >= (keys[at - 1] ?? absent(at - 1)) || insertNear(sequence, begin, at)) continue;
    bounds.push(at);
    begin = at;
  }
  if (keys.length > 0) bounds.push(keys.length);
  return bounds;
}

/** Moves an entry to its place in the run before it, which begins at `begin`. @returns whether it is near enough */
function insertNear({ keys, values }: Sequence, begin: number, entry: number): boolean {
  const key = keys[entry] ?? absent(entry);
  const lowest = Math.max(begin, entry - NEAR);
  if (lowest > begin && (keys[lowest - 1] ?? absent(lowest)) > key) return false;
  const value = values[entry] ?? absent(entry);
  let at = entry;
  for (; at > lowest && (keys[at - 1] ?? absent(at)) > key; at--) {
    keys[at] = keys[at - 1] ?? absent(at);
    values[at] = values[at - 1] ?? absent(at);
  }
  keys[at] = key;
  values[at] = value;
  return true;
}

/** Merges two runs that follow each other, the second from `middle` on. */
function merge({ keys, values }: Sequence, to: Sequence, begin: number, middle: number, end: number): void {
  let left = begin;
  let right = middle;
  for (let at = begin; at < end; at++) {
    const isLeft = right === end || (left < middle && (keys[left] ?? absent(left)) <= (keys[right] ?? absent(right)));
    const next = isLeft ? left++ : right++;
    to.keys[at] = keys[next] ?? absent(next);
    to.values[at] = values[next] ?? absent(next);
  }
}
