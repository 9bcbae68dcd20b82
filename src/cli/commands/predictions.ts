/** `trimtab experiments predictions`: kept predictions, compared with the runs that followed. */
import { resolve } from 'node:path';
import { localTime } from '../../base/dates.js';
import { plainLine } from '../../base/text.js';
import { shownPrediction } from '../../engine/wire/history.js';
import { History, type JudgedPrediction, judgedPredictions } from '../../experiments/index.js';
import { judgedText } from '../../model/text/judgedText.js';
import type { ExperimentsRequest } from '../arguments/experiments.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { wrap } from '../terminal/layout.js';

/** Prints all kept predictions, newest first. */
export async function predictions(
  { folder, terminal, signal }: Context,
  { project, format }: Extract<ExperimentsRequest, { command: 'predictions' }>,
): Promise<void> {
  const store = storeFor(resolve(folder, project));
  const { entries, problems } = await new History(store).list({}, { signal });
  for (const { message } of problems) terminal.status(`trimtab: ${message}\n`);
  const found = judgedPredictions(store, entries);
  if (format === 'json') return terminal.json({ format: 'trimtab-predictions', version: 1, predictions: found });
  if (found.length === 0)
    return terminal.lines(
      wrap(`There are no predictions in ${store.project}; trimtab whatif --try keeps one.`, terminal.width),
    );
  await terminal.lines(found.flatMap((prediction) => linesOf(prediction, terminal.width)));
}

function linesOf(prediction: JudgedPrediction, width: number): string[] {
  const { id, created, note } = prediction;
  return [
    ...wrap(plainLine(judgedText(shownPrediction(prediction))), width),
    ...wrap(
      `${localTime(created, 'minute')}, from ${id}${note === undefined ? '' : `: ${plainLine(note)}`}`,
      width - 2,
    ).map((line) => `  ${line}`),
  ];
}
