/** Reports for merge requests: GitHub-flavoured Markdown, readable as plain text too. */
import { doubtsOf, headlineDoubt, nothingFound } from '../../model/doubts.js';
import { extentOf } from '../../model/extent.js';
import type { FindingsReport } from '../../model/findings.js';
import { commandText, doubtText, duration, fileName, percent, plainLine } from '../../model/text.js';
import type { CellRow, Comparison, ComparedValue } from '../compare/comparison.js';
import { largestChange } from '../compare/statistics.js';
import type { Manifest } from '../manifest.js';
import {
  absoluteText,
  estimateText,
  groupFacts,
  lastChange,
  lineContent,
  lineText,
  partsOfTime,
  regionsOf,
  relativeText,
  titlesOf,
  verdictSentence,
} from './words.js';

const MOST_ROWS = 15;
/** Smaller changes, as a share of the total time, are not worth a row. */
const LEAST_SHARE = 0.0005;

/** A name that a stranger may have chosen, as text of a table cell. */
const plain = (text: string): string => plainLine(text).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
/** As plain, set as code. */
const code = (text: string): string => `\`${plainLine(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``;

/** Columns of words beside the first one; numbers stand under one another on the right. */
const TEXTS = new Set(['Property', 'Where']);

function* table(headings: readonly string[], rows: readonly (readonly string[])[]): Generator<string> {
  yield `| ${headings.join(' | ')} |`;
  yield `|${headings.map((heading, column) => (column === 0 || TEXTS.has(heading) ? ' --- |' : ' ---: |')).join('')}`;
  for (const row of rows) yield `| ${row.join(' | ')} |`;
  yield '';
}

/** One experiment: what ran, what it found, and how to run it again. */
export function* experimentMarkdown(manifest: Manifest, report: FindingsReport): Generator<string> {
  yield `# ${plain(manifest.name)}`;
  yield '';
  const { parts, whole } = extentOf(report);
  const facts = [...parts, `${duration(report.span)} run time`, `${duration(report.totalTime)} of ${whole} together`];
  yield `${plain(report.program)} on ${plain(manifest.target)}: ${facts.join(', ')}. Experiment ${code(manifest.id)}.`;
  yield '';
  const doubts = doubtsOf(report);
  const doubt = headlineDoubt(report);
  if (doubt !== undefined) yield `**${plain(doubt)}**\n`;
  if (manifest.note !== undefined) yield `> ${plain(manifest.note)}\n`;
  for (const { title, sentence, advice } of doubts)
    yield `> **${plain(title)}**: ${plain(sentence)} ${plain(advice)}\n`;
  yield '## Findings';
  yield '';
  if (report.findings.length === 0) yield `${nothingFound(report)}\n`;
  else
    yield* table(
      ['Finding', 'Share', 'Time', 'Where'],
      report.findings
        .slice(0, MOST_ROWS)
        .map(({ title, severity, seconds, confidence, place }) => [
          confidence < 1 ? `${plain(title)} (${doubtText(confidence)})` : plain(title),
          percent(severity),
          duration(seconds),
          place === undefined ? '' : code(`${fileName(place.file)}:${place.line}`),
        ]),
    );
  yield* provenance(manifest);
  yield* remarks(report.problems);
}

function* provenance({ revision, compiler, mpi, modules, build, run }: Manifest): Generator<string> {
  yield '## How it was measured';
  yield '';
  if (revision !== undefined)
    yield `- Revision ${code(revision.commit.slice(0, 12))}${revision.changed ? ' with local changes' : ''}`;
  for (const [name, tool] of [
    ['Compiler', compiler],
    ['MPI', mpi],
  ] as const)
    if (tool !== undefined) yield `- ${name}: ${plain(tool.version)} (${code(tool.command)})`;
  if (modules !== undefined && modules.length > 0) yield `- Modules: ${modules.map(code).join(', ')}`;
  for (const { argv } of build ?? []) yield `- Built with ${code(commandText(argv))}`;
  if (run !== undefined) yield `- Run with ${code(commandText(run.argv))}`;
  yield '';
}

function* remarks(problems: readonly { readonly message: string }[]): Generator<string> {
  if (problems.length === 0) return;
  yield '## Remarks';
  yield '';
  for (const { message } of problems) yield `- ${plain(message)}`;
  yield '';
}

/** A comparison; with more than two groups, tables show the last against the first. */
export function* comparisonMarkdown(comparison: Comparison): Generator<string> {
  const { groups, runTime, totalTime, problems } = comparison;
  yield `# ${groups.map(({ label }) => plain(label)).join(' → ')}`;
  yield '';
  for (let group = 1; group < groups.length; group++) yield `${plain(verdictSentence(comparison, group))}\n`;
  yield* table(
    ['', ...groups.map(({ label }) => plain(label)), 'Change', 'Relative'],
    [
      ['Runs', ...groups.map(groupFacts), '', ''],
      ['Run time', ...valueCells(runTime)],
      ['Time of all locations', ...valueCells(totalTime)],
    ],
  );
  yield* propertyTable(comparison);
  yield* cellTables(comparison);
  yield* lineTable(comparison);
  yield* remarks(problems);
}

function valueCells(value: ComparedValue): string[] {
  const change = lastChange(value);
  return [
    ...value.groups.map((estimate) => estimateText(estimate, 'seconds')),
    absoluteText(change, 'seconds'),
    relativeText(change),
  ];
}

function isWorthwhile({ totalTime }: Comparison): (row: ComparedValue) => boolean {
  const whole = Math.max(...totalTime.groups.map(({ mean }) => mean));
  return (row) => largestChange(row) >= LEAST_SHARE * whole && largestChange(row) > 0;
}

function* propertyTable(comparison: Comparison): Generator<string> {
  const rows = comparison.properties
    .filter(({ unit, parent }) => unit === 'seconds' && parent !== undefined)
    .filter(isWorthwhile(comparison))
    .sort((a, b) => largestChange(b) - largestChange(a))
    .slice(0, MOST_ROWS);
  if (rows.length === 0) return;
  yield '## Properties';
  yield '';
  const labels = comparison.groups.map(({ label }) => plain(label));
  yield* table(
    ['Property', ...labels, 'Change', 'Relative'],
    rows.map((row) => [plain(row.title), ...valueCells(row)]),
  );
}

/** The largest changes, lost and won. */
function* cellTables(comparison: Comparison): Generator<string> {
  const titles = titlesOf(comparison);
  const timed = partsOfTime(comparison);
  const cells = comparison.cells.filter(({ property }) => timed.has(property)).filter(isWorthwhile(comparison));
  const tables: [string, CellRow[]][] = [
    ['Time lost', cells.filter((cell) => lastChange(cell).absolute > 0)],
    ['Time won', cells.filter((cell) => lastChange(cell).absolute < 0)],
  ];
  for (const [title, rows] of tables) {
    if (rows.length === 0) continue;
    yield `## ${title}`;
    yield '';
    yield* table(
      ['Call path', 'Property', 'Before', 'After', 'Change', 'Relative'],
      rows.slice(0, MOST_ROWS).map((cell) => {
        const { presence } = comparison.callPaths[cell.callPath];
        const path = code(regionsOf(comparison, cell.callPath).slice(-4).join(' → '));
        const first = estimateText(cell.groups[0], 'seconds');
        const last = estimateText(cell.groups[cell.groups.length - 1], 'seconds');
        return [
          presence === 'new' || presence === 'gone' ? `${path} (${presence})` : path,
          plain(titles.get(cell.property) ?? cell.property),
          first,
          last,
          absoluteText(lastChange(cell), 'seconds'),
          relativeText(lastChange(cell)),
        ];
      }),
    );
  }
}

function* lineTable(comparison: Comparison): Generator<string> {
  const rows = comparison.lines.filter(isWorthwhile(comparison)).slice(0, MOST_ROWS);
  if (rows.length === 0) return;
  yield '## Source lines, with what is called from them';
  yield '';
  yield* table(
    ['Line', ...comparison.groups.map(({ label }) => plain(label)), 'Change', 'Relative'],
    rows.map((row) => [`${code(lineText(row))} ${plain(lineContent(row))}`.trimEnd(), ...valueCells(row)]),
  );
}
