import { absent } from './elements.js';

/**
 * Sorts entries by key, ascending; those with equal keys keep their order.
 * @param keys by entry, each less than `keyCount`
 */
export function countingSort(entries: Uint32Array, keys: Uint32Array | Int32Array, keyCount: number): Uint32Array {
  const starts = new Uint32Array(keyCount + 1);
  const keyOf = (entry: number): number => keys[entry] ?? absent(entry);
  const startOf = (key: number): number => starts[key] ?? absent(key);
  for (const entry of entries) starts[keyOf(entry) + 1] = startOf(keyOf(entry) + 1) + 1;
  for (let key = 0; key < keyCount; key++) starts[key + 1] = startOf(key + 1) + startOf(key);
  const sorted = new Uint32Array(entries.length);
  for (const entry of entries) {
    const key = keyOf(entry);
    const start = startOf(key);
    sorted[start] = entry;
    starts[key] = start + 1;
  }
  return sorted;
}

/** The numbers from 0 on, one for each key, sorted by key; those with equal keys are ascending. */
export function placesByKey(keys: Uint32Array | Int32Array, keyCount: number): Uint32Array {
  return countingSort(ascending(keys.length), keys, keyCount);
}

/** So many numbers from 0 on. */
export function ascending(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}
