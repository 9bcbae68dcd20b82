import { localTime } from '../../base/dates.js';
import { doubtsOf } from '../../model/doubts.js';
import { extentOf } from '../../model/extent.js';
import type {
  Doubt,
  Finding,
  FindingPart,
  FindingsReport,
  HotLine,
  FunctionSummary,
  LineSummary,
} from '../../model/findings.js';
import { Markdown } from '../../model/markdown.js';
import type { EventSummary } from '../../model/beside.js';
import type { MemoryCall } from '../../model/memory.js';
import { calledFrom } from './called.js';
import { causeText, worstCauses } from './causes.js';
import { type CountedHere, sumByProperty, type PropertySum } from './lineDigest.js';
import type { PlacedLine } from './placedLine.js';
import { concernedRanks, listRanks } from './ranks.js';
import { counted, dataSize, doubtText, duration, percent, plainLine, quantity } from '../../base/text.js';
import type { PropertyCatalog } from '../../properties/index.js';
import { EXPLAIN_PROPERTY_COMMAND, type ExplainPropertyArguments } from '../../protocol/session.js';
import { distributionText, instanceText, statisticsOf } from './singleWaits.js';

/** What stands between the paragraphs of a hover. */
export const paragraphs = Markdown.of`\n\n`;

/** Events of a line that are told. */
const MOST_EVENTS = 8;

/** Which run a hover speaks of. */
export interface RunLabel {
  readonly name: string;
  /** ISO 8601. */
  readonly created: string;
}

/**
 * The hover of one line of the current text; undefined where the run says nothing about it. Reports may come from
 * strangers: what they say is text in it, never Markdown.
 * @param linked names the pages that links lead to; left out for clients that have no command for them
 */
export function lineHover(
  lines: readonly PlacedLine[],
  report: FindingsReport,
  run: RunLabel,
  linked?: PropertyCatalog,
): Markdown | undefined {
  const sums = sumByProperty(lines.flatMap((line) => line.findings));
  const blocks = [
    ...propertyTable(sums, report),
    ...calledText(sums, lines),
    ...lines.flatMap(({ functions }) => functions.map((called) => functionText(called, report))),
    // Where a function begins, its own text says more than the line's.
    ...lines.flatMap(({ summary, functions }) =>
      summary && functions.length === 0 ? [lineText(summary, report)] : [],
    ),
  ];
  blocks.push(...lines.flatMap(({ hot = [] }) => hot.map((line) => hotText(line, report))));
  blocks.push(...lines.flatMap(({ counted = [] }) => counted.map(countedText)));
  blocks.push(...lines.flatMap(({ events = [] }) => events.slice(0, MOST_EVENTS).map(eventText)));
  blocks.push(...lines.flatMap(({ memory = [] }) => (memory.length === 0 ? [] : [memoryText(memory, report)])));
  if (blocks.length === 0) return undefined;
  blocks.push(
    ...sums.flatMap((sum) => [...meaning(sum, report), ...(linked === undefined ? [] : pageLink(sum, linked))]),
  );
  if (lines.some((line) => line.stale)) {
    blocks.push(
      Markdown.of`*This line was changed since the run: the numbers belong to its earlier text. Run the analysis again.*`,
    );
  }
  blocks.push(...doubtsOf(report).slice(0, 1).map(warningText), runText(report, run));
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

function propertyTable(sums: readonly PropertySum[], report: FindingsReport): Markdown[] {
  if (sums.length === 0) return [];
  const rows = sums.map((sum) => {
    const ranks = listRanks(concernedRanks(sum.findings, report));
    const paths = sum.findings.length;
    const title = paths > 1 ? `${plainLine(sum.title)} (${paths} call paths)` : sum.title;
    return tableRow([title, percent(sum.severity), duration(sum.seconds), ranks]);
  });
  // Of sums alone it is not known how much of them is lost.
  const time = report.measurement === 'profile' ? 'Time in' : 'Time lost to';
  const header = tableRow([time, 'Share', 'Time', 'Where']);
  return [Markdown.join([header, Markdown.of`|:--|--:|--:|:--|`, ...rows], Markdown.of`\n`)];
}

function functionText(
  { region, visits, inclusive, exclusive, share }: FunctionSummary,
  report: FindingsReport,
): Markdown {
  const facts =
    `${percent(share)} of the total time, ` +
    `${duration(inclusive)} with what it calls, ${duration(exclusive)} by itself, ` +
    `${visits.toLocaleString('en')} ${visits === 1 ? 'visit' : 'visits'} (${extentOf(report).whole})`;
  return Markdown.of`**${region}**: ${facts}`;
}

/** What samples tell of the line's own code. */
function hotText(
  { region, samples, ofSamples, seconds, least, most, share }: HotLine,
  report: FindingsReport,
): Markdown {
  const between = `${duration(least)} to ${duration(most)}`;
  const facts = `${percent(share)} of the total time (${extentOf(report).whole}), ${duration(seconds)}: between ${between}, by ${samples.toLocaleString('en')} of ${ofSamples.toLocaleString('en')} samples of`;
  return Markdown.of`**This line**: ${facts} ${region}`;
}

/** What a function that begins here has of a counter. */
function countedText({ counter: { name, unit, total }, here: { own, inclusive, calls } }: CountedHere): Markdown {
  const each = calls > 0 ? `, ${quantity(inclusive / calls, unit)} a call` : '';
  const part = percent(total > 0 ? Math.min(1, inclusive / total) : 0);
  const facts = `${quantity(own, unit)} by itself, ${quantity(inclusive, unit)} with what it calls (${part} of all)${each}`;
  return Markdown.of`**${name}**: ${facts}`;
}

/** Numbers that a function that begins here told. */
function eventText({ name, unit, count, min, mean, max }: EventSummary): Markdown {
  const facts = `${counted(count, 'time')}, ${quantity(min, unit)} to ${quantity(max, unit)}, ${quantity(mean, unit)} on average`;
  return Markdown.of`**${name}**: ${facts}`;
}

/** What the line's calls held when the processes had most, over all ways that lead to it. */
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

function lineText({ seconds, share, exclusive }: LineSummary, report: FindingsReport): Markdown {
  const whole = `Calls from this line: ${duration(seconds)}, ${percent(share)} of the total time (${extentOf(report).whole})`;
  // Sums of the same times in another order differ in their last digits.
  if (exclusive === undefined || seconds - exclusive < 1e-9 * seconds) return Markdown.of`${whole}`;
  return Markdown.of`${whole}; ${duration(exclusive)} by themselves, ${duration(seconds - exclusive)} in what they call`;
}

/** What is lost further down, apart from what the line itself loses. */
function calledText(sums: readonly PropertySum[], lines: readonly PlacedLine[]): Markdown[] {
  const { severity, waits } = calledFrom(lines);
  if (waits.length === 0) return [];
  const here = sums.reduce((total, sum) => total + sum.severity, 0);
  const parts = waits.map((wait) => Markdown.of`${wait.title} ${percent(wait.severity)}`);
  const own = here > 0 ? `Lost here ${percent(here)}, in` : 'Lost in';
  return [
    Markdown.of`${own} what is called from here **${percent(severity)}**: ${Markdown.join(parts, Markdown.of`, `)}`,
  ];
}

function meaning({ title, findings }: PropertySum, report: FindingsReport): Markdown[] {
  const { explanation, advice, confidence } = findings[0];
  const doubt = confidence < 1 ? ` (${doubtText(confidence)})` : '';
  return [
    Markdown.of`**${title}**${doubt}: ${explanation}`,
    ...causedBy(findings[0], report),
    ...singleWaits(findings[0], report),
    ...(advice === '' ? [] : [Markdown.of`*What to try:* ${advice}`]),
    ...findings.flatMap(({ parts }) => parts ?? []).map(partText),
  ];
}

/** Leads to the page of a property; names come from reports, so that only plain ones may become part of a link. */
function pageLink({ title, findings }: PropertySum, pages: PropertyCatalog): Markdown[] {
  const { property } = findings[0];
  if (!/^[a-z][a-z0-9_]*$/.test(property)) return [];
  const args: ExplainPropertyArguments = [{ property, page: pages.pageOf(property) }];
  return [Markdown.commandLink(`More about ${plainLine(title)}`, EXPLAIN_PROPERTY_COMMAND, args)];
}

/** Where the waiting begins, of the call path that waits most. */
function causedBy(finding: Finding, report: FindingsReport): Markdown[] {
  const causes = worstCauses(finding).map((cause) => causeText(cause, report));
  return causes.length === 0 ? [] : [Markdown.of`*Caused by:* ${causes.join('; ')}`];
}

/** How the waits are distributed over the run, and the longest one from this line. */
function singleWaits({ property, worst }: Finding, report: FindingsReport): Markdown[] {
  const statistics = statisticsOf(report, property);
  if (statistics === undefined || worst === undefined) return [];
  const whole = `In the whole run ${distributionText(statistics)}.`;
  return [Markdown.of`*Single waits:* the longest from here ${instanceText(worst)}. ${whole}`];
}

function partText({ title, severity, explanation, advice }: FindingPart): Markdown {
  return Markdown.of`*Of this, ${percent(severity)} ${title}:* ${explanation} ${advice}`;
}

/** The worst doubt, so that no number here is read without it; all of them are in the Findings view. */
function warningText({ title, sentence, advice }: Doubt): Markdown {
  return Markdown.of`**Doubtful: ${title}.** ${sentence} ${advice}`;
}

function runText(report: FindingsReport, { name, created }: RunLabel): Markdown {
  const kept = report.measurement === undefined ? [] : [report.measurement];
  return Markdown.of`Run ${name}, ${localTime(created, 'minute')}, ${[...extentOf(report).parts, ...kept].join(', ')}`;
}
