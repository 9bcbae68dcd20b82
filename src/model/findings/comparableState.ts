/**
 * Why an experiment has nothing to compare, as the end of a sentence about it; undefined when it can be compared.
 * @param totalTime left out where there are no results
 */
export function whyNotComparable({
  state,
  totalTime,
}: {
  readonly state: string;
  readonly totalTime?: number | undefined;
}): string | undefined {
  // What a running experiment already has is of an earlier try and about to be replaced.
  if (state === 'running') return 'is still running';
  return totalTime === undefined ? 'has no results' : undefined;
}
