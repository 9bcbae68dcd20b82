/** A findings report as people read it in a terminal. */
import { doubtsOf, headlineDoubt, nothingFound } from '../../model/findings/doubts.js';
import { type Extent, extentOf, sumText } from '../../model/findings/extent.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { amount } from '../../model/findings/mainMetric.js';
import { counted, duration, plainLine } from '../../base/text.js';
import { otherMetricsLines } from './otherMetricsLines.js';
import { otherMetricsSummary } from './otherMetricsSummary.js';
import { compensationLines } from './compensationLines.js';
import { counterLines } from './counterLines.js';
import { metricTree, singleWaits } from './detailLines.js';
import { howItChanges } from './dynamicsLines.js';
import { entityLines } from './entityLines.js';
import { hotLines } from './hotLines.js';
import { fileLines } from './fileLines.js';
import { findingLines } from './findingLines.js';
import { fit, wrap, type Layout } from '../terminal/layout.js';
import { madeLines } from './madeLines.js';
import { memoryLines } from './memoryLines.js';
import { threadPoolLines } from './threadPoolLines.js';
import { profileLines } from './profileLines.js';

/** Maximum number of lines of a short report, which fits a terminal. */
const MOST_LINES = 40;
const MOST_FINDINGS = { short: 9, full: 20 };
/** Maximum number of remarks on the data in a short report. */
const MOST_REMARKS = 2;

/**
 * Yields the run, its warnings, the ranked findings with their lines, causes and advice, and the lines that make others
 * wait. The hottest functions, problems of the data, and the next command follow; with `metrics` also single waits and
 * all metrics.
 */
export function* reportLines(report: FindingsReport, layout: Layout): Generator<string> {
  const { style, metrics = false } = layout;
  const before = [...heading(report, layout), ...doubts(report, layout), ...compensationLines(report, layout)];
  const after = [
    ...madeLines(report, layout),
    ...(layout.dynamics === undefined ? [] : howItChanges(layout.dynamics, layout)),
    ...profileLines(report, layout),
    ...hotLines(report, layout),
    ...(metrics
      ? [...counterLines(report, layout), ...otherMetricsLines(report, layout)]
      : otherMetricsSummary(report, layout)),
    ...memoryLines(report, layout),
    ...threadPoolLines(report, layout),
    ...fileLines(report, layout),
    ...entityLines(report, layout),
    ...remarks(report, layout),
    ...next(layout),
  ];
  yield* before;
  yield style.bold('Findings');
  if (report.findings.length === 0) for (const line of wrap(nothingFound(report), layout.width - 2)) yield `  ${line}`;
  else {
    // The heading of the findings and the empty line below them are lines too.
    const lines = metrics ? Number.POSITIVE_INFINITY : MOST_LINES - before.length - after.length - 2;
    yield* findingLines(report, layout, {
      most: metrics ? MOST_FINDINGS.full : MOST_FINDINGS.short,
      lines,
      full: metrics,
    });
  }
  yield '';
  if (metrics) {
    yield* singleWaits(report, layout);
    yield* metricTree(report, layout);
  }
  yield* after;
}

/** The sum by which the report is ranked; of one process, only if it is not the run time. */
function totalText(report: FindingsReport, extent: Extent): string[] {
  const { main, span, totalTime } = report;
  if (main !== undefined) return [`ranked by ${plainLine(main.title)}: ${sumText(amount(main.total, report), extent)}`];
  const total = duration(totalTime);
  return extent.whole === 'the process' && total === duration(span) ? [] : [sumText(total, extent)];
}

function* heading(report: FindingsReport, { width, style }: Layout): Generator<string> {
  const extent = extentOf(report);
  const facts = [
    ...extent.parts,
    ...(report.main === undefined || report.span > 0 ? [`${duration(report.span)} run time`] : []),
    ...totalText(report, extent),
    report.measurement === 'profile' ? 'profile' : `${report.events.toLocaleString('en')} events`,
  ];
  const [first = '', ...rest] = wrap(`${plainLine(report.program)}: ${facts.join(' · ')}`, width);
  yield style.bold(first);
  for (const line of rest) yield style.bold(line);
  const doubt = headlineDoubt(report);
  if (doubt !== undefined) yield style.bold(fit(doubt, width));
  yield '';
}

/** Yields warnings about the numbers, and their fixes; nothing without warnings. */
function* doubts(report: FindingsReport, { width, style }: Layout): Generator<string> {
  const found = doubtsOf(report);
  if (found.length === 0) return;
  for (const { sentence, advice } of found) {
    for (const [index, line] of wrap(plainLine(`${sentence} ${advice}`), width - 2).entries())
      yield index === 0 ? `${style.bold('!')} ${line}` : `  ${line}`;
  }
  yield '';
}

/** Yields problems of the data. */
function* remarks({ problems }: FindingsReport, { width, style, metrics = false }: Layout): Generator<string> {
  // Pure explanations are shown only with all details.
  const shown = metrics ? problems : problems.filter(({ level }) => level !== 'information').slice(0, MOST_REMARKS);
  const hidden = problems.length - shown.length;
  if (shown.length === 0 && hidden === 0) return;
  yield style.bold('Remarks on the data');
  for (const { level, message, where } of shown) {
    const text = `${level}: ${plainLine(message)}${where === undefined ? '' : ` (${plainLine(where)})`}`;
    for (const [index, line] of wrap(text, width - 4).entries()) yield (index === 0 ? '  ' : '    ') + line;
  }
  if (hidden > 0)
    yield `  ${shown.length > 0 ? 'and ' : ''}${counted(hidden, 'remark')}${shown.length > 0 ? ' more' : ''} with --metrics`;
  yield '';
}

function* next({ next: command, metrics = false, width }: Layout): Generator<string> {
  if (command === undefined || metrics) return;
  for (const [index, line] of wrap(`Next: ${command}`, width - 2).entries()) yield (index === 0 ? '' : '  ') + line;
}
