/** Reports of experiments and comparisons, on any paper. */
import { absoluteText, pointsText, relativeText } from '../../base/changeText.js';
import { elementAt } from '../../base/elements.js';
import { doubtsOf, headlineDoubt, nothingFound } from '../../model/findings/doubts.js';
import { HIERARCHY_TITLES } from '../../model/findings/efficiency.js';
import { extentOf, sumText } from '../../model/findings/extent.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { amount } from '../../model/findings/mainMetric.js';
import { savedText, UNMODELED } from '../../model/text/gainText.js';
import { scenariosText } from '../../model/text/scenarioText.js';
import { commandText, doubtText, duration, fileName, percent, quantity } from '../../base/text.js';
import type { CellRow, Comparison, ComparedValue, LineRow } from '../compare/comparison.js';
import { largestChange } from '../compare/statistics.js';
import type { Manifest } from '../store/manifest.js';
import { type Blocks, heading, type Paper, paragraph, table } from './blocks.js';
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
} from '../compare/words.js';

const MOST_ROWS = 15;
/** Smaller changes, as a share of the total time, are not worth a row. */
const LEAST_SHARE = 0.0005;

/** One experiment: what ran, what it found, and how to run it again. */
export function* experimentBlocks<T>(paper: Paper<T>, manifest: Manifest, report: FindingsReport): Blocks<T> {
  yield { is: 'heading', level: 1, text: paper.of`${manifest.name}` };
  const extent = extentOf(report);
  const { main } = report;
  const facts = [
    ...extent.parts,
    ...(main === undefined || report.span > 0 ? [`${duration(report.span)} run time`] : []),
    main === undefined
      ? sumText(duration(report.totalTime), extent)
      : `ranked by ${main.title}: ${sumText(amount(main.total, report), extent)}`,
  ];
  yield paragraph(
    paper.of`${report.program} on ${manifest.target}: ${facts.join(', ')}. Experiment ${paper.code(manifest.id)}.`,
  );
  const doubts = doubtsOf(report);
  const doubt = headlineDoubt(report);
  if (doubt !== undefined) yield paragraph(paper.strong(doubt));
  if (manifest.note !== undefined) yield { is: 'quote', text: paper.of`${manifest.note}` };
  for (const { title, sentence, advice } of doubts)
    yield { is: 'quote', text: paper.of`${paper.strong(title)}: ${sentence} ${advice}` };
  yield heading(paper, 'Findings');
  const hasGains = report.findings.some(({ gain }) => gain !== undefined);
  if (report.findings.length === 0) yield paragraph(paper.of`${nothingFound(report)}`);
  else
    yield table<T>(
      ['Finding', 'Share', main === undefined ? 'Time' : 'Amount', 'Where', ...(hasGains ? ['Saves up to'] : [])],
      report.findings
        .slice(0, MOST_ROWS)
        .map(({ title, severity, seconds, unit, confidence, place, gain }) => [
          confidence < 1 ? `${title} (${doubtText(confidence)})` : title,
          percent(severity),
          quantity(seconds, unit ?? 'seconds'),
          place === undefined ? '' : paper.code(`${fileName(place.file)}:${place.line}`),
          ...(hasGains ? [gain === undefined ? '' : savedText(gain)] : []),
        ]),
    );
  yield* predictedGains(paper, report);
  yield* provenance(paper, manifest);
  yield* remarks(paper, report.problems);
}

/** Changes with a gain, the largest first. */
function* predictedGains<T>(paper: Paper<T>, { predictions }: FindingsReport): Blocks<T> {
  const saving = (predictions?.predictions ?? []).filter(({ share }) => share >= LEAST_SHARE).slice(0, MOST_ROWS);
  if (predictions === undefined || saving.length === 0) return;
  yield heading(paper, 'Predicted gains');
  yield table<T>(
    ['Change', 'Run time', 'Saves up to'],
    saving.map((prediction) => [
      scenariosText(prediction.scenarios),
      duration(prediction.runTime),
      savedText(prediction),
    ]),
  );
  yield paragraph(
    paper.of`Predicted from the trace; gains do not add up. ${[...predictions.limits, ...UNMODELED].join(' ')}`,
  );
}

function* provenance<T>(paper: Paper<T>, { revision, compiler, mpi, modules, build, run }: Manifest): Blocks<T> {
  yield heading(paper, 'How it was measured');
  const tools = [
    ['Compiler', compiler],
    ['MPI', mpi],
  ] as const;
  yield {
    is: 'list',
    items: [
      ...(revision === undefined
        ? []
        : [
            paper.of`Revision ${paper.code(revision.commit.slice(0, 12))}${revision.changed ? paper.of` with local changes` : ''}`,
          ]),
      ...tools.flatMap(([name, tool]) =>
        tool === undefined ? [] : [paper.of`${name}: ${tool.version} (${paper.code(tool.command)})`],
      ),
      ...(modules === undefined || modules.length === 0
        ? []
        : [
            paper.of`Modules: ${paper.join(
              modules.map((module) => paper.code(module)),
              paper.of`, `,
            )}`,
          ]),
      ...(build ?? []).map(({ argv }) => paper.of`Built with ${paper.code(commandText(argv))}`),
      ...(run === undefined ? [] : [paper.of`Run with ${paper.code(commandText(run.argv, run.input))}`]),
    ],
  };
}

function* remarks<T>(paper: Paper<T>, problems: readonly { readonly message: string }[]): Blocks<T> {
  if (problems.length === 0) return;
  yield heading(paper, 'Remarks');
  yield { is: 'list', items: problems.map(({ message }) => paper.of`${message}`) };
}

/** A comparison; with more than two groups, tables show the last against the first. */
export function* comparisonBlocks<T>(paper: Paper<T>, comparison: Comparison): Blocks<T> {
  const { groups, runTime, totalTime, problems } = comparison;
  yield { is: 'heading', level: 1, text: paper.of`${groups.map(({ label }) => label).join(' → ')}` };
  for (let group = 1; group < groups.length; group++) yield paragraph(paper.of`${verdictSentence(comparison, group)}`);
  yield table<T>(
    ['', ...groups.map(({ label }) => label), 'Change', 'Relative'],
    [
      ['Runs', ...groups.map(groupFacts), '', ''],
      ['Run time', ...valueCells(runTime)],
      ['Time of all locations', ...valueCells(totalTime)],
    ],
  );
  yield* efficiencyTable(paper, comparison);
  yield* propertyTable(paper, comparison);
  yield* cellTables(paper, comparison);
  yield* lineTable(paper, comparison);
  yield* remarks(paper, problems);
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
function* efficiencyTable<T>(paper: Paper<T>, comparison: Comparison): Blocks<T> {
  const rows = comparedEfficiencies(comparison, comparison.groups.length - 1);
  if (rows.length === 0) return;
  yield heading(paper, 'Efficiencies');
  const known = (value: number | null): string => (value === null ? 'not known' : percent(value));
  for (const [hierarchy, title] of Object.entries(HIERARCHY_TITLES))
    yield table<T>(
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

function* propertyTable<T>(paper: Paper<T>, comparison: Comparison): Blocks<T> {
  const rows = comparison.properties
    .filter(({ unit, parent }) => unit === 'seconds' && parent !== undefined)
    .filter(isWorthwhile(comparison))
    .sort((a, b) => largestChange(b) - largestChange(a))
    .slice(0, MOST_ROWS);
  if (rows.length === 0) return;
  yield heading(paper, 'Properties');
  const labels = comparison.groups.map(({ label }) => label);
  yield table<T>(
    ['Property', ...labels, 'Change', 'Relative'],
    rows.map((row) => [row.title, ...valueCells(row)]),
  );
}

/** The largest changes, lost and won. */
function* cellTables<T>(paper: Paper<T>, comparison: Comparison): Blocks<T> {
  const titles = titlesOf(comparison);
  const timed = partsOfTime(comparison);
  const cells = comparison.cells.filter(({ property }) => timed.has(property)).filter(isWorthwhile(comparison));
  const tables: [string, CellRow[]][] = [
    ['Time lost', cells.filter((cell) => lastChange(cell).absolute > 0)],
    ['Time won', cells.filter((cell) => lastChange(cell).absolute < 0)],
  ];
  for (const [title, rows] of tables) {
    if (rows.length === 0) continue;
    yield heading(paper, title);
    yield table<T>(
      ['Call path', 'Property', 'Before', 'After', 'Change', 'Relative'],
      rows.slice(0, MOST_ROWS).map((cell) => {
        const { presence } = elementAt(comparison.callPaths, cell.callPath);
        const path = paper.code(regionsOf(comparison, cell.callPath).slice(-4).join(' → '));
        const first = estimateText(elementAt(cell.groups, 0), 'seconds');
        const last = estimateText(elementAt(cell.groups, cell.groups.length - 1), 'seconds');
        return [
          presence === 'new' || presence === 'gone' ? paper.of`${path} (${presence})` : path,
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

function* lineTable<T>(paper: Paper<T>, comparison: Comparison): Blocks<T> {
  // Exclusive: the lines of callers would repeat the change of one that they call.
  const isWorth = isWorthwhile(comparison);
  const rows = comparison.lines
    .filter(({ own }) => isWorth(own))
    .sort((a, b) => largestChange(b.own) - largestChange(a.own))
    .slice(0, MOST_ROWS);
  if (rows.length === 0) return;
  yield heading(paper, 'Source lines, exclusive');
  yield table<T>(
    ['Line', ...comparison.groups.map(({ label }) => label), 'Change', 'Relative'],
    rows.map((row) => [lineCell(paper, row), ...valueCells(row.own)]),
  );
}

function lineCell<T>(paper: Paper<T>, row: LineRow): T {
  const [where, content] = [paper.code(lineText(row)), lineContent(row)];
  return content === '' ? where : paper.of`${where} ${content}`;
}
