/** The worker thread of `comparisons.ts`: reads the results of experiments and compares, follows or exports them. */
import { parentPort, workerData } from 'node:worker_threads';
import { traceExperiments } from '../../experiments/compare/compare.js';
import { resultsOf } from '../../experiments/compare/measuredRun.js';
import { Experiment } from '../../experiments/store/experiment.js';
import { exportWriters } from '../../experiments/export/forms.js';
import { comparisonHtml } from '../../experiments/export/html.js';
import { writeExported } from '../../experiments/export/writeExported.js';
import { seriesOf } from '../../experiments/history/seriesOf.js';
import { TrimtabError } from '../../base/problem.js';
import { send } from '../../base/sendable.js';
import { linesText } from '../../base/text.js';
import { failureOf } from '../analysis/failure.js';
import type { ComparisonMessage, ComparisonTask } from '../comparison/comparisons.js';
import { comparisonPictures, experimentPictures } from '../pictures/reportPictures.js';
import type { SentExperiment } from '../analysis/sentExperiment.js';

function isTask(data: unknown): data is ComparisonTask {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  return data.kind === 'compare' || data.kind === 'follow' || data.kind === 'report' || data.kind === 'export';
}

const experimentOf = ({ folder, manifest }: SentExperiment): Experiment => new Experiment(folder, manifest);

function answer(task: ComparisonTask): ComparisonMessage {
  if (task.kind === 'compare') {
    const groups = task.groups.map((group) => ({ ...group, experiments: group.experiments.map(experimentOf) }));
    const results = (experiment: Experiment) =>
      task.known.get(experiment.id) ?? resultsOf(experiment, task.readsOutside);
    return { kind: 'compared', traced: traceExperiments(groups, results) };
  }
  // Only what lies in the experiment's folder is drawn.
  const reading = { readsOutside: false, checkCancelled: () => undefined };
  if (task.kind === 'report') {
    const pictures = comparisonPictures(experimentOf(task.before), experimentOf(task.after), reading);
    return { kind: 'reported', html: linesText(comparisonHtml(task.comparison, pictures)) };
  }
  if (task.kind === 'export') {
    const exported = exportWriters[task.to](experimentOf(task.experiment), {
      project: task.project,
      picturesOf: (experiment) => experimentPictures(experiment, reading),
    });
    return { kind: 'exported', files: writeExported(task.path, exported) };
  }
  const known = new Map(task.experiments.map((sent) => [sent.manifest.id, experimentOf(sent)]));
  const series = seriesOf(task.request, (id) => {
    const found = known.get(id);
    if (found === undefined) throw new TrimtabError(`There is no experiment ${id}.`);
    return found;
  });
  return { kind: 'followed', series };
}

const say = (message: ComparisonMessage): void => send(parentPort, message);

if (isTask(workerData)) {
  try {
    say(answer(workerData));
  } catch (error) {
    say(failureOf(error));
  }
}
