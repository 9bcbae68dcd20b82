/** Elements that code knows to be there: that one is missing is a defect of Trimtab, hence no TrimtabError. */

/**
 * Throws; used after `??` in loops over events: `times[row] ?? absent(row)`. Optimized code has no cost for it, since a
 * list of numbers has no holes. `elementAt`, which reads lists of all kinds, would be seven times as slow as such a
 * loop.
 * @param what index or name of the element
 * @throws RangeError always
 */
export function absent(what: number | string): never {
  throw new RangeError(`There is no element ${what}.`);
}

type Present = number | bigint | string | boolean | symbol | object | null;

/** The element at an index. @throws RangeError where there is none */
export function elementAt<Element extends Present>(list: ArrayLike<Element>, index: number): Element {
  const element = list[index];
  if (element === undefined) absent(index);
  return element;
}

/** The index of the last of ascending numbers that is not more than `value`; -1 where there is none. */
export function lastUpTo(ascending: ArrayLike<number>, value: number): number {
  let [low, high] = [-1, ascending.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (elementAt(ascending, middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Adds to the element at an index. @throws RangeError where there is none */
export function addAt(sums: Float64Array | Uint32Array | number[], index: number, amount: number): void {
  sums[index] = elementAt(sums, index) + amount;
}
