/** The worker thread of `asl/evaluation.ts`: reads the results of an experiment and evaluates one property on them. */
import { parentPort, workerData } from 'node:worker_threads';
import { evaluateOne } from '../analysis/asl/evaluateOne.js';
import { resultsOf } from '../experiments/compare/measuredRun.js';
import { Experiment } from '../experiments/experiment.js';
import { dataOfExperiment } from '../experiments/propertyData.js';
import { failureOf } from './analysis/failure.js';
import type { EvaluationMessage, EvaluationTask } from './asl/evaluation.js';

function isTask(data: unknown): data is EvaluationTask {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'evaluate';
}

function answer({
  property,
  texts,
  experiment: { folder, manifest },
  readsOutside,
}: EvaluationTask): EvaluationMessage {
  const experiment = new Experiment(folder, manifest);
  const results = resultsOf(experiment, readsOutside);
  const result = evaluateOne(property, texts, results, (patterns) =>
    dataOfExperiment(experiment, results, patterns, readsOutside),
  );
  return { kind: 'evaluated', result };
}

if (isTask(workerData)) {
  try {
    parentPort?.postMessage(answer(workerData));
  } catch (error) {
    parentPort?.postMessage(failureOf(error));
  }
}
