/** A study of scaling as people read it in a terminal. */
import { growthText, MOST_ERROR, modelText } from '../../analysis/scaling/index.js';
import { duration, percent, plainLine } from '../../base/text.js';
import type { Modelled, ScalingStudy } from '../../experiments/index.js';
import { lineContent, lineText, regionsOf, titlesOf } from '../../experiments/compare/words.js';
import { columnWidths, fit, padEnd, padStart, wrap } from '../terminal/layout.js';
import type { ComparisonLayout } from './comparisonText.js';

const MOST_ROWS = 10;

interface ScalingLine {
  readonly label: string;
  readonly modelled: Modelled;
}

/** Models of the whole program, then those parts of it that are predicted to take most. */
export function* scalingLines(study: ScalingStudy, { width, style }: ComparisonLayout): Generator<string> {
  const { comparison, ranks, at, runTime, totalTime } = study;
  const titles = titlesOf(comparison);
  const titled = (property: string): string => titles.get(property) ?? property;
  yield style.bold(`From ${ranks.join(', ')} ranks to ${at}`);
  for (const line of wrap(sentence(study), width)) yield line;
  yield '';
  const whole: ScalingLine[] = [
    { label: 'Run time', modelled: runTime },
    { label: 'Time of all locations', modelled: totalTime },
    ...study.properties
      .filter(({ row }) => row.property !== 'time' && row.groups.some(({ mean }) => mean > 0))
      .map((modelled) => ({ label: titled(modelled.row.property), modelled })),
  ];
  yield* table('Whole program', whole.slice(0, 2 * MOST_ROWS), study, { width, style });
  const cells = study.cells.map((modelled) => {
    const path = regionsOf(comparison, modelled.row.callPath).slice(-3).join(' → ');
    return { label: `${titled(modelled.row.property)}: ${path}`, modelled };
  });
  yield* table('Properties by call path, exclusive', cells, study, { width, style });
  const lines = study.lines.map((modelled) => {
    const content = lineContent(modelled.row);
    return { label: content === '' ? lineText(modelled.row) : `${lineText(modelled.row)}  ${content}`, modelled };
  });
  yield* table('Source lines, inclusive', lines, study, { width, style });
  for (const { message } of comparison.problems)
    for (const line of wrap(plainLine(message), width)) yield style.dim(line);
}

function sentence({ runTime, at }: ScalingStudy): string {
  const { model, predicted } = runTime;
  if (predicted === undefined)
    return `The run time ${growthText(model)}: even the best one misses runs that it was not fitted to by ${percent(model.error)} on average, and more than ${percent(MOST_ERROR)} is no model. Repeat the runs, or measure more rank counts.`;
  const { value, interval } = predicted;
  const sure =
    interval === undefined || !Number.isFinite(interval.high)
      ? ''
      : ` (${duration(Math.max(0, interval.low))} to ${duration(interval.high)} with 95 % confidence, if the model holds)`;
  const expected =
    value > 0
      ? `with ${at} ranks it is expected to be ${duration(value)}${sure}`
      : `the model does not extend to ${at} ranks, where it would be negative`;
  return `The run time ${growthText(model)}: ${expected}. On average, the model misses runs that it was not fitted to by ${percent(model.error)}.`;
}

function* table(
  title: string,
  rows: readonly ScalingLine[],
  { at, ranks }: ScalingStudy,
  { width, style }: ComparisonLayout,
): Generator<string> {
  if (rows.length === 0) return;
  const heading = [`${ranks.at(-1)} ranks`, `${at} ranks`, 'share', 'model', 'error'];
  const cells = rows.slice(0, MOST_ROWS * (title === 'Whole program' ? 2 : 1)).map(({ label, modelled }) => ({
    label: plainLine(label),
    cells: numbers(modelled),
  }));
  const widths = columnWidths([heading, ...cells.map((row) => row.cells)]);
  const line = (words: readonly string[], label: string): string => {
    const columns = words.map((word, i) => (i === 3 ? padEnd : padStart)(word, widths[i] ?? 0)).join('  ');
    return fit(`  ${columns}  ${label}`.trimEnd(), Math.max(width, 100));
  };
  yield style.bold(title);
  yield style.dim(line(heading, ''));
  for (const row of cells) yield line(row.cells, row.label);
  const more = rows.length - cells.length;
  if (more > 0) yield `  and ${more} smaller; --json has them all`;
  yield '';
}

function numbers({ row, model, predicted, share }: Modelled): string[] {
  return [
    duration(row.groups.at(-1)?.mean ?? 0),
    predicted === undefined ? 'not known' : duration(Math.max(0, predicted.value)),
    share === undefined ? '' : percent(Math.max(0, share)),
    modelText(model, duration),
    percent(model.error),
  ];
}
