/** `trimtab experiments representatives`: a trace of the representative iterations only. */
import { present } from '../../base/present.js';
import { resolve } from 'node:path';
import { counted, dataSize, grouped, plainLine } from '../../base/text.js';
import { removeOriginal, representativesOf } from '../../engine/representatives.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import type { ExperimentsRequest } from '../arguments/experiments.js';
import { find } from './experiments.js';
import { wrap } from '../terminal/layout.js';
import { ProgressLine } from '../terminal/progress.js';

type Request = Extract<ExperimentsRequest, { command: 'representatives' }>;

/** Writes the trace, and prints its limits. @throws TrimtabError if it cannot be written */
export async function representatives(context: Context, request: Request): Promise<void> {
  const { terminal, folder, signal, analyzeArchive } = context;
  const { output, most, format } = request;
  const store = storeFor(resolve(folder, request.project));
  const experiment = find(store, request.id);
  const progress = new ProgressLine(terminal);
  const kept = await representativesOf(experiment, {
    ...{ analyzeArchive, signal },
    ...(output === undefined ? {} : { folder: resolve(folder, output) }),
    ...present({ most }),
    onProgress: (fraction, message) => progress.show(message, fraction),
  }).finally(() => progress.clear());
  if (request.removeOriginal) removeOriginal(store, experiment.id);
  if (format === 'json') return terminal.json(kept);
  const { archive, iterations, of, events, eventsBefore, bytes, limits } = kept;
  const size = `${grouped(events)} of ${grouped(eventsBefore)} events, ${dataSize(bytes)}`;
  return terminal.lines([
    terminal.style.bold(`${counted(iterations.length, 'iteration')} of ${of} kept (${size})`),
    plainLine(archive),
    '',
    ...limits.flatMap((sentence) => [...wrap(plainLine(sentence), terminal.width)]),
    ...(request.removeOriginal ? ['', `The whole trace of experiment ${experiment.id} was removed.`] : []),
  ]);
}
