export { listRanks } from '../../model/findings/concerned.js';
import { concernedPlaces, type Concerned } from '../../model/findings/concerned.js';
import type { Finding, FindingsReport } from '../../model/findings/findings.js';

/** A location counts as concerned from this share of what the worst one loses: a rank that waits next to nothing is not. */
const LEAST_SHARE_OF_WORST = 0.05;

/**
 * Returns the ranks that lose time in these findings, or the threads of the only process; locations if the trace's
 * names identify neither.
 */
export function concernedRanks(
  findings: readonly Pick<Finding, 'locations'>[],
  run: Pick<FindingsReport, 'locations' | 'processes'>,
): Concerned {
  return concernedPlaces(losing(findings), run);
}

function losing(findings: readonly Pick<Finding, 'locations'>[]): number[] {
  const lost = new Map<number, number>();
  for (const { locations } of findings) {
    for (const { location, seconds } of locations) lost.set(location, (lost.get(location) ?? 0) + seconds);
  }
  const least = LEAST_SHARE_OF_WORST * [...lost.values()].reduce((worst, seconds) => Math.max(worst, seconds), 0);
  return [...lost].filter(([, seconds]) => seconds >= least).map(([location]) => location);
}

/** `3 of 4 ranks`. */
export function countRanks({ unit, numbers, total, together }: Concerned): string {
  if (together === true) return `all ${total} ${unit}s`;
  return `${numbers.length} of ${total} ${unit}${total === 1 ? '' : 's'}`;
}
