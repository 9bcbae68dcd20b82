/** Intervals of predicted gains as people read them in a terminal. */
import { duration, percent } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { PredictionBounds } from '../../model/findings/predictionBounds.js';
import { scenarioText } from '../../model/text/scenarioText.js';
import { columnWidths, fit, type Layout, padStart, wrap } from '../terminal/layout.js';
import { type PredictedRun, predictedRunLines } from './predictedRunLines.js';

/** Between columns. */
const GAP = '  ';

const EXPLANATION =
  'A profile has no events, so the order of work and waiting is unknown: the gain lies between these bounds. trimtab run --trace-what-matters records a trace, from which gains are predicted.';

export function* boundLines(run: PredictionBounds & PredictedRun, layout: Layout): Generator<string> {
  const { width, style } = layout;
  const { runTime, bounds } = run;
  yield* predictedRunLines(run, layout);
  if (bounds.length === 0) yield* wrap('No function has enough time to be worth a change.', width);
  else yield* table({ runTime, bounds }, layout);
  yield '';
  for (const line of wrap(EXPLANATION, width)) yield style.dim(line);
}

function* table(
  { runTime, bounds }: Pick<PredictionBounds, 'runTime' | 'bounds'>,
  { width, style }: Layout,
): Generator<string> {
  const share = (seconds: Seconds): string => percent(runTime > 0 ? seconds / runTime : 0);
  const cells = bounds.map(({ least, most }) => [signed(least), duration(most), share(most)]);
  const head = ['saves at least', 'at most', ''];
  const widths = columnWidths([head, ...cells]);
  const left = (row: readonly string[]): string => row.map((cell, at) => padStart(cell, widths[at] ?? 0)).join(GAP);
  yield style.dim(`${left(head)}${GAP} change`);
  for (const [at, { scenario }] of bounds.entries()) {
    const numbers = left(cells[at] ?? []);
    yield `${numbers}${GAP} ${fit(scenarioText(scenario), width - numbers.length - GAP.length - 1)}`;
  }
}

/** A run may also take longer. */
const signed = (seconds: Seconds): string => `${seconds < 0 ? '−' : ''}${duration(Math.abs(seconds))}`;
