/** `trimtab whatif`: predicted run times after changes of a program. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { present } from '../../base/present.js';
import { TrimtabError } from '../../base/problem.js';
import { headlineDoubt } from '../../model/findings/doubts.js';
import { measurementAt } from '../../formats/registry.js';
import type { Predictions } from '../../model/findings/prediction.js';
import type { WhatIfRequest } from '../arguments/whatif.js';
import { analyzeWithProgress } from '../services/analyzing.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { boundLines } from '../text/boundLines.js';
import { predictionLines } from '../text/predictionLines.js';
import { find } from './experiments.js';

/** @throws TrimtabError where there is no trace, or a change is of a function that is not in it */
export async function whatIf(context: Context, request: WhatIfRequest): Promise<void> {
  const { terminal, folder } = context;
  const measured = measuredAt(context, request);
  const { experiment } = measured;
  const { predictions, bounds, report } = await analyzed(context, measured, request);
  const { width, style } = terminal;
  const doubt = headlineDoubt(report);
  const layout = { width, style, folder };
  if (predictions === undefined) {
    if (bounds === undefined) throw new Error('the analysis returned no predictions');
    if (request.isTried)
      throw new TrimtabError(`${bounds.program} was measured as a profile: its bounds are no prediction to try.`);
    if (request.output !== undefined)
      throw new TrimtabError(`${bounds.program} was measured as a profile: a trace cannot be predicted from its sums.`);
    const doubted = { ...bounds, ...present({ doubt }) };
    return request.json ? terminal.json(doubted) : terminal.lines(boundLines(doubted, layout));
  }
  if (experiment !== undefined && request.isTried) keep(context, experiment, predictions);
  const doubted = { ...predictions, ...present({ doubt }) };
  if (request.json) return terminal.json(doubted);
  await terminal.lines(predictionLines(doubted, layout, request.scenarios.length > 0));
}

function analyzed(
  context: Context,
  { archive, program }: Measured,
  { scenarios, output }: WhatIfRequest,
): ReturnType<Context['analyzeArchive']> {
  const write = output === undefined ? undefined : { archive, folder: resolve(context.folder, output) };
  return analyzeWithProgress(context, archive, {
    ...present({ program }),
    whatIf: { scenarios, ...present({ write }) },
  });
}

/** A trace or profile, and the experiment that it belongs to. */
interface Measured {
  readonly archive: string;
  readonly experiment?: string;
  /** Of the experiment. */
  readonly program?: string;
}

/** @throws TrimtabError if an experiment has no trace any more, or a trace belongs to none and a prediction is tried */
function measuredAt({ folder }: Context, { run, isTried }: WhatIfRequest): Measured {
  const path = resolve(folder, run);
  if (existsSync(path)) {
    if (isTried) throw new TrimtabError(`${run} is no experiment. Predictions are kept with experiments; name one.`);
    return { archive: measurementAt(path) };
  }
  const { archive, id, manifest } = find(storeFor(folder), run);
  if (archive === undefined || !existsSync(archive))
    throw new TrimtabError(`Experiment ${id} has no trace or profile any more. Run it again.`);
  return { archive, experiment: id, program: manifest.program };
}

/** Keeps the prediction of all changes together, which is the last one. */
function keep({ folder, terminal }: Context, id: string, { runTime: measured, predictions }: Predictions): void {
  const last = predictions.at(-1);
  if (last === undefined) throw new Error('the analysis returned no prediction of the changes');
  storeFor(folder).keepPrediction(id, { scenarios: [...last.scenarios], measured, runTime: last.runTime });
  terminal.status(
    `Kept with experiment ${id}. Change the program and run it; trimtab experiments predictions compares.\n\n`,
  );
}
