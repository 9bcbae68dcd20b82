import type { Change } from './changes.js';
import { trendsOf, unionExcess, type Trend } from './trends.js';

/**
 * Returns falls to a level that was never reached before, so that the earlier iterations could have been as fast. They
 * are rises of the series read from its end. If the level was as low before, the fall only ends a rise.
 * @returns `before` is the higher level; `excess` is the amount above the later level, from the first iteration on
 */
export function improvementsOf(
  values: Float64Array,
  changes: readonly Change[],
  zone: number,
): { readonly improvements: readonly Trend[]; readonly excess: number } {
  const last = values.length - 1;
  const backwards = values.toReversed();
  const mirrored = changes.toReversed().map((change): Change => ({
    ...change,
    kind: change.kind === 'rise' ? 'fall' : 'rise',
    first: last - change.last,
    last: last - change.first,
    before: change.after,
    after: change.before,
  }));
  const found = trendsOf(backwards, mirrored, zone).filter(({ isRecovered }) => !isRecovered);
  const improvements = found.toReversed().map((trend) => ({
    ...trend,
    first: last - trend.last,
    last: last - trend.first,
    before: trend.after,
    after: trend.before,
    costsUntil: last - trend.first,
  }));
  return { improvements, excess: unionExcess(backwards, found) };
}
