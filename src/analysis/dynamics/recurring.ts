import { absent, elementAt } from '../../base/elements.js';
import { quantiles } from '../../base/quantiles.js';
import type { SeriesVerdict } from './judge.js';
import type { Trend } from './trends.js';

/** Of a period: how far from where it is expected a peak may be. */
const JITTER = 1 / 8;
/** Of a rise: what may be left of it one period after. */
const LEFT = 0.25;

/**
 * Returns rises that are more than flanks of recurring peaks, which are reported as peaks. Such flanks are those of a
 * detected peak, or of one at its expected position after which the level is as before. A level that stays is a rise,
 * also if it begins with such a peak. Without recurring peaks, returns all rises.
 */
export function risesInAdditionToRecurring(
  rises: readonly Trend[],
  { peaks, recursEvery, zone }: Pick<SeriesVerdict, 'peaks' | 'recursEvery' | 'zone'>,
  values: Float64Array,
): Trend[] {
  if (recursEvery === undefined) return [...rises];
  const width = peaks.reduce((most, { first, last }) => Math.max(most, last - first), 0);
  return rises.filter((rise) => {
    const { first, last, before, after } = rise;
    const isFlank = peaks.some((peak) => peak.first <= last && first <= peak.top);
    if (!isFlank && !isExpected(topOf(values, first, last + width), peaks, recursEvery, width / 2)) return true;
    // Over a period behind the peak; a peak, the next one too, takes less than most of it.
    const rest = values.slice(last + width, last + width + Math.ceil(recursEvery));
    if (rest.length === 0) return false;
    const [level = before] = quantiles(rest, [0.25]);
    return level - before > Math.max(zone, LEFT * (after - before));
  });
}

/** The same of falls, which are rises when read from the end. */
export function fallsInAdditionToRecurring(
  falls: readonly Trend[],
  verdict: Pick<SeriesVerdict, 'peaks' | 'recursEvery' | 'zone'>,
  values: Float64Array,
): Trend[] {
  const end = values.length - 1;
  const mirrored = <T extends { readonly first: number; readonly last: number }>(one: T): T => ({
    ...{ ...one, first: end - one.last, last: end - one.first },
  });
  const peaks = verdict.peaks.map((peak) => ({ ...mirrored(peak), top: end - peak.top }));
  return falls.filter((fall) => {
    const rise = { ...mirrored(fall), before: fall.after, after: fall.before };
    return risesInAdditionToRecurring([rise], { ...verdict, peaks }, values.toReversed()).length > 0;
  });
}

function topOf(values: Float64Array, first: number, last: number): number {
  let top = first;
  for (let i = first; i <= Math.min(last, values.length - 1); i++)
    if ((values[i] ?? absent(i)) > elementAt(values, top)) top = i;
  return top;
}

/** Whether a place is whole periods away from the nearest peak; of wide ones, any sample may be the largest. */
function isExpected(place: number, peaks: SeriesVerdict['peaks'], period: number, reach: number): boolean {
  const away = peaks.reduce((least, { top }) => Math.min(least, Math.abs(place - top)), Infinity);
  const beside = away % period;
  return Math.min(beside, period - beside) <= Math.max(2, JITTER * period, reach);
}
