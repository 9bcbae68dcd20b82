import { absent, elementAt } from './elements.js';
/**
 * Quantiles of a sample, linearly interpolated between the two nearest values (Hyndman & Fan 1996, definition 7).
 * Reorders `values`.
 * @param shares what shares of the sample are below, from 0 to 1, ascending
 * @throws RangeError when the sample is empty
 */
export function quantiles(values: Float64Array, shares: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError('an empty sample has no quantiles');
  const last = values.length - 1;
  const positions = shares.map((share) => share * last);
  const ranks = positions.flatMap((position) => [Math.floor(position), Math.ceil(position)]);
  putExtremesInPlace(values);
  selectAll(values, { low: 1, high: last - 1 }, ranks);
  return positions.map((position) => {
    const below = Math.floor(position);
    const value = elementAt(values, below);
    return below === position ? value : value + (position - below) * (elementAt(values, below + 1) - value);
  });
}

/** Puts the smallest value first and the largest one last. */
function putExtremesInPlace(values: Float64Array): void {
  const last = values.length - 1;
  let smallest = 0;
  let least = values[0] ?? absent(0);
  for (let i = 1; i <= last; i++) {
    const value = values[i] ?? absent(i);
    if (value < least) [smallest, least] = [i, value];
  }
  swap(values, 0, smallest);
  if (last === 0) return;
  let largest = last;
  let most = values[last] ?? absent(last);
  for (let i = last - 1; i > 0; i--) {
    const value = values[i] ?? absent(i);
    if (value > most) [largest, most] = [i, value];
  }
  swap(values, last, largest);
}

/** Indices of values: from `low` up to and with `high`. */
interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * Puts the k-th smallest value at index k for all ranks k in a range, smaller ones before and larger ones behind it (Hoare's
 * quickselect): values are divided once for all ranks, and again where there are ranks on both sides.
 * @param ranks ascending
 */
function selectAll(values: Float64Array, range: Range, ranks: readonly number[]): void {
  const pending: Range[] = [range];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { low, high } = next;
    if (low >= high || !ranks.some((rank) => rank >= low && rank <= high)) continue;
    const border = divide(values, low, high);
    pending.push({ low, high: border.high }, { low: border.low, high });
  }
}

/**
 * Divides values by one of them.
 * @returns where the smaller ones end, and where the larger ones begin; those between are equal
 */
function divide(values: Float64Array, low: number, high: number): Range {
  const middle = (low + high) >> 1;
  const pivot = medianOfThree(
    values[low] ?? absent(low),
    values[middle] ?? absent(middle),
    values[high] ?? absent(high),
  );
  let i = low;
  let j = high;
  while (i <= j) {
    while ((values[i] ?? absent(i)) < pivot) i++;
    while ((values[j] ?? absent(j)) > pivot) j--;
    if (i > j) break;
    swap(values, i++, j--);
  }
  return { low: i, high: j };
}

function swap(values: Float64Array, i: number, j: number): void {
  const value = values[i] ?? absent(i);
  values[i] = values[j] ?? absent(j);
  values[j] = value;
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
