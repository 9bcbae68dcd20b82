/** Predicted run times as people read them in a terminal. */
import { counted, dataSize, duration, percent, plainLine } from '../../base/text.js';
import type { Prediction, Predictions } from '../../model/findings/prediction.js';
import { UNMODELED } from '../../model/text/gainText.js';
import { scenariosText } from '../../model/text/scenarioText.js';
import { columnWidths, fit, type Layout, padEnd, padStart, wrap } from '../terminal/layout.js';
import { placeText } from './placeText.js';
import { type PredictedRun, predictedRunLines } from './predictedRunLines.js';

/** Changes that save a smaller share of the run time are counted only, unless they were given. */
const LEAST_SHARE = 0.001;
const REVERSED =
  'Confidence below 100 %: the rest of the run time depends on an order of messages or locks that the change reverses.';
/** Between columns. */
const GAP = '   ';
const BETWEEN = '  ';

/** @param isGiven whether a person chose the changes: then all of them are shown */
export function* predictionLines(run: Predictions & PredictedRun, layout: Layout, isGiven: boolean): Generator<string> {
  const { width, style } = layout;
  const { predictions, limits, written } = run;
  yield* predictedRunLines(run, layout);
  const shown = predictions.filter(({ share }) => isGiven || share >= LEAST_SHARE);
  if (shown.length === 0) yield* wrap('No change that suits this trace would save time.', width);
  else yield* table(shown, layout);
  const more = predictions.length - shown.length;
  if (more > 0 && shown.length > 0) {
    yield '';
    yield* wrap(`${counted(more, 'other change')} would save less than ${percent(LEAST_SHARE)}.`, width);
  }
  yield '';
  const reversed = shown.some(({ confidence = 1 }) => confidence < 1) ? [REVERSED] : [];
  for (const limit of [...reversed, ...limits, UNMODELED.join(' ')])
    for (const line of wrap(limit, width)) yield style.dim(line);
  if (written === undefined) return;
  yield '';
  yield `Predicted trace (${counted(written.events, 'event')}, ${dataSize(written.bytes)}):`;
  yield plainLine(written.anchor);
}

function* table(predictions: readonly Prediction[], layout: Layout): Generator<string> {
  const { width, style } = layout;
  const isReversed = predictions.some(({ confidence = 1 }) => confidence < 1);
  const rows = predictions.map((prediction) => ({ prediction, cells: cellsOf(prediction, isReversed) }));
  const head = ['run time', 'saves', '', ...(isReversed ? ['confidence'] : [])];
  const widths = columnWidths([head, ...rows.map(({ cells }) => cells)]);
  const left = (cells: readonly string[]): string =>
    cells.map((cell, column) => padStart(cell, widths[column] ?? 0)).join(BETWEEN);
  yield style.dim(`${left(head)}${GAP}change`);
  for (const { prediction, cells } of rows) {
    const numbers = left(cells);
    const room = width - numbers.length - GAP.length;
    const place = prediction.place === undefined ? '' : placeText(prediction.place, layout, Math.floor(room / 2));
    const text = scenariosText(prediction.scenarios);
    const isFitting = place !== '' && text.length + GAP.length + place.length <= room;
    const change = isFitting ? `${padEnd(text, room - place.length)}${place}` : fit(text, room);
    yield `${numbers}${GAP}${change}`;
  }
}

function cellsOf({ runTime, saved, share, confidence = 1 }: Prediction, isReversed: boolean): string[] {
  return [duration(runTime), duration(saved), percent(share), ...(isReversed ? [percent(confidence)] : [])];
}
