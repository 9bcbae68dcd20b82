/** The worker thread of `asl/evaluation.ts`: reads the results of an experiment and evaluates one property on them. */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { dataOfRun, dataOfTrace } from '../analysis/asl/data.js';
import { evaluateOne } from '../analysis/asl/evaluateOne.js';
import type { AslData } from '../asl/data.js';
import type { TypedPattern } from '../asl/types/pattern.js';
import { resultsOf } from '../experiments/compare/measuredRun.js';
import { Experiment } from '../experiments/experiment.js';
import { openMeasurement } from '../formats/registry.js';
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
  const { space, definitions } = resultsOf(experiment, readsOutside);
  const run = { space, report: experiment.report() };
  const dataOf = (patterns: readonly TypedPattern[]): AslData => {
    const archive = readsOutside || experiment.hasTraceInside ? experiment.archive : undefined;
    if (patterns.length === 0 || archive === undefined || !existsSync(archive)) return dataOfRun(run, definitions);
    const opened = openMeasurement(archive);
    return opened.kind === 'trace' ? dataOfTrace(run, opened.trace, patterns) : dataOfRun(run, definitions);
  };
  return { kind: 'evaluated', result: evaluateOne(property, texts, { space, definitions }, dataOf) };
}

if (isTask(workerData)) {
  try {
    parentPort?.postMessage(answer(workerData));
  } catch (error) {
    parentPort?.postMessage(failureOf(error));
  }
}
