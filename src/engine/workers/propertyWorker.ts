/**
 * The worker thread of `asl/evaluation.ts` and `asl/ownEvaluation.ts`. It evaluates one property on the results of an
 * experiment, or all project-defined ones on a run that was just analyzed.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { dataOfRun, dataOfTrace, type MoreOfRun } from '../../analysis/asl/data.js';
import { evaluateOne } from '../../analysis/asl/evaluateOne.js';
import { ownSteps } from '../../analysis/asl/ownProperties.js';
import { changesOfRun } from '../../analysis/dynamics/index.js';
import type { AslData } from '../../asl/data.js';
import type { TypedPattern } from '../../asl/types/pattern.js';
import { send } from '../../base/sendable.js';
import { resultsOf } from '../../experiments/compare/measuredRun.js';
import { Experiment } from '../../experiments/store/experiment.js';
import { dataOfExperiment } from '../../experiments/store/propertyData.js';
import { openMeasurement } from '../../formats/registry.js';
import { shippedProperties } from '../../properties/index.js';
import { failureOf } from '../analysis/failure.js';
import type { EvaluationMessage, EvaluationTask } from '../asl/evaluation.js';
import type { OwnMessage, OwnTask } from '../asl/ownEvaluation.js';

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

function isOwnTask(data: unknown): data is OwnTask {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'own';
}

function evaluateOwn({ texts, run, report, parallelRegions, trace, series, only }: OwnTask): void {
  const analyzed = { space: run.space, report };
  const of = { callTree: run.space.callTree, definitions: run.definitions, properties: shippedProperties };
  const more: MoreOfRun = {
    parallelRegions: () => parallelRegions,
    changes: () => (series === undefined ? undefined : changesOfRun(series, { ...of, texts })),
  };
  const dataOf = (patterns: readonly TypedPattern[]): AslData => {
    const opened = trace === undefined || patterns.length === 0 ? undefined : openMeasurement(trace);
    return opened?.kind === 'trace'
      ? dataOfTrace(analyzed, opened.trace, patterns, undefined, more)
      : dataOfRun(analyzed, run.definitions, more);
  };
  for (const step of ownSteps(run, texts, dataOf, only === undefined ? {} : { only })) say({ kind: 'step', step });
  say({ kind: 'end' });
}

const say = (message: EvaluationMessage | OwnMessage): void => send(parentPort, message);

try {
  if (isTask(workerData)) say(answer(workerData));
  else if (isOwnTask(workerData)) evaluateOwn(workerData);
} catch (error) {
  say(failureOf(error));
}
