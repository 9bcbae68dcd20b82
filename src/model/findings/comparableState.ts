/**
 * Returns why an experiment has nothing to compare, as the end of a sentence about it; undefined if it is comparable.
 * @param totalTime omitted if there are no results
 */
export function whyNotComparable({
  state,
  totalTime,
}: {
  readonly state: string;
  readonly totalTime?: number | undefined;
}): string | undefined {
  // Existing results of a running experiment are from an earlier attempt and about to be replaced.
  if (state === 'running') return 'is still running';
  return totalTime === undefined ? 'has no results' : undefined;
}
