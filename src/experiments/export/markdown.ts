/** Reports for merge requests: GitHub-flavoured Markdown, readable as plain text too. */
import { absoluteText, pointsText, relativeText } from '../../base/changeText.js';
import { elementAt } from '../../base/elements.js';
import { doubtsOf, headlineDoubt, nothingFound } from '../../model/doubts.js';
import { HIERARCHY_TITLES } from '../../model/efficiency.js';
import { extentOf } from '../../model/extent.js';
import type { FindingsReport } from '../../model/findings.js';
import { amount } from '../../model/mainMetric.js';
import { Markdown } from '../../model/markdown.js';
import { commandText, doubtText, duration, fileName, percent, quantity } from '../../base/text.js';
import type { CellRow, Comparison, ComparedValue, LineRow } from '../compare/comparison.js';
import { largestChange } from '../compare/statistics.js';
import type { Manifest } from '../manifest.js';
import { comparedEfficiencies } from './efficiencyWords.js';
import {
  estimateText,
  groupFacts,
  lastChange,
  lineContent,
  lineText,
  partsOfTime,
  regionsOf,
  titlesOf,
  verdictSentence,
} from './words.js';

const MOST_ROWS = 15;
/** Smaller changes, as a share of the total time, are not worth a row. */
const LEAST_SHARE = 0.0005;

const code = (text: string): Markdown => Markdown.code(text);

/** Columns of words beside the first one; numbers stand under one another on the right. */
const TEXTS = new Set(['Property', 'Where']);

type Cell = Markdown | string;

const empty = Markdown.of``;
const words = Markdown.of` --- `;
const numbers = Markdown.of` ---: `;

function* table(headings: readonly string[], rows: readonly (readonly Cell[])[]): Generator<Markdown> {
  yield tableRow(headings);
  const columns = headings.map((heading, column) => (column === 0 || TEXTS.has(heading) ? words : numbers));
  yield Markdown.of`|${Markdown.join(columns, Markdown.of`|`)}|`;
  yield* rows.map(tableRow);
  yield empty;
}

function tableRow(cells: readonly Cell[]): Markdown {
  const texts = cells.map((cell) => Markdown.of`${cell}`);
  return Markdown.of`| ${Markdown.join(texts, Markdown.of` | `)} |`;
}

/** Lines as they are written; of strangers' text in them nothing is Markdown. */
function* written(lines: Iterable<Markdown>): Generator<string> {
  for (const line of lines) yield line.toString();
}

/** One experiment: what ran, what it found, and how to run it again. */
export function experimentMarkdown(manifest: Manifest, report: FindingsReport): Iterable<string> {
  return written(experimentLines(manifest, report));
}

function* experimentLines(manifest: Manifest, report: FindingsReport): Generator<Markdown> {
  yield Markdown.of`# ${manifest.name}`;
  yield empty;
  const { parts, whole } = extentOf(report);
  const { main } = report;
  const facts = [
    ...parts,
    `${duration(report.span)} run time`,
    main === undefined
      ? `${duration(report.totalTime)} of ${whole} together`
      : `ranked by ${main.title}: ${amount(main.total, report)} of ${whole} together`,
  ];
  yield Markdown.of`${report.program} on ${manifest.target}: ${facts.join(', ')}. Experiment ${code(manifest.id)}.`;
  yield empty;
  const doubts = doubtsOf(report);
  const doubt = headlineDoubt(report);
  if (doubt !== undefined) yield Markdown.of`**${doubt}**\n`;
  if (manifest.note !== undefined) yield Markdown.of`> ${manifest.note}\n`;
  for (const { title, sentence, advice } of doubts) yield Markdown.of`> **${title}**: ${sentence} ${advice}\n`;
  yield Markdown.of`## Findings`;
  yield empty;
  if (report.findings.length === 0) yield Markdown.of`${nothingFound(report)}\n`;
  else
    yield* table(
      ['Finding', 'Share', main === undefined ? 'Time' : 'Amount', 'Where'],
      report.findings
        .slice(0, MOST_ROWS)
        .map(({ title, severity, seconds, unit, confidence, place }) => [
          confidence < 1 ? `${title} (${doubtText(confidence)})` : title,
          percent(severity),
          quantity(seconds, unit ?? 'seconds'),
          place === undefined ? '' : code(`${fileName(place.file)}:${place.line}`),
        ]),
    );
  yield* provenance(manifest);
  yield* remarks(report.problems);
}

function* provenance({ revision, compiler, mpi, modules, build, run }: Manifest): Generator<Markdown> {
  yield Markdown.of`## How it was measured`;
  yield empty;
  if (revision !== undefined)
    yield Markdown.of`- Revision ${code(revision.commit.slice(0, 12))}${revision.changed ? Markdown.of` with local changes` : ''}`;
  for (const [name, tool] of [
    ['Compiler', compiler],
    ['MPI', mpi],
  ] as const)
    if (tool !== undefined) yield Markdown.of`- ${name}: ${tool.version} (${code(tool.command)})`;
  if (modules !== undefined && modules.length > 0)
    yield Markdown.of`- Modules: ${Markdown.join(modules.map(code), Markdown.of`, `)}`;
  for (const { argv } of build ?? []) yield Markdown.of`- Built with ${code(commandText(argv))}`;
  if (run !== undefined) yield Markdown.of`- Run with ${code(commandText(run.argv, run.input))}`;
  yield empty;
}

function* remarks(problems: readonly { readonly message: string }[]): Generator<Markdown> {
  if (problems.length === 0) return;
  yield Markdown.of`## Remarks`;
  yield empty;
  for (const { message } of problems) yield Markdown.of`- ${message}`;
  yield empty;
}

/** A comparison; with more than two groups, tables show the last against the first. */
export function comparisonMarkdown(comparison: Comparison): Iterable<string> {
  return written(comparisonLines(comparison));
}

function* comparisonLines(comparison: Comparison): Generator<Markdown> {
  const { groups, runTime, totalTime, problems } = comparison;
  yield Markdown.of`# ${groups.map(({ label }) => label).join(' → ')}`;
  yield empty;
  for (let group = 1; group < groups.length; group++) yield Markdown.of`${verdictSentence(comparison, group)}\n`;
  yield* table(
    ['', ...groups.map(({ label }) => label), 'Change', 'Relative'],
    [
      ['Runs', ...groups.map(groupFacts), '', ''],
      ['Run time', ...valueCells(runTime)],
      ['Time of all locations', ...valueCells(totalTime)],
    ],
  );
  yield* efficiencyTable(comparison);
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

/** Those of POP, the last group's against the first one's. */
function* efficiencyTable(comparison: Comparison): Generator<Markdown> {
  const rows = comparedEfficiencies(comparison, comparison.groups.length - 1);
  if (rows.length === 0) return;
  yield Markdown.of`## Efficiencies`;
  yield empty;
  const known = (value: number | null): string => (value === null ? 'not known' : percent(value));
  for (const [hierarchy, title] of Object.entries(HIERARCHY_TITLES))
    yield* table(
      [title, 'Before', 'After', 'Change'],
      rows
        .filter((row) => row.hierarchy === hierarchy)
        .map(({ title: name, depth, before, after, change }) => [
          `${'– '.repeat(depth)}${name}`,
          known(before),
          known(after),
          change === null ? '' : pointsText(change),
        ]),
    );
}

function* propertyTable(comparison: Comparison): Generator<Markdown> {
  const rows = comparison.properties
    .filter(({ unit, parent }) => unit === 'seconds' && parent !== undefined)
    .filter(isWorthwhile(comparison))
    .sort((a, b) => largestChange(b) - largestChange(a))
    .slice(0, MOST_ROWS);
  if (rows.length === 0) return;
  yield Markdown.of`## Properties`;
  yield empty;
  const labels = comparison.groups.map(({ label }) => label);
  yield* table(
    ['Property', ...labels, 'Change', 'Relative'],
    rows.map((row) => [row.title, ...valueCells(row)]),
  );
}

/** The largest changes, lost and won. */
function* cellTables(comparison: Comparison): Generator<Markdown> {
  const titles = titlesOf(comparison);
  const timed = partsOfTime(comparison);
  const cells = comparison.cells.filter(({ property }) => timed.has(property)).filter(isWorthwhile(comparison));
  const tables: [string, CellRow[]][] = [
    ['Time lost', cells.filter((cell) => lastChange(cell).absolute > 0)],
    ['Time won', cells.filter((cell) => lastChange(cell).absolute < 0)],
  ];
  for (const [title, rows] of tables) {
    if (rows.length === 0) continue;
    yield Markdown.of`## ${title}`;
    yield empty;
    yield* table(
      ['Call path', 'Property', 'Before', 'After', 'Change', 'Relative'],
      rows.slice(0, MOST_ROWS).map((cell) => {
        const { presence } = elementAt(comparison.callPaths, cell.callPath);
        const path = code(regionsOf(comparison, cell.callPath).slice(-4).join(' → '));
        const first = estimateText(elementAt(cell.groups, 0), 'seconds');
        const last = estimateText(elementAt(cell.groups, cell.groups.length - 1), 'seconds');
        return [
          presence === 'new' || presence === 'gone' ? Markdown.of`${path} (${presence})` : path,
          titles.get(cell.property) ?? cell.property,
          first,
          last,
          absoluteText(lastChange(cell), 'seconds'),
          relativeText(lastChange(cell)),
        ];
      }),
    );
  }
}

function* lineTable(comparison: Comparison): Generator<Markdown> {
  const rows = comparison.lines.filter(isWorthwhile(comparison)).slice(0, MOST_ROWS);
  if (rows.length === 0) return;
  yield Markdown.of`## Source lines, with what is called from them`;
  yield empty;
  yield* table(
    ['Line', ...comparison.groups.map(({ label }) => label), 'Change', 'Relative'],
    rows.map((row) => [lineCell(row), ...valueCells(row)]),
  );
}

function lineCell(row: LineRow): Markdown {
  const [where, content] = [code(lineText(row)), lineContent(row)];
  return content === '' ? where : Markdown.of`${where} ${content}`;
}
