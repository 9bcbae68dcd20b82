import type { Finding, FindingsReport, RootCause } from '../../model/findings.js';
import { fileName, percent, plainLine } from '../../model/text.js';
import { concernedRanks, listRanks } from './ranks.js';

/** So many root causes are told. */
const MOST_TOLD = 3;

/** The root causes of a finding that are told, worst first; none where they are not known. */
export function worstCauses({ rootCauses }: Finding): readonly RootCause[] {
  return (rootCauses ?? []).slice(0, MOST_TOLD);
}

/** `relax (heat2d.c:80) on rank 3, 85 %`: what made others wait, where, and how much of the waiting is due to it. */
export function causeText(cause: RootCause, report: Pick<FindingsReport, 'locations' | 'processes'>): string {
  const { region, place, share } = cause;
  const line = place === undefined ? '' : ` (${plainLine(fileName(place.file))}:${place.line})`;
  return `${plainLine(region)}${line} on ${listRanks(concernedRanks([cause], report))}, ${percent(share)}`;
}
