/** Ranked findings as people read them in a terminal: each with its line, its cause and what to try. */
import { causeText, worstCauses } from '../../engine/presentation/causes.js';
import { concernedRanks, countRanks, listRanks } from '../../engine/presentation/ranks.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { findingsByLine, type LineFinding } from '../../model/findings/findingsByLine.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { lost } from '../../model/findings/mainMetric.js';
import { doubtText, firstSentence, percent, plainLine } from '../../base/text.js';
import { gainText } from '../../model/text/gainText.js';
import { scenarioText } from '../../model/text/scenarioText.js';
import { padEnd, padStart, textWidth, wrap, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

/** So many steps of a call path are shown, the innermost ones. */
const MOST_STEPS = 4;
/** Maximum number of causes listed below a finding in a full report; otherwise one. */
const MOST_CAUSES = 3;

/** A finding with the texts of its first line. */
interface FindingLine {
  readonly finding: LineFinding;
  readonly severity: string;
  readonly seconds: string;
  readonly title: string;
  readonly place: string;
  readonly ranks: string;
}

/** Format of findings. */
export interface Telling {
  /** So many findings at most. */
  readonly most: number;
  /** Maximum number of lines; at least one finding is printed. */
  readonly lines: number;
  /** All causes, and what each property means, not only the first. */
  readonly full: boolean;
}

/** Returns the lines of as many findings as fit, worst first, and the number of omitted ones. */
export function findingLines(report: FindingsReport, layout: Layout, telling: Telling): string[] {
  const all = findingsByLine(report.findings);
  const rows = all.slice(0, telling.most).map((finding) => rowOf(finding, report, layout));
  const told = new Set<string>();
  const lines: string[] = [];
  let shown = 0;
  for (const [index, row] of rows.entries()) {
    const block = [
      ...firstLines(row, index, rows, layout),
      ...below(row, report, layout, { told, full: telling.full, indent: ' '.repeat(indentOf(rows.length)) }),
    ];
    // The last line may be needed for the number of omitted ones.
    if (shown > 0 && lines.length + block.length + (shown + 1 < all.length ? 1 : 0) > telling.lines) break;
    lines.push(...block);
    shown++;
  }
  const more = all.length - shown;
  return more === 0
    ? lines
    : [
        ...lines,
        `${' '.repeat(indentOf(rows.length))}and ${more} smaller${telling.full ? '; --json has them all' : ''}`,
      ];
}

function rowOf(finding: LineFinding, report: FindingsReport, layout: Layout): FindingLine {
  const concerned = concernedRanks([finding], report);
  const list = listRanks(concerned);
  return {
    finding,
    severity: percent(finding.severity),
    seconds: lost(finding.seconds, finding),
    title: plainLine(finding.title),
    place: placeText(finding.place, layout, Math.floor(layout.width / 3)),
    ranks: textWidth(list) <= 20 ? list : countRanks(concerned),
  };
}

/** Numbers, property, line and ranks, in columns where they fit and else on two lines. */
function firstLines(row: FindingLine, index: number, rows: readonly FindingLine[], { width, style }: Layout): string[] {
  const widest = (key: 'severity' | 'seconds' | 'title' | 'place'): number =>
    Math.max(...rows.map((other) => textWidth(other[key])));
  const number = padStart(`${index + 1}.`, `${rows.length}.`.length);
  const severity = style.severity(padStart(row.severity, widest('severity')), row.finding.severity);
  const left = `${number} ${severity}  ${padStart(row.seconds, widest('seconds'))}  `;
  const leftWidth = number.length + widest('severity') + widest('seconds') + 5;
  const rest = `${padEnd(row.title, widest('title'))}  ${padEnd(row.place, widest('place'))}  ${row.ranks}`.trimEnd();
  if (leftWidth + textWidth(rest) <= width) return [left + rest];
  const compact = `${row.title}  ${row.place}  ${row.ranks}`;
  if (leftWidth + textWidth(compact) <= width) return [left + compact];
  const indent = ' '.repeat(indentOf(rows.length));
  const [title = '', ...more] = wrap(row.title, width - leftWidth);
  const texts = [...more, ...wrap(`${row.place}  ${row.ranks}`, width - indent.length)];
  return [left + title, ...texts.map((text) => indent + text)];
}

const indentOf = (rows: number): number => `${rows}.`.length + 1;

/**
 * The call path, what is special about the finding, where it begins, and what to try.
 * @param told advice that was given already, to be given once
 */
function below(
  { finding }: FindingLine,
  report: FindingsReport,
  layout: Layout,
  { told, full, indent }: { told: Set<string>; full: boolean; indent: string },
): string[] {
  const width = layout.width - indent.length;
  const texts = [
    ...wrap(pathText(finding), width),
    ...(finding.parts ?? []).flatMap(({ severity, title }) =>
      wrap(`of this ${percent(severity)} ${plainLine(title)}`, width),
    ),
    ...(finding.confidence < 1 ? wrap(doubtText(finding.confidence), width) : []),
    ...worstCauses(finding)
      .slice(0, full ? MOST_CAUSES : 1)
      .flatMap((cause) =>
        wrap(`caused by ${causeText({ ...cause, region: shortFunctionName(cause.region) }, report)}`, width),
      ),
    ...(finding.gain === undefined
      ? []
      : wrap(`${gainText(finding.gain)}: ${scenarioText(finding.gain.scenario)}`, width)),
  ];
  const lines = texts.map((text) => indent + layout.style.dim(text));
  const advice = plainLine(finding.advice);
  // Advice is printed once.
  const printed = full ? advice : firstSentence(advice);
  if (told.has(printed)) return lines;
  told.add(printed);
  const meaning = full ? [`${plainLine(finding.explanation)} ${advice}`] : [`Try: ${printed}`];
  for (const part of full ? (finding.parts ?? []) : [])
    meaning.push(plainLine(`${part.title}: ${part.explanation} ${part.advice}`));
  return [...lines, ...meaning.flatMap((text) => wrap(text, width)).map((text) => indent + text)];
}

/** The innermost steps of a call path with short names, and how many call paths lead to the line. */
function pathText({ callPath, paths }: LineFinding): string {
  const steps = callPath.map(({ region }) => shortFunctionName(plainLine(region)));
  const shown = steps.slice(-MOST_STEPS);
  const path = `${steps.length > shown.length ? '… → ' : ''}${shown.join(' → ')}`;
  return paths === 1 ? path : `${path} (${paths} call paths)`;
}
