import { localTime } from '../../base/dates.js';
import { isCounted } from '../../model/callCounts.js';
import { doubtsOf } from '../../model/findings/doubts.js';
import { extentOf } from '../../model/findings/extent.js';
import type { Doubt, FindingsReport, FunctionSummary, HotLine, LineSummary } from '../../model/findings/findings.js';
import { Markdown } from '../../model/text/markdown.js';
import type { EventSummary, SliceSummary } from '../../model/findings/otherMetrics.js';
import { amount, wholeName } from '../../model/findings/mainMetric.js';
import type { MemoryCall } from '../../model/findings/memory.js';
import { counted, dataSize, duration, percent, quantity } from '../../base/text.js';
import type { PropertyCatalog } from '../../properties/index.js';
import { changeOfRunText } from '../../model/text/gainText.js';
import { calledFrom } from './called.js';
import { dynamicsBlocks } from './dynamicsHover.js';
import { pageLinks, waitingLines } from './hoverWaits.js';
import type { CountedHere, RangeHere } from './lineDigest.js';
import type { PlacedLine } from './placedLine.js';

/** Separator of the paragraphs of a hover. */
export const paragraphs = Markdown.of`\n\n`;
/** Separator of lines within a paragraph: two spaces end a line. */
const breaks = Markdown.of`  \n`;

/** Maximum number of events of a line, and of values of parameters. */
const MOST_EVENTS = 8;
const MOST_SLICES = 8;

/** Which run a hover speaks of. */
export interface RunLabel {
  readonly name: string;
  /** ISO 8601. */
  readonly created: string;
}

/**
 * Returns the hover of one line of the current text: three lines on waiting, other measurements of the line, and links.
 * Undefined if the run has no data for it. Reports are untrusted: their content is inserted as text, never as Markdown.
 * @param linked names the pages that links lead to; omitted for clients without the command, which may not show
 * pictures either
 */
export function lineHover(
  lines: readonly PlacedLine[],
  report: FindingsReport,
  run: RunLabel,
  linked?: PropertyCatalog,
): Markdown | undefined {
  const waiting = waitingLines(lines, report, linked !== undefined);
  const blocks = [
    ...(waiting.length === 0 ? [] : [Markdown.join(waiting, breaks)]),
    ...dynamicsBlocks(lines, report, linked),
    // Lines with lost time already include this.
    ...(lines.some(({ findings }) => findings.length > 0) ? [] : calledText(lines)),
    ...(waiting.length === 0 ? timeText(lines, report) : []),
    ...lines.flatMap(({ functions }) => functions.map((called) => functionText(called, report))),
    ...lines.flatMap(({ hot = [] }) => hot.map((line) => hotText(line, report))),
    ...lines.flatMap(({ counted = [] }) => counted.map(countedText)),
    ...lines.flatMap(({ events = [] }) => events.slice(0, MOST_EVENTS).map(eventText)),
    ...lines.flatMap(({ ranges = [] }) => ranges.map(rangeText)),
    ...lines.flatMap(({ slices = [] }) => slicesText(slices)),
    ...lines.flatMap(({ memory = [] }) => (memory.length === 0 ? [] : [memoryText(memory, report)])),
  ];
  if (blocks.length === 0) return undefined;
  if (lines.some((line) => line.stale)) {
    blocks.push(
      Markdown.of`*This line was changed since the run: the numbers belong to its earlier text. Run the analysis again.*`,
    );
  }
  const links = linked === undefined ? [] : pageLinks(lines, linked);
  blocks.push(
    ...doubtsOf(report).slice(0, 1).map(warningText),
    Markdown.join([...links, runText(report, run)], Markdown.of` · `),
  );
  return Markdown.join(blocks, paragraphs);
}

/** Editors set the cells of a table close together. */
const apart = Markdown.of`&nbsp;&nbsp; | `;

/** A row of a table in a hover. */
export function tableRow(cells: readonly (Markdown | string)[]): Markdown {
  const parts = cells.map((cell) => Markdown.of`${cell}`);
  return Markdown.of`| ${Markdown.join(parts, apart)} |`;
}

/** Words that stay on one line. */
export function unbroken(text: string): Markdown {
  return Markdown.join(
    text.split(' ').map((word) => Markdown.of`${word}`),
    Markdown.of`&nbsp;`,
  );
}

function functionText(
  { region, visits, inclusive, exclusive, share, gain }: FunctionSummary,
  report: FindingsReport,
): Markdown {
  const facts =
    `${percent(share)} of ${wholeName(report)}, ` +
    `${amount(inclusive, report)} inclusive, ${amount(exclusive, report)} exclusive` +
    (isCounted(visits, inclusive) ? `, ${counted(visits, 'visit')}` : '') +
    ` (${extentOf(report).whole})`;
  const predicted = gain === undefined ? '' : Markdown.of` · *Predicted:* ${changeOfRunText(gain)}`;
  return Markdown.of`**${region}**: ${facts}${predicted}`;
}

/** Returns the text about samples in the line's own code. */
function hotText(
  { region, samples, ofSamples, seconds, least, most, share }: HotLine,
  report: FindingsReport,
): Markdown {
  const own = `${percent(share)} of ${wholeName(report)} (${extentOf(report).whole}), ${amount(seconds, report)}`;
  if (ofSamples === 0) return Markdown.of`**This line**: ${own} of ${region}`;
  const between = `${amount(least, report)} to ${amount(most, report)}`;
  const facts = `${own}: between ${between}, by ${samples.toLocaleString('en')} of ${ofSamples.toLocaleString('en')} samples of`;
  return Markdown.of`**This line**: ${facts} ${region}`;
}

/** Returns the text about a counter of a function that begins here. */
function countedText({ counter: { name, unit, total }, here: { own, inclusive, calls } }: CountedHere): Markdown {
  const each = calls > 0 ? `, ${quantity(inclusive / calls, unit)} a call` : '';
  const part = percent(total > 0 ? Math.min(1, inclusive / total) : 0);
  const facts = `${quantity(own, unit)} exclusive, ${quantity(inclusive, unit)} inclusive (${part} of all)${each}`;
  return Markdown.of`**${name}**: ${facts}`;
}

/** Returns the text about numbers recorded by a function that begins here. */
function eventText({ name, unit, count, min, mean, max }: EventSummary): Markdown {
  const facts = `${counted(count, 'time')}, ${quantity(min, unit)} to ${quantity(max, unit)}, ${quantity(mean, unit)} on average`;
  return Markdown.of`**${name}**: ${facts}`;
}

/** The least and the greatest value of a function that begins here. */
function rangeText({ metric: { title, unit }, here: { least, most } }: RangeHere): Markdown {
  const value = (one: number): string => (unit === 'seconds' ? duration(one) : quantity(one, unit));
  return Markdown.of`**${title}**: ${least === most ? value(most) : `${value(least)} to ${value(most)}`}`;
}

/** Returns the values of functions that begin here by their parameters, those with most time first. */
function slicesText(slices: readonly SliceSummary[]): Markdown[] {
  if (slices.length === 0) return [];
  const told = slices.slice(0, MOST_SLICES).map(({ parameters, calls, inclusive }) => {
    const facts = [duration(inclusive), ...(isCounted(calls, inclusive) ? [counted(calls, 'call')] : [])];
    return `${parameters}: ${facts.join(' in ')}`;
  });
  const more = slices.length > told.length ? `; ${slices.length - told.length} more` : '';
  return [Markdown.of`**By parameters**: ${told.join('; ')}${more}`];
}

/** Returns the heap memory held by the line's calls at the peak of the processes, over all call paths to it. */
function memoryText(calls: readonly MemoryCall[], { memory }: FindingsReport): Markdown {
  const sum = (value: (call: MemoryCall) => number): number => calls.reduce((all, call) => all + value(call), 0);
  const several = (memory?.measured ?? 1) > 1;
  const then = several ? 'when each rank held most' : 'when the program held most';
  const facts = `${dataSize(sum(({ high }) => high))} of the heap ${then}, ${percent(
    Math.min(
      1,
      sum(({ share }) => share),
    ),
  )} of it; ${dataSize(sum(({ taken }) => taken))} taken in all`;
  return Markdown.of`**Memory of this line**: ${facts}`;
}

/** Returns the time of the calls from a line; for the first line of a function, its own text has more. */
function timeText(lines: readonly PlacedLine[], report: FindingsReport): Markdown[] {
  return lines.flatMap(({ summary, functions }) =>
    summary !== undefined && functions.length === 0 ? [callsText(summary, report)] : [],
  );
}

function callsText({ seconds, share, exclusive }: LineSummary, report: FindingsReport): Markdown {
  const whole = `Calls from this line: ${amount(seconds, report)}, ${percent(share)} of ${wholeName(report)} (${extentOf(report).whole})`;
  // Sums of the same times in another order differ in their last digits.
  if (exclusive === undefined || seconds - exclusive < 1e-9 * seconds) return Markdown.of`${whole}`;
  return Markdown.of`${whole}; ${amount(exclusive, report)} exclusive, ${amount(seconds - exclusive, report)} in functions they call`;
}

/** Returns the losses in callees. */
function calledText(lines: readonly PlacedLine[]): Markdown[] {
  const { severity, waits } = calledFrom(lines);
  if (waits.length === 0) return [];
  const parts = waits.map((wait) => Markdown.of`${wait.title} ${percent(wait.severity)}`);
  return [
    Markdown.of`Lost in what is called from here **${percent(severity)}**: ${Markdown.join(parts, Markdown.of`, `)}`,
  ];
}

/** Returns the most severe warning, so that it accompanies all numbers here; the Findings view lists all of them. */
function warningText({ title, sentence, advice }: Doubt): Markdown {
  return Markdown.of`**Warning: ${title}.** ${sentence} ${advice}`;
}

function runText(report: FindingsReport, { name, created }: RunLabel): Markdown {
  const kept = report.measurement === undefined ? [] : [report.measurement];
  return Markdown.of`Run ${name}, ${localTime(created, 'minute')}, ${[...extentOf(report).parts, ...kept].join(', ')}`;
}
