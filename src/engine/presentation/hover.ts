import { localTime } from '../../model/dates.js';
import { doubtsOf } from '../../model/doubts.js';
import { extentOf } from '../../model/extent.js';
import type {
  Doubt,
  Finding,
  FindingPart,
  FindingsReport,
  FunctionSummary,
  LineSummary,
} from '../../model/findings.js';
import { calledFrom } from './called.js';
import { causeText, worstCauses } from './causes.js';
import { sumByProperty, type PropertySum } from './lineDigest.js';
import type { PlacedLine } from './placedLine.js';
import { concernedRanks, listRanks } from './ranks.js';
import { doubtText, duration, percent } from '../../model/text.js';
import { EXPLAIN_PROPERTY_COMMAND, type ExplainPropertyArguments } from '../../protocol/session.js';
import { distributionText, instanceText, statisticsOf } from './singleWaits.js';
import { escapeMarkdown } from './text.js';

/** Which run a hover speaks of. */
export interface RunLabel {
  readonly name: string;
  /** ISO 8601. */
  readonly created: string;
}

/**
 * The hover of one line of the current text, as Markdown; undefined where the run says nothing about it.
 * Everything that comes from a report is escaped: reports may come from strangers.
 * @param commandLinks whether the client has the commands that links may lead to
 */
export function lineHover(
  lines: readonly PlacedLine[],
  report: FindingsReport,
  run: RunLabel,
  commandLinks = false,
): string | undefined {
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
  if (blocks.length === 0) return undefined;
  blocks.push(...sums.flatMap((sum) => [...meaning(sum, report), ...(commandLinks ? pageLink(sum) : [])]));
  if (lines.some((line) => line.stale)) {
    blocks.push(
      '*This line was changed since the run: the numbers belong to its earlier text. Run the analysis again.*',
    );
  }
  blocks.push(...doubtsOf(report).slice(0, 1).map(warningText), runText(report, run));
  return blocks.join('\n\n');
}

function propertyTable(sums: readonly PropertySum[], report: FindingsReport): string[] {
  if (sums.length === 0) return [];
  const rows = sums.map((sum) => {
    const ranks = listRanks(concernedRanks(sum.findings, report));
    const paths = sum.findings.length;
    const title = escapeMarkdown(sum.title) + (paths > 1 ? ` (${paths} call paths)` : '');
    return `| ${title} | ${percent(sum.severity)} | ${duration(sum.seconds)} | ${ranks} |`;
  });
  // Editors set the cells of a table close together.
  const apart = (row: string): string => row.replaceAll(' | ', '&nbsp;&nbsp; | ');
  const header = '| Time lost to | Share | Time | Where |';
  return [[apart(header), '|:--|--:|--:|:--|', ...rows.map(apart)].join('\n')];
}

function functionText(
  { region, visits, inclusive, exclusive, share }: FunctionSummary,
  report: FindingsReport,
): string {
  return (
    `**${escapeMarkdown(region)}**: ${percent(share)} of the total time, ` +
    `${duration(inclusive)} with what it calls, ${duration(exclusive)} by itself, ` +
    `${visits.toLocaleString('en')} ${visits === 1 ? 'visit' : 'visits'} (${extentOf(report).whole})`
  );
}

function lineText({ seconds, share, exclusive }: LineSummary, report: FindingsReport): string {
  const whole = `Calls from this line: ${duration(seconds)}, ${percent(share)} of the total time (${extentOf(report).whole})`;
  // Sums of the same times in another order differ in their last digits.
  if (exclusive === undefined || seconds - exclusive < 1e-9 * seconds) return whole;
  return `${whole}; ${duration(exclusive)} by themselves, ${duration(seconds - exclusive)} in what they call`;
}

/** What is lost further down, apart from what the line itself loses. */
function calledText(sums: readonly PropertySum[], lines: readonly PlacedLine[]): string[] {
  const { severity, waits } = calledFrom(lines);
  if (waits.length === 0) return [];
  const here = sums.reduce((total, sum) => total + sum.severity, 0);
  const parts = waits.map((wait) => `${escapeMarkdown(wait.title)} ${percent(wait.severity)}`);
  const own = here > 0 ? `Lost here ${percent(here)}, in` : 'Lost in';
  return [`${own} what is called from here **${percent(severity)}**: ${parts.join(', ')}`];
}

function meaning({ title, findings }: PropertySum, report: FindingsReport): string[] {
  const { explanation, advice, confidence } = findings[0];
  const doubt = confidence < 1 ? ` (${doubtText(confidence)})` : '';
  const text = [`**${escapeMarkdown(title)}**${doubt}: ${escapeMarkdown(explanation)}`];
  text.push(...causedBy(findings[0], report), ...singleWaits(findings[0], report));
  if (advice !== '') text.push(`*What to try:* ${escapeMarkdown(advice)}`);
  return [...text, ...findings.flatMap(({ parts }) => parts ?? []).map(partText)];
}

/** Leads to the page of a property; names come from reports, so that only plain ones may become part of a link. */
function pageLink({ title, findings }: PropertySum): string[] {
  const { property } = findings[0];
  if (!/^[a-z][a-z0-9_]*$/.test(property)) return [];
  const args: ExplainPropertyArguments = [{ property }];
  const target = `${EXPLAIN_PROPERTY_COMMAND}?${encodeURIComponent(JSON.stringify(args))}`;
  return [`[More about ${escapeMarkdown(title)}](command:${target})`];
}

/** Where the waiting begins, of the call path that waits most. */
function causedBy(finding: Finding, report: FindingsReport): string[] {
  const causes = worstCauses(finding).map((cause) => escapeMarkdown(causeText(cause, report)));
  return causes.length === 0 ? [] : [`*Caused by:* ${causes.join('; ')}`];
}

/** How the waits are distributed over the run, and the longest one from this line. */
function singleWaits({ property, worst }: Finding, report: FindingsReport): string[] {
  const statistics = statisticsOf(report, property);
  if (statistics === undefined || worst === undefined) return [];
  const whole = `In the whole run ${distributionText(statistics)}.`;
  return [`*Single waits:* the longest from here ${escapeMarkdown(instanceText(worst))}. ${whole}`];
}

function partText({ title, severity, explanation, advice }: FindingPart): string {
  return `*Of this, ${percent(severity)} ${escapeMarkdown(title)}:* ${escapeMarkdown(explanation)} ${escapeMarkdown(advice)}`;
}

/** The worst doubt, so that no number here is read without it; all of them are in the Findings view. */
function warningText({ title, sentence, advice }: Doubt): string {
  return `**Doubtful: ${escapeMarkdown(title)}.** ${escapeMarkdown(sentence)} ${escapeMarkdown(advice)}`;
}

function runText(report: FindingsReport, { name, created }: RunLabel): string {
  return `Run ${escapeMarkdown(name)}, ${escapeMarkdown(localTime(created, 'minute'))}, ${extentOf(report).parts.join(', ')}`;
}
