/** Findings as people look at them: by property and source line, whatever call paths lead there. */
import { absent } from '../../base/elements.js';
import type { Gain } from './prediction.js';
import { byRank } from './ranking.js';
import type { Finding, FindingPart, LocationShare, RootCause } from './findings.js';

/** The findings of one property at one line, as one. */
export interface LineFinding extends Finding {
  /** How many call paths are summed; `callPath` is that of the largest. */
  readonly paths: number;
}

/** Sums findings of the same property and line, the largest first; those without a line are not merged. */
export function findingsByLine(findings: readonly Finding[]): LineFinding[] {
  const groups = new Map<string, Finding[]>();
  findings.forEach((finding, index) => {
    const { property, place, callPath } = finding;
    const at =
      place === undefined
        ? [index]
        : [place.file, place.line, /^(mpi|acc)_cost$/.test(property) ? callPath.at(-1)?.region : ''];
    const key = JSON.stringify([property, ...at]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  });
  return [...groups.values()].map(summed).sort(byRank);
}

function summed(group: readonly Finding[]): LineFinding {
  const largest = [...group].sort((a, b) => b.seconds - a.seconds)[0] ?? absent('finding');
  if (group.length === 1) return { ...largest, paths: 1 };
  const seconds = total(group, (finding) => finding.seconds);
  const parts = partsOf(group.flatMap(({ parts: own = [] }) => own));
  const causes = group.flatMap(({ rootCauses = [] }) => rootCauses);
  const gain = bestGain(group);
  const blamed = group.flatMap(({ causes: own = [] }) => own);
  return {
    ...largest,
    paths: group.length,
    seconds,
    severity: total(group, ({ severity }) => severity),
    confidence: Math.min(...group.map(({ confidence }) => confidence)),
    locations: sharesOf(group.flatMap(({ locations }) => locations)),
    ...(blamed.length === 0 ? {} : { causes: sharesOf(blamed) }),
    ...(parts.length === 0 ? {} : { parts }),
    ...(causes.length === 0 ? {} : { rootCauses: causesOf(causes, seconds) }),
    ...(gain === undefined ? {} : { gain }),
  };
}

/** Changes for several call paths may be the same one, so gains do not add up. */
export function bestGain(findings: readonly Pick<Finding, 'gain'>[]): Gain | undefined {
  return findings
    .flatMap(({ gain }) => gain ?? [])
    .reduce<Gain | undefined>((best, gain) => (best === undefined || gain.saved > best.saved ? gain : best), undefined);
}

function partsOf(parts: readonly FindingPart[]): FindingPart[] {
  const sums = new Map<string, FindingPart>();
  for (const part of parts) {
    const known = sums.get(part.property);
    const seconds = part.seconds + (known?.seconds ?? 0);
    sums.set(part.property, { ...part, seconds, severity: part.severity + (known?.severity ?? 0) });
  }
  return [...sums.values()];
}

/** Shares are relative to the sum; originally each cause had shares of a single finding. */
function causesOf(causes: readonly RootCause[], whole: number): RootCause[] {
  return causes
    .map((cause) => ({ ...cause, share: whole > 0 ? cause.seconds / whole : 0 }))
    .sort((a, b) => b.seconds - a.seconds);
}

function sharesOf(shares: readonly LocationShare[]): LocationShare[] {
  const sums = new Map<number, LocationShare>();
  for (const share of shares) {
    const seconds = share.seconds + (sums.get(share.location)?.seconds ?? 0);
    sums.set(share.location, { ...share, seconds });
  }
  return [...sums.values()].sort((a, b) => b.seconds - a.seconds || a.location - b.location);
}

function total(findings: readonly Finding[], value: (finding: Finding) => number): number {
  return findings.reduce((sum, finding) => sum + value(finding), 0);
}
