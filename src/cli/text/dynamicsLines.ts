/** How performance changes from iteration to iteration, as people read it in a terminal. */
import type { AlignedRuns } from '../../analysis/dynamics/alignedRuns.js';
import { absent, addAt } from '../../base/elements.js';
import { counted, duration, percent, plainLine, quantity } from '../../base/text.js';
import type { DynamicsFinding, DynamicsReport } from '../../model/dynamics/dynamics.js';
import { changeText, sparkline } from '../../model/dynamics/dynamicsText.js';
import type { CallPathStep } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { type RunSeries, seriesTitle } from '../../model/dynamics/series.js';
import { errorOf, iterationsText, type SimilarIterations } from '../../model/dynamics/similar.js';
import { columnWidths, fit, type Layout, padEnd, padStart, wrap } from '../terminal/layout.js';
import { placeText } from './placeText.js';
import type { Terminal } from '../terminal/terminal.js';

type Shown = Pick<Terminal, 'width' | 'style'>;

const MOST_FINDINGS = 20;
const MOST_ROWS = 30;
/** Maximum number of lines about dynamics in an analysis. */
const MOST_SHORT = 3;
const BINS = 16;

/** The loop, what changes in it, and the other loops that could be looked at. */
export function* dynamicsLines(report: DynamicsReport, { width, style }: Shown): Generator<string> {
  const [loop, ...others] = report.loops;
  if (loop === undefined) {
    yield* wrap(plainLine(report.none ?? 'No loop was found.'), width);
    return;
  }
  for (const line of wrap(plainLine(loop.sentence), width)) yield style.bold(line);
  yield `${sparkline(loop.bins)}  ${placeOf(loop)}`.trimEnd();
  yield '';
  if (report.findings.length === 0) yield* wrap('No change from iteration to iteration costs enough to report.', width);
  for (const finding of report.findings.slice(0, MOST_FINDINGS)) yield* findingText(finding, { width, style });
  const more = report.findings.length - MOST_FINDINGS;
  if (more > 0) yield `and ${counted(more, 'more change')}; --json has all`;
  if (report.similar !== undefined) yield* similarLines(report.similar, loop.count, { width, style });
  if (others.length === 0) return;
  yield '';
  yield style.bold('Other loops');
  for (const [at, { sentence }] of others.entries())
    for (const [index, line] of wrap(plainLine(sentence), width - 13).entries())
      yield `${index === 0 ? `  --level ${padEnd(String(at + 1), 3)}` : ' '.repeat(13)}${line}`;
}

/** Yields two runs side by side by their progress. @param names display names */
export function* alignedLines(
  { iterations, seconds, best, phases }: AlignedRuns,
  names: readonly [string, string],
  { width, style }: Shown,
): Generator<string> {
  const [one, other] = names.map(plainLine);
  const total = (at: 0 | 1): string => `${counted(iterations[at], 'iteration')} in ${duration(seconds[at])}`;
  const head = `${one ?? ''}: ${total(0)}; ${other ?? ''}: ${total(1)}.`;
  for (const line of wrap(head, width)) yield style.bold(line);
  yield `The faster of both in each phase: ${duration(best)}.`;
  yield '';
  yield `${padEnd('progress', 12)}${padStart('iterations', 14)}${padStart('this run', 12)}${padStart('the other', 12)}${padStart('difference', 12)}`;
  for (const { from, to, seconds: took } of phases) {
    const [here, there] = took;
    const share = `${Math.round(100 * from)}–${Math.round(100 * to)} %`;
    const extent = `${Math.round(from * iterations[0])}–${Math.max(0, Math.round(to * iterations[0]) - 1)}`;
    const change = here > 0 ? `${there >= here ? '+' : '−'}${percent(Math.abs(there - here) / here)}` : '';
    yield `${padEnd(share, 12)}${padStart(extent, 14)}${padStart(duration(here), 12)}${padStart(duration(there), 12)}${padStart(change, 12)}`;
  }
}

/** Yields similar iterations, their representatives, and the quality of the approximation. */
function* similarLines(
  { clusters, typical, structures, equivalence, deviation, metrics }: SimilarIterations,
  count: number,
  { width, style }: Shown,
): Generator<string> {
  yield '';
  yield style.bold(`Similar iterations: ${counted(clusters.length, 'group')}, typical is iteration ${typical}`);
  const cells = clusters.map((cluster) => [
    percent(cluster.share),
    String(cluster.count),
    String(cluster.representative),
    duration(cluster.mean),
    `±${percent(cluster.deviation)}`,
    iterationsText(cluster.iterations),
  ]);
  const table = [['of loop', 'iterations', 'representative', 'mean', 'deviation', 'which'], ...cells];
  const widths = columnWidths(table);
  for (const row of table) {
    const line = row.map((cell, at) => (at < 5 ? padStart : padEnd)(cell, widths[at] ?? 0)).join('  ');
    yield fit(`  ${line}`, width).trimEnd();
  }
  const named = metrics.map((metric) => `${seriesTitle(plainLine(metric.metric))} ${signed(errorOf(metric))}`);
  const told =
    equivalence === undefined
      ? ''
      : ` The iterations have ${counted(structures.weak, 'call structure')} by call paths, ${structures.strong} if call counts must match too.`;
  yield* wrap(
    `An iteration differs from its representative by ${percent(deviation)} on average over ${counted(count, 'iteration')}. Errors of totals that are computed from the representatives alone: ${named.join(', ')}.${told}`,
    width,
  );
}

const signed = (share: number): string => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;

function* findingText(finding: DynamicsFinding, { width, style }: Shown): Generator<string> {
  const { severity, bins, metric, callPath, sentence } = finding;
  const head = severity > 0 ? style.severity(padStart(percent(severity), 7), severity) : ' '.repeat(7);
  const what = `${plainLine(metric)} at `;
  const place = fit(pathText(callPath), Math.max(20, width - 27 - what.length), 'end');
  yield `${head}  ${padEnd(sparkline(bins), BINS)}  ${what}${place}`;
  for (const line of wrap(plainLine(sentence), width - 9)) yield `         ${line}`;
  yield `         ${style.dim(placeOf(finding))}`.trimEnd();
}

/** Yields at most three lines for the end of an analysis; none without changes. */
export function* howItChanges(report: DynamicsReport, layout: Layout): Generator<string> {
  const { width, style } = layout;
  const places = new Set<number>();
  const told = report.findings
    .filter(({ severity, node }) => severity > 0 && places.size < places.add(node).size)
    .slice(0, MOST_SHORT);
  if (told.length === 0) return;
  yield style.bold('How it changes');
  for (const finding of told) {
    const { severity, bins, callPath, metric } = finding;
    const where = callPath.length === 0 ? '' : ` at ${pathText(callPath.slice(-1))}`;
    const place = finding.place === undefined ? '' : placeText(finding.place, layout, Math.floor(width / 3));
    const text = `${plainLine(changeText(finding))} · ${plainLine(metric)}${where}  ${place}`;
    yield fit(`  ${padStart(percent(severity), 6)}  ${padEnd(sparkline(bins), BINS)}  ${text}`, width).trimEnd();
  }
  yield '';
}

/** A metric's or counter's values by iteration at each call path, over all locations: most first. */
export function* seriesLines(
  run: RunSeries,
  metric: string,
  report: DynamicsReport,
  { width, style }: Shown,
): Generator<string> {
  const { series } = run;
  const number = series.metrics.indexOf(metric);
  const unit = series.counters?.find(({ name }) => name === metric)?.unit ?? 'seconds';
  const sums = new Map<number, Float64Array>();
  for (let row = 0; row < series.metric.length; row++) {
    if (series.metric[row] !== number) continue;
    const node = series.node[row] ?? absent(row);
    const sum = sums.get(node) ?? new Float64Array(series.count);
    sums.set(node, sum);
    for (let i = 0; i < series.count; i++) addAt(sum, i, series.value[row * series.count + i] ?? absent(i));
  }
  const known = new Map(report.findings.map(({ node, callPath }) => [node, pathText(callPath)]));
  const rows = [...sums]
    .map(([node, values]) => ({
      ...{ node, values },
      total: values.reduce((before, value) => before + value, 0),
      least: values.reduce((before, value) => Math.min(before, value)),
      most: values.reduce((before, value) => Math.max(before, value)),
    }))
    .filter(({ total }) => total !== 0)
    .sort((left, right) => right.total - left.total);
  yield style.bold(
    `${counted(series.count, 'iteration')} of ${plainLine(run.iterations.name)}: ${plainLine(metric)} of all ranks`,
  );
  const cells = rows
    .slice(0, MOST_ROWS)
    .map(({ node, values, total, least, most }) => [
      quantity(total / series.count, unit),
      quantity(least, unit),
      quantity(most, unit),
      sparkline(binned(values)),
      node === 0xffff_ffff ? 'the rest' : (known.get(node) ?? `call path ${node}`),
    ]);
  const table = [['mean', 'least', 'most', '', 'call path'], ...cells];
  const widths = columnWidths(table);
  for (const row of table) {
    const line = row.map((cell, at) => (at < 3 ? padStart : padEnd)(cell, widths[at] ?? 0)).join('  ');
    yield fit(`  ${line}`, width).trimEnd();
  }
  if (rows.length > MOST_ROWS) yield `  and ${counted(rows.length - MOST_ROWS, 'more path')}; --json has all`;
}

function binned(values: Float64Array): number[] {
  const bins = Math.min(BINS, values.length);
  return Array.from({ length: bins }, (_, bin) => {
    const own = values.subarray(
      Math.floor((bin * values.length) / bins),
      Math.floor(((bin + 1) * values.length) / bins),
    );
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  });
}

/** Innermost last. */
const pathText = (path: readonly CallPathStep[]): string =>
  path.length === 0
    ? 'the whole iteration'
    : path.map(({ region }) => shortFunctionName(plainLine(region))).join(' › ');

const placeOf = ({ place }: Pick<DynamicsFinding, 'place'>): string =>
  place === undefined ? '' : `${plainLine(place.file)}:${place.line}`;
