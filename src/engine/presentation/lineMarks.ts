import type { FindingsReport } from '../../model/findings/findings.js';
import { editorLine } from '../../base/plainText.js';
import { percent } from '../../base/text.js';
import { severityLevel } from '../../model/findings/severityLevel.js';
import type { LineMark } from '../../protocol/messages.js';
import { calledFrom, NOTABLE, sharesText } from './called.js';
import { sumByProperty } from './lineDigest.js';
import type { PlacedLine } from './placedLine.js';
import { concernedRanks, countRanks } from './ranks.js';
import { LEAST_MADE, madeBy } from './causedWaiting.js';

/** How many properties the text of a mark names; the hover names all. */
const NAMED = 2;

/**
 * Returns the marks of a document's lines. Each line has one if it loses time, exclusively or notably in its callees,
 * or causes waiting; stale data on such a line adds a second.
 */
export function lineMarks(placed: readonly PlacedLine[], run: FindingsReport): LineMark[] {
  const groups = new Map<string, [PlacedLine, ...PlacedLine[]]>();
  for (const line of placed) {
    const key = `${line.line} ${line.stale}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return [...groups.values()].flatMap((group) => mark(group, run));
}

/** The level is that of the line's exclusive or caused losses: losses of its calls are marked at the calls. */
function mark(group: readonly [PlacedLine, ...PlacedLine[]], run: FindingsReport): LineMark[] {
  const findings = group.flatMap((line) => line.findings);
  const sums = sumByProperty(findings);
  const called = calledFrom(group);
  const isNotable = called.severity >= NOTABLE;
  const made = madeBy(group);
  const parts: string[] = [];
  if (sums.length > 0) {
    parts.push(sharesText(sums, NAMED), countRanks(concernedRanks(findings, run)));
    if (isNotable) parts.push(`${percent(called.severity)} in what is called`);
    if (made.severity >= NOTABLE) parts.push(`makes others wait ${percent(made.severity)}`);
  } else if (made.severity >= LEAST_MADE) {
    parts.push(`makes others wait ${percent(made.severity)}`);
    if (made.locations.length > 0) parts.push(countRanks(concernedRanks([made], run)));
    if (isNotable) parts.push(`${percent(called.severity)} in what is called`);
  } else if (isNotable) parts.push(sharesText(called.waits, NAMED), 'in what is called');
  if (parts.length === 0) return [];
  const severity = sums.reduce((total, sum) => total + sum.severity, 0);
  const told = made.severity >= LEAST_MADE ? made.severity : 0;
  const level = severityLevel(Math.max(severity, told));
  return [{ line: group[0].line, level, text: editorLine(parts.join(' · ')), stale: group[0].stale }];
}
