/** The small pictures of hovers: waiting by rank, of the ranks that wait on a line or for it. */
import { type Numbering, numberingOf } from '../../model/findings/concerned.js';
import type { Finding, FindingsReport, LocationShare, RootCause } from '../../model/findings/findings.js';
import { lost } from '../../model/findings/mainMetric.js';
import { Markdown } from '../../model/text/markdown.js';
import { svgOf } from '../../pictures/drawing/svgPen.js';
import { rankStrip, STRIP_PALETTE, type StripRank } from '../../pictures/hovers/rankStrip.js';
import type { PropertySum } from './lineDigest.js';
import type { PlacedLine } from './placedLine.js';
import { concernedRanks } from './ranks.js';
import { isSamePlace } from '../../model/findings/sourcePlace.js';

/** A line is drawn as the cause of a finding's waiting where it causes most of it: reports do not divide it by rank. */
const LEAST_SHARE = 0.5;

/** Waiting by rank of a property at a line; none where the run has a single rank. */
export function waitingPicture({ findings }: PropertySum, report: FindingsReport): Markdown[] {
  return pictureOf(findings, report);
}

/** Waiting by rank of the findings that are mostly caused by a line; none where there are none. */
export function causedPicture(lines: readonly PlacedLine[], report: FindingsReport): Markdown[] {
  const places = lines.flatMap(({ made }) => made?.place ?? []);
  const isHere = ({ place }: RootCause): boolean => places.some((here) => isSamePlace(here, place));
  const caused = report.findings.flatMap((finding) => {
    const rootCauses = (finding.rootCauses ?? []).filter(isHere);
    const share = rootCauses.reduce((sum, cause) => sum + cause.share, 0);
    return share >= LEAST_SHARE ? [{ ...finding, rootCauses }] : [];
  });
  return pictureOf(caused, report);
}

function pictureOf(findings: readonly Finding[], report: FindingsReport): Markdown[] {
  const [first] = findings;
  if (first === undefined) return [];
  const shares = findings.flatMap(({ locations }) => locations);
  const numbering = numberingOf(
    shares.map(({ location }) => location),
    report,
  );
  const picture = rankStrip({
    what: first.kind === 'cost' ? 'Cost' : 'Waiting',
    unit: numbering.unit,
    ranks: ranksOf(shares, causesOf(findings, report, numbering), numbering, report),
    format: (value) => lost(value, first),
  });
  return picture === undefined ? [] : [Markdown.image(picture.description, svgOf(picture, STRIP_PALETTE))];
}

/** All ranks of the run, those that do not wait too. */
function ranksOf(
  shares: readonly LocationShare[],
  causes: ReadonlySet<number>,
  { numberOf }: Numbering,
  { locations }: FindingsReport,
): StripRank[] {
  const values = new Map<number, number>();
  const add = (location: number, seconds: number): void => {
    const number = numberOf(location);
    if (number !== undefined) values.set(number, (values.get(number) ?? 0) + seconds);
  };
  for (const location of locations.keys()) add(location, 0);
  for (const { location, seconds } of shares) add(location, seconds);
  return [...values]
    .sort(([a], [b]) => a - b)
    .map(([number, value]) => ({ number, value, isCause: causes.has(number) }));
}

/** The ranks on which the waiting begins, else those that were waited for. */
function causesOf(findings: readonly Finding[], report: FindingsReport, { unit }: Numbering): ReadonlySet<number> {
  const roots = findings.flatMap(({ rootCauses = [] }) => rootCauses);
  const known = roots.some(({ locations }) => locations.length > 0);
  const late = known ? roots : findings.map(({ causes = [] }) => ({ locations: causes }));
  const concerned = concernedRanks(late, report);
  return new Set(concerned.unit === unit ? concerned.numbers : []);
}
