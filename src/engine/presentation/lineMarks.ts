import type { FindingsReport } from '../../model/findings.js';
import type { LineMark } from '../../protocol/messages.js';
import { sumByProperty } from './lineDigest.js';
import { severityLevel } from '../../protocol/levels.js';
import type { PlacedLine } from './placedLine.js';
import { concernedRanks, countRanks } from './ranks.js';
import { percent, plainLine } from '../../model/text.js';

/** How many properties the text of a mark names; the hover names all. */
const NAMED = 2;

/** The marks of a document's lines: one for each line with findings, and a second where stale findings fell on such a line. */
export function lineMarks(placed: readonly PlacedLine[], run: FindingsReport): LineMark[] {
  const groups = new Map<string, PlacedLine[]>();
  for (const line of placed) {
    if (line.findings.length === 0) continue;
    const key = `${line.line} ${line.stale}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((group) => mark(group, run));
}

function mark(group: readonly PlacedLine[], run: FindingsReport): LineMark {
  const findings = group.flatMap((line) => line.findings);
  const sums = sumByProperty(findings);
  const named = sums.slice(0, NAMED).map((sum) => `${percent(sum.severity)} ${plainLine(sum.title)}`);
  const more = sums.length > NAMED ? ` + ${sums.length - NAMED} more` : '';
  const severity = sums.reduce((total, sum) => total + sum.severity, 0);
  return {
    line: group[0].line,
    level: severityLevel(severity),
    text: `${named.join(' + ')}${more} · ${countRanks(concernedRanks(findings, run))}`,
    stale: group[0].stale,
  };
}
