/** Changes from iteration to iteration, by the measured line on which they are shown. */
import type { DynamicsFinding, DynamicsReport, LoopSummary } from '../../model/dynamics/dynamics.js';
import { isOfLoop } from '../../model/dynamics/dynamicsText.js';
import type { SourcePlace } from '../../model/findings/findings.js';

/** A finding with its number in the report, by which others name it. */
export interface ChangeHere {
  readonly number: number;
  readonly finding: DynamicsFinding;
  /** Those elsewhere that change at the same time. */
  readonly related: readonly DynamicsFinding[];
}

/** A loop, and how its iterations as a whole change. */
export interface LoopHere {
  readonly loop: LoopSummary;
  readonly changes: readonly ChangeHere[];
}

interface ChangingLine {
  readonly place: SourcePlace;
  readonly loops: readonly LoopHere[];
  readonly changing: readonly ChangeHere[];
}

/** Returns lines with the analyzed loop and with findings; findings about whole iterations are on their loop. */
export function changesByLine(report: DynamicsReport | undefined): ChangingLine[] {
  if (report === undefined) return [];
  const all = report.findings.map((finding, number): ChangeHere => ({
    number,
    finding,
    related: finding.related.flatMap((other) => report.findings[other] ?? []),
  }));
  const lines = new Map<string, { place: SourcePlace; loops: LoopHere[]; changing: ChangeHere[] }>();
  const line = (place: SourcePlace) => {
    const key = JSON.stringify([place.file, place.line]);
    const known = lines.get(key) ?? { place, loops: [], changing: [] };
    lines.set(key, known);
    return known;
  };
  const [loop] = report.loops;
  const ofLoop = worstFirst(all.filter(({ finding }) => isOfLoop(finding)));
  if (loop?.place !== undefined) line(loop.place).loops.push({ loop, changes: ofLoop });
  for (const change of worstFirst(all)) {
    const { place } = change.finding;
    if (place !== undefined && !isOfLoop(change.finding)) line(place).changing.push(change);
  }
  return [...lines.values()];
}

const worstFirst = (changes: readonly ChangeHere[]): ChangeHere[] =>
  changes.toSorted((one, other) => other.finding.excess - one.finding.excess || one.number - other.number);
