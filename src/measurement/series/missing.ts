/** Fill values for iterations in which a path was not visited. */
import { elementAt } from '../../base/elements.js';

/** Nothing; the value before; what lies on the line between the values before and behind. */
export const MISSING = ['zero', 'hold', 'linear'] as const;
export type Missing = (typeof MISSING)[number];

/**
 * Values without gaps. `hold` and `linear` have the first value before it, and the last one behind it; where there is none
 * at all, all are 0.
 * @param known 1 where there is a value
 */
export function filled(values: Float64Array, known: Uint8Array, missing: Missing): Float64Array {
  const result = Float64Array.from(values, (value, index) => (known[index] === 1 ? value : 0));
  const first = known.indexOf(1);
  if (missing === 'zero' || first < 0) return result;
  result.fill(elementAt(result, first), 0, first);
  for (let before = first; before < result.length;) {
    const next = known.indexOf(1, before + 1);
    const behind = next < 0 ? result.length : next;
    const from = elementAt(result, before);
    const slope = missing === 'linear' && next >= 0 ? (elementAt(result, next) - from) / (next - before) : 0;
    for (let at = before + 1; at < behind; at++) result[at] = from + slope * (at - before);
    before = behind;
  }
  return result;
}
