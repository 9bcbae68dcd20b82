/**
 * Stretches of time as numbers in pairs, begin and end, in seconds: sorted, and apart from each other.
 */
export type Spans = readonly number[];

/**
 * Returns the union of the pairs, which may overlap and be in any order.
 * @param gap intervals that are at most this far apart are merged
 */
export function union(pairs: readonly number[], gap = 0): Spans {
  const order = Array.from({ length: pairs.length / 2 }, (_, i) => 2 * i);
  order.sort((one, other) => (pairs[one] ?? 0) - (pairs[other] ?? 0));
  const spans: number[] = [];
  for (const at of order) {
    const [begin = 0, end = 0] = [pairs[at], pairs[at + 1]];
    const last = spans.at(-1);
    if (last === undefined || begin > last + gap) spans.push(begin, end);
    else spans[spans.length - 1] = Math.max(last, end);
  }
  return spans;
}

/** The time that lies in both. */
export function intersection(one: Spans, other: Spans): Spans {
  const spans: number[] = [];
  let at = 0;
  for (let i = 0; i < one.length; i += 2) {
    const [begin = 0, end = 0] = [one[i], one[i + 1]];
    while (at < other.length && (other[at + 1] ?? 0) <= begin) at += 2;
    for (let j = at; j < other.length && (other[j] ?? 0) < end; j += 2)
      spans.push(Math.max(begin, other[j] ?? 0), Math.min(end, other[j + 1] ?? 0));
  }
  return spans;
}

/** How much of a stretch of time lies in spans. */
export function within(begin: number, end: number, spans: Spans): number {
  let seconds = 0;
  for (let i = 2 * firstAfter(begin, spans); i < spans.length && (spans[i] ?? 0) < end; i += 2)
    seconds += Math.max(0, Math.min(end, spans[i + 1] ?? 0) - Math.max(begin, spans[i] ?? 0));
  return seconds;
}

/** The number of the first span that ends behind a time. */
function firstAfter(time: number, spans: Spans): number {
  let [low, high] = [0, spans.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[2 * middle + 1] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
