/** `trimtab whatif`: predicted run times after changes of a program. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { measurementAt } from '../../formats/registry.js';
import type { Predictions } from '../../model/findings/prediction.js';
import type { WhatIfRequest } from '../arguments/whatif.js';
import { analyzeWithProgress } from '../services/analyzing.js';
import { type Context, storeFor } from '../services/context.js';
import { predictionLines } from '../text/predictionLines.js';
import { find } from './experiments.js';

/** @throws TrimtabError where there is no trace, or a change is of a function that is not in it */
export async function whatIf(context: Context, request: WhatIfRequest): Promise<void> {
  const { terminal, folder } = context;
  const predictions = await predictionsOf(context, request);
  if (request.json) return terminal.json(predictions);
  const { width, style } = terminal;
  await terminal.lines(predictionLines(predictions, { width, style, folder }, request.scenarios.length > 0));
}

async function predictionsOf(context: Context, { run, scenarios }: WhatIfRequest): Promise<Predictions> {
  const { predictions } = await analyzeWithProgress(context, archiveOf(context, run), { whatIf: { scenarios } });
  if (predictions === undefined) throw new Error('the analysis returned no predictions');
  return predictions;
}

/** @throws TrimtabError if an experiment has no trace any more */
function archiveOf({ folder }: Context, run: string): string {
  const path = resolve(folder, run);
  if (existsSync(path)) return measurementAt(path);
  const { archive, id } = find(storeFor(folder), run);
  if (archive === undefined || !existsSync(archive))
    throw new TrimtabError(`Experiment ${id} has no trace. Predictions need its events; run it again.`);
  return archive;
}
