const DIGIT = 16;
const BUCKETS = 1 << DIGIT;
const SIGN = 0x8000_0000;

/** Sorts the indices of `keys` by key, ascending, in linear time; equal keys keep their order. NaN is not allowed. */
export function sortedByKey(keys: Float64Array): Uint32Array {
  const words = orderedBits(keys);
  let order = new Uint32Array(keys.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  let sorted = new Uint32Array(keys.length);
  const starts = new Uint32Array(BUCKETS + 1);
  for (let digit = 0; digit < 4; digit++) {
    const word = digit >> 1;
    const shift = (digit & 1) * DIGIT;
    starts.fill(0);
    for (let i = 0; i < keys.length; i++) starts[((words[2 * i + word] >>> shift) & (BUCKETS - 1)) + 1]++;
    for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1] += starts[bucket];
    for (let at = 0; at < keys.length; at++) {
      const i = order[at];
      sorted[starts[(words[2 * i + word] >>> shift) & (BUCKETS - 1)]++] = i;
    }
    [order, sorted] = [sorted, order];
  }
  return order;
}

/** The lower and upper words of the numbers, changed so that as unsigned integers they are ordered as the numbers. */
function orderedBits(keys: Float64Array): Uint32Array {
  // Adding 0 turns -0 into 0, which is equal to it.
  const words = new Uint32Array(keys.map((key) => key + 0).buffer);
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i + LOW];
    const high = words[i + 1 - LOW];
    const negative = (high & SIGN) !== 0;
    words[i] = negative ? ~low : low;
    words[i + 1] = negative ? ~high : high ^ SIGN;
  }
  return words;
}

/** Where the lower word of a number stands in memory. */
const LOW = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 1;
