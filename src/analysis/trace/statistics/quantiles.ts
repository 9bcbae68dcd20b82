/**
 * Quantiles of a sample, linearly interpolated between the two nearest values (Hyndman & Fan 1996, definition 7).
 * Reorders `values`.
 * @param shares what shares of the sample are below, from 0 to 1, ascending
 * @throws RangeError when the sample is empty
 */
export function quantiles(values: Float64Array, shares: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError('an empty sample has no quantiles');
  let sorted = 0;
  return shares.map((share) => {
    const position = share * (values.length - 1);
    const below = Math.floor(position);
    select(values, below, sorted);
    sorted = below;
    if (below === position) return values[below];
    let above = Number.POSITIVE_INFINITY;
    for (let i = below + 1; i < values.length; i++) above = Math.min(above, values[i]);
    return values[below] + (position - below) * (above - values[below]);
  });
}

/**
 * Puts the k-th smallest value at index k, smaller ones before and larger ones behind it (Hoare's quickselect).
 * @param from everything before this index is known to be at most as large as everything from it on
 */
function select(values: Float64Array, k: number, from: number): void {
  let low = from;
  let high = values.length - 1;
  while (low < high) {
    const pivot = medianOfThree(values[low], values[(low + high) >> 1], values[high]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return;
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
