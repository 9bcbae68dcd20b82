import type { Finding, FindingsReport, RootCause, SourcePlace } from '../../model/findings/findings.js';
import { duration, fileName, percent, plainLine } from '../../base/text.js';
import { concernedRanks, listRanks } from './ranks.js';

/** Maximum number of root causes shown. */
const MOST_LISTED = 3;

/**
 * Returns the root causes of a finding to show, worst first; none if they are unknown. Causes that differ only in their
 * callers are merged, with the call path of the worst: users see a region and its line.
 */
export function worstCauses({ rootCauses }: Finding): readonly RootCause[] {
  const told = new Map<string, RootCause>();
  for (const cause of rootCauses ?? []) {
    const key = JSON.stringify([cause.region, cause.place]);
    const known = told.get(key);
    told.set(key, known === undefined ? cause : joined(known, cause));
  }
  return [...told.values()].sort((a, b) => b.seconds - a.seconds).slice(0, MOST_LISTED);
}

function joined(worse: RootCause, other: RootCause): RootCause {
  const shares = new Map(worse.locations.map((share) => [share.location, share]));
  for (const share of other.locations) {
    const seconds = share.seconds + (shares.get(share.location)?.seconds ?? 0);
    shares.set(share.location, { ...share, seconds });
  }
  return {
    ...worse,
    seconds: worse.seconds + other.seconds,
    share: worse.share + other.share,
    ...(worse.longer === undefined && other.longer === undefined
      ? {}
      : { longer: (worse.longer ?? 0) + (other.longer ?? 0) }),
    locations: [...shares.values()].sort((a, b) => b.seconds - a.seconds),
  };
}

const textOf = ({ file, line }: SourcePlace): string => `${plainLine(fileName(file))}:${line}`;

/** `relax (heat2d.c:80) on rank 3, 85 % of this wait`: what made others wait, where, and how much of the waiting is due to it. */
export function causeText(cause: RootCause, report: Pick<FindingsReport, 'locations' | 'processes'>): string {
  const { region, place, share } = cause;
  const lines = place === undefined ? [] : [textOf(place)];
  if (cause.hottest !== undefined)
    lines.push(`hottest line ${cause.hottest.file === place?.file ? cause.hottest.line : textOf(cause.hottest)}`);
  const line = lines.length === 0 ? '' : ` (${lines.join(', ')})`;
  // Profiles have the call path but not the locations.
  const where = cause.locations.length === 0 ? '' : ` on ${listRanks(concernedRanks([cause], report))}`;
  const longer = cause.longer === undefined ? '' : `: ${duration(cause.longer)} longer than where it waits`;
  return `${plainLine(region)}${line}${where}, ${percent(share)} of this wait${longer}`;
}
