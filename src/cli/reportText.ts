/** A findings report as people read it in a terminal. */
import { relative } from 'node:path';
import { causeText, worstCauses } from '../engine/presentation/causes.js';
import { concernedRanks, listRanks } from '../engine/presentation/ranks.js';
import { statisticsOf } from '../engine/presentation/singleWaits.js';
import { pathInside } from '../experiments/index.js';
import { doubtsOf, headlineDoubt, nothingFound } from '../model/doubts.js';
import { extentOf } from '../model/extent.js';
import type { Finding, FindingsReport, MetricTotal, SourcePlace } from '../model/findings.js';
import { doubtText, duration, fileName, percent, plainLine } from '../model/text.js';
import { fit, padEnd, padStart, textWidth, wrap } from './layout.js';
import type { Style } from './terminal.js';

/** How a report is laid out. */
export interface Layout {
  readonly width: number;
  readonly style: Style;
  /** Folder that paths are shown relative to. */
  readonly folder: string;
}

const MOST_FINDINGS = 20;
const MOST_ADVICE = 3;

/** The whole report: what ran, what makes its numbers doubtful, the ranked findings, single waits, what to try, the metrics, and what was wrong with the data. */
export function* reportLines(report: FindingsReport, layout: Layout): Generator<string> {
  yield* heading(report, layout);
  yield* doubts(report, layout);
  yield* findings(report, layout);
  yield* singleWaits(report, layout);
  yield* advice(report, layout);
  yield* metricTree(report, layout);
  yield* problems(report, layout);
}

function* heading(report: FindingsReport, { width, style }: Layout): Generator<string> {
  const { parts, whole } = extentOf(report);
  const facts = [
    ...parts,
    `${duration(report.span)} run time`,
    `${duration(report.totalTime)} of ${whole} together`,
    `${report.events.toLocaleString('en')} events`,
  ];
  const [first = '', ...rest] = wrap(`${plainLine(report.program)}: ${facts.join(' · ')}`, width);
  yield style.bold(first);
  for (const line of rest) yield style.bold(line);
  const doubt = headlineDoubt(report);
  if (doubt !== undefined) yield style.bold(fit(doubt, width));
  yield '';
}

/** What makes the numbers doubtful, and what mends it; nothing where nothing does. */
function* doubts(report: FindingsReport, { width, style }: Layout): Generator<string> {
  const found = doubtsOf(report);
  if (found.length === 0) return;
  for (const { sentence, advice } of found) {
    for (const [index, line] of wrap(plainLine(`${sentence} ${advice}`), width - 2).entries())
      yield index === 0 ? `${style.bold('!')} ${line}` : `  ${line}`;
  }
  yield '';
}

/** A place as `heat2d.c:88`, with the way from the current folder where the file lies below it. */
function placeText(place: SourcePlace | undefined, folder: string): string {
  if (place === undefined) return 'no source line';
  const inside = pathInside(folder, place.file);
  const file = inside === undefined ? fileName(place.file) : relative(folder, place.file);
  return `${plainLine(file)}:${place.line}`;
}

/** The call path; where it is too long its outermost steps are left out. */
function pathText(finding: Finding, width: number): string {
  const steps = finding.callPath.map(({ region }) => plainLine(region));
  const whole = steps.join(' → ');
  if (textWidth(whole) <= width) return whole;
  let text = steps.at(-1) ?? '';
  for (const step of steps.slice(0, -1).reverse()) {
    const longer = `${step} → ${text}`;
    if (textWidth(longer) + 4 > width) break;
    text = longer;
  }
  return fit(`… → ${text}`, width);
}

function* findings(report: FindingsReport, { width, style, folder }: Layout): Generator<string> {
  yield style.bold('Findings');
  if (report.findings.length === 0) {
    for (const line of wrap(nothingFound(report), width - 2)) yield `  ${line}`;
    yield '';
    return;
  }
  const shown = report.findings.slice(0, MOST_FINDINGS);
  const cells = shown.map((finding, index) => ({
    finding,
    number: `${index + 1}.`,
    severity: percent(finding.severity),
    seconds: duration(finding.seconds),
    title: plainLine(finding.title),
    place: placeText(finding.place, folder),
    ranks: listRanks(concernedRanks([finding], report)),
  }));
  const widest = (key: 'number' | 'severity' | 'seconds' | 'title' | 'place' | 'ranks'): number =>
    Math.max(...cells.map((cell) => textWidth(cell[key])));
  const columns = { number: widest('number'), severity: widest('severity'), seconds: widest('seconds') };
  const left = columns.number + columns.severity + columns.seconds + 6;
  // Titles stay whole where places and ranks leave room for them.
  const others = Math.min(widest('place'), 24) + Math.min(widest('ranks'), 12) + 4;
  const title = Math.min(widest('title'), Math.max(8, Math.floor((width - left) / 3), width - left - others));
  const place = Math.min(widest('place'), Math.max(7, Math.floor((width - left - title) / 2)));
  for (const cell of cells) {
    const severity = style.severity(padStart(cell.severity, columns.severity), cell.finding.severity);
    const rest = [
      padStart(cell.seconds, columns.seconds),
      padEnd(fit(cell.title, title), title),
      padEnd(fit(cell.place, place, 'end'), place),
      fit(cell.ranks, width - left - title - place - 4),
    ].join('  ');
    yield `${padStart(cell.number, columns.number)} ${severity}  ${rest}`.trimEnd();
    const indent = columns.number + 1;
    yield ' '.repeat(indent) + style.dim(pathText(cell.finding, width - indent));
    const { confidence } = cell.finding;
    if (confidence < 1) yield ' '.repeat(indent) + style.dim(fit(doubtText(confidence), width - indent));
    for (const cause of worstCauses(cell.finding)) {
      yield ' '.repeat(indent) + style.dim(fit(`caused by: ${causeText(cause, report)}`, width - indent));
    }
    for (const part of cell.finding.parts ?? []) {
      yield (
        ' '.repeat(indent) +
        style.dim(fit(`of this ${percent(part.severity)} ${plainLine(part.title)}`, width - indent))
      );
    }
  }
  const more = report.findings.length - shown.length;
  if (more > 0) yield `   and ${more} smaller; --json has them all`;
  yield '';
}

/** How the waits of each property are distributed, and which one to look at: a table in the order of the findings. */
function* singleWaits(report: FindingsReport, { width, style }: Layout): Generator<string> {
  const shown = [...new Set(report.findings.map(({ property }) => property))].flatMap(
    (property) => statisticsOf(report, property) ?? [],
  );
  if (shown.length === 0) return;
  const rows = shown.map(({ title, count, median, upperQuartile, maximum, worst: [worst] }) => [
    fit(plainLine(title), 32),
    count.toLocaleString('en'),
    duration(median),
    duration(upperQuartile),
    duration(maximum),
    // The time is what leads to the wait, so that a long name does not push it out.
    `${duration(worst.enter)} on ${plainLine(worst.name)}`,
  ]);
  const header = ['Single waits', 'number', 'median', '3rd quartile', 'longest', 'when and where'];
  const widths = header.map((name, column) => Math.max(...[name, ...rows.map((row) => row[column])].map(textWidth)));
  for (const [index, row] of [header, ...rows].entries()) {
    const [title, ...cells] = row;
    const last = cells.length - 1;
    const text = [
      padEnd(index === 0 ? title : `  ${title}`, widths[0] + 2),
      ...cells.map((cell, column) => (column === last ? cell : padStart(cell, widths[column + 1]))),
    ].join('  ');
    yield index === 0 ? style.bold(fit(text, width)) : fit(text, width);
  }
  yield '';
}

/** What to try, once per property, for the worst ones. */
function* advice(report: FindingsReport, { width, style }: Layout): Generator<string> {
  const seen = new Map<string, Finding>();
  for (const finding of report.findings) if (!seen.has(finding.property)) seen.set(finding.property, finding);
  if (seen.size === 0) return;
  yield style.bold('What it means, and what to try');
  for (const finding of [...seen.values()].slice(0, MOST_ADVICE)) {
    for (const { title, explanation, advice: attempt } of [finding, ...(finding.parts ?? [])]) {
      const lines = wrap(plainLine(`${title}: ${explanation} ${attempt}`), width - 4);
      for (const [index, line] of lines.entries()) yield (index === 0 ? '  ' : '    ') + line;
    }
  }
  yield '';
}

function valueText({ unit, value }: MetricTotal): string {
  if (unit === 'seconds') return duration(value);
  return unit === 'bytes' ? `${value.toLocaleString('en')} B` : value.toLocaleString('en');
}

/** The metrics as a tree; those that are zero are left out. */
function* metricTree(report: FindingsReport, { width, style }: Layout): Generator<string> {
  const shown = report.metrics.filter(({ value }) => value !== 0);
  if (shown.length === 0) return;
  const names = new Set(shown.map(({ name }) => name));
  const childrenOf = (parent: string | undefined): MetricTotal[] =>
    shown.filter(
      (metric) => (metric.parent !== undefined && names.has(metric.parent) ? metric.parent : undefined) === parent,
    );
  const rows: { metric: MetricTotal; depth: number }[] = [];
  const descend = (parent: string | undefined, depth: number): void => {
    for (const metric of childrenOf(parent)) {
      rows.push({ metric, depth });
      descend(metric.name, depth + 1);
    }
  };
  descend(undefined, 0);
  const label = ({ metric, depth }: { metric: MetricTotal; depth: number }): string =>
    '  '.repeat(depth + 1) + plainLine(metric.title);
  const widths = {
    label: Math.max(...rows.map((row) => textWidth(label(row)))),
    value: Math.max(...rows.map(({ metric }) => textWidth(valueText(metric)))),
  };
  const labelWidth = Math.min(widths.label, Math.max(20, width - widths.value - 12));
  yield style.bold('Metrics');
  for (const row of rows) {
    const { metric } = row;
    const share = metric.share === undefined ? '' : padStart(percent(metric.share), 8);
    yield `${padEnd(fit(label(row), labelWidth), labelWidth)}  ${padStart(valueText(metric), widths.value)}  ${share}`.trimEnd();
  }
  yield '';
}

function* problems(report: FindingsReport, { width, style }: Layout): Generator<string> {
  if (report.problems.length === 0) return;
  yield style.bold('Remarks on the data');
  for (const { level, message, where } of report.problems) {
    const text = `${level}: ${plainLine(message)}${where === undefined ? '' : ` (${plainLine(where)})`}`;
    for (const [index, line] of wrap(text, width - 4).entries()) yield (index === 0 ? '  ' : '    ') + line;
  }
  yield '';
}
