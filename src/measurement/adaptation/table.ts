/** Table of measurement overhead in several configurations, side by side (as Oleynik 2014, table 4.4). */
import { escapeMarkdown } from '../../model/text/markdown.js';
import { duration, grouped } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';

/** One way of measuring; times are the least of its runs. */
export interface MeasuredWay {
  readonly name: string;
  readonly runs: number;
  /** Processor time of all processes, without finishing; undefined if a run does not contain it. */
  readonly processor: Seconds | undefined;
  /** From the beginning of a process to its end, the longest. */
  readonly elapsed: Seconds | undefined;
  /** In dynamic phases, of the location that was in them longest; undefined where the program names none. */
  readonly phases: Seconds | undefined;
  /** Functions that are measured with all of them on and not here; undefined for the plain run and that with all. */
  readonly removed: number | undefined;
  readonly events: number;
}

const HEAD = ['Run', 'Processor time', 'Elapsed', 'Phases', 'Functions removed', 'Events', 'Overhead'] as const;

/** How much more processor time a way takes than the plain one, in percent with its sign. */
export function overheadText(way: MeasuredWay, plain: MeasuredWay): string {
  if (way === plain || way.processor === undefined || plain.processor === undefined || plain.processor <= 0) return '';
  const share = (100 * (way.processor - plain.processor)) / plain.processor;
  const digits = Math.abs(share) < 100 ? 1 : 0;
  const text = Math.abs(share).toFixed(digits);
  const sign = Number(text) === 0 ? '' : share < 0 ? '−' : '+';
  return `${sign}${text} %`;
}

const timeText = (seconds: Seconds | undefined): string => (seconds === undefined ? '–' : duration(seconds));

/** The cells of the table, its head first. @param ways the plain one first */
export function cellsOf(ways: readonly MeasuredWay[]): string[][] {
  const [plain] = ways;
  if (plain === undefined) return [];
  const isTold = ways.some(({ phases }) => phases !== undefined);
  const rows = ways.map((way) => [
    way.name,
    timeText(way.processor),
    timeText(way.elapsed),
    timeText(way.phases),
    way.removed === undefined ? '–' : String(way.removed),
    grouped(way.events),
    overheadText(way, plain),
  ]);
  return [[...HEAD], ...rows].map((row) => row.filter((_, column) => isTold || HEAD[column] !== 'Phases'));
}

/** How the numbers came about. */
export function noteOf(ways: readonly MeasuredWay[]): string {
  const runs = Math.max(1, ...ways.map((way) => way.runs));
  const least = runs === 1 ? 'One run each' : `The least of ${runs} runs each, in turn`;
  return `${least}; user and system time of all processes until their end, without what is done afterwards.`;
}

/** The table for a terminal: names to the left, numbers to the right. */
export function tableLines(ways: readonly MeasuredWay[]): string[] {
  const cells = cellsOf(ways);
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const lines = cells.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  );
  return [...lines.map((line) => line.trimEnd()), noteOf(ways)];
}

/** The table as Markdown. */
export function tableMarkdown(title: string, ways: readonly MeasuredWay[]): string {
  const [head = [], ...rows] = cellsOf(ways).map((row) => row.map(escapeMarkdown));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return `# ${escapeMarkdown(title)}\n\n${[line(head), line(rule), ...rows.map(line)].join('\n')}\n\n${noteOf(ways)}\n`;
}
