/** Efficiencies as people read them in a terminal: a tree of rows, a column for each number of threads. */
import { percent, plainLine } from '../../base/text.js';
import type { EfficiencyStudy } from '../../experiments/index.js';
import {
  type Efficiency,
  EFFICIENCY_TITLES,
  type EfficiencyTimes,
  FAIR,
  HIERARCHY_TITLES,
  type LossLevel,
} from '../../model/findings/efficiency.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import type { EfficiencyRequest } from '../arguments/efficiency.js';
import { columnWidths, fit, type Layout, padEnd, padStart, wrap } from '../terminal/layout.js';
import { placeText } from './placeText.js';

/** A run, and what its efficiencies follow from; undefined where that is not known. */
export interface EfficientRun {
  /** Its identifier or path. */
  readonly run: string;
  readonly program: string;
  readonly times: EfficiencyTimes | undefined;
}

type Study = EfficiencyStudy<EfficientRun>;

/** Both hierarchies, what is not known, and the code at which the run with most threads loses most. */
export function* efficiencyLines(study: Study, request: EfficiencyRequest, layout: Layout): Generator<string> {
  const { columns, unknown } = study;
  const { width, style } = layout;
  const programs = [...new Set(columns.flatMap(({ runs }) => runs.map(({ program }) => plainLine(program))))];
  const part = request.region === undefined ? '' : `, ${plainLine(request.region)} (inclusive)`;
  yield style.bold(`Efficiencies of ${programs.join(', ')}${part}`);
  for (const line of wrap(explanation(study, request), width)) yield style.dim(line);
  yield '';
  yield* table(
    HIERARCHY_TITLES.multiplicative,
    columns.map(({ label, multiplicative }) => ({ label, rows: multiplicative })),
    layout,
  );
  yield* table(
    HIERARCHY_TITLES.additive,
    columns.map(({ label, additive }) => ({ label, rows: additive })),
    layout,
  );
  yield* lossLines(study, layout);
  for (const sentence of unknown) for (const line of wrap(sentence, width)) yield style.dim(line);
}

function explanation({ columns }: Study, { scaling }: EfficiencyRequest): string {
  const first = columns.at(0);
  const study =
    columns.length < 2 || first === undefined
      ? ''
      : ` Scalability is relative to ${first.label}; the work ${scaling === 'weak' ? 'grows with the threads (--weak)' : 'is assumed to be the same in all runs (--weak: it grows with the threads)'}.`;
  return `100 % is ideal; POP rates ${percent(FAIR)} or more as fair (! marks values below).${study}`;
}

/** @param trees of the columns; rows of others may be missing in them */
function* table(
  title: string,
  trees: readonly { readonly label: string; readonly rows: readonly Efficiency[] }[],
  { width, style }: Layout,
): Generator<string> {
  const longest = trees.reduce<readonly Efficiency[]>(
    (most, { rows }) => (rows.length > most.length ? rows : most),
    [],
  );
  const cells = longest.map(({ name }) => trees.map(({ rows }) => rows.find((row) => row.name === name)?.value));
  const widths = columnWidths([
    trees.map(({ label }) => label),
    ...cells.map((values) => values.map((value) => cellText(value))),
  ]);
  const names = longest.map(({ depth, title: name }) => `${'  '.repeat(depth)}${name}`);
  const widest = Math.max(title.length, ...names.map((name) => name.length));
  const head = trees.map(({ label }, column) => padStart(label, widths[column] ?? 0)).join('  ');
  yield fit(`${style.bold(padEnd(title, widest))}  ${style.dim(head)}`, Math.max(width, widest) + 20);
  for (const [at, values] of cells.entries()) {
    const numbers = values.map((value, column) => {
      const text = padStart(cellText(value), widths[column] ?? 0);
      return value === undefined ? style.dim(text) : style.severity(text, FAIR - value);
    });
    yield `${padEnd(names[at] ?? '', widest)}  ${numbers.join('  ')}${barOf(trees.length, values.at(0))}`.trimEnd();
  }
  yield '';
}

/** Formats a value. Two columns for the suffix prevent signs of single cells from shifting them. */
const cellText = (value: number | undefined): string =>
  value === undefined ? 'not known' : `${percent(value)}${value < FAIR ? ' !' : '  '}`;

const BAR = 20;

/** Returns a bar next to a single column. */
function barOf(columns: number, value: number | undefined): string {
  if (columns > 1 || value === undefined) return '';
  const filled = Math.round(BAR * Math.min(1, Math.max(0, value)));
  return `  ${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}`;
}

const LEVELS: readonly (readonly [LossLevel, string])[] = [
  ['load_balance', EFFICIENCY_TITLES.load_balance],
  ['communication_efficiency', EFFICIENCY_TITLES.communication_efficiency],
  ['serial_region', EFFICIENCY_TITLES.serial_region_efficiency],
  ['parallel_region', EFFICIENCY_TITLES.parallel_region_efficiency],
];

function* lossLines({ columns }: Study, layout: Layout): Generator<string> {
  const last = columns.at(-1);
  const { losses = [], runTime = 0 } = last?.times ?? {};
  if (last === undefined || losses.length === 0) return;
  yield layout.style.bold(`Lost run time with ${last.label}`);
  for (const [level, title] of LEVELS) {
    const here = losses.filter((loss) => loss.level === level);
    if (here.length === 0) continue;
    yield `  ${title}`;
    for (const { region, place, seconds } of here) {
      const name = shortFunctionName(plainLine(region));
      yield fit(
        `    ${padStart(percent(seconds / runTime), 7)}  ${placeText(place, layout, 40)}  ${name}`,
        layout.width,
      );
    }
  }
  yield '';
}
