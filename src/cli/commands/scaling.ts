/** `trimtab experiments scaling`: how a program and its parts grow with the number of ranks. */
import { present } from '../../base/present.js';
import { resolve } from 'node:path';
import { growthText, modelText } from '../../analysis/scaling/index.js';
import { TrimtabError } from '../../base/problem.js';
import {
  type Experiment,
  type ExperimentStore,
  type Modelled,
  type ScalingStudy,
  studyScaling,
} from '../../experiments/index.js';
import { regionsOf } from '../../experiments/compare/words.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import type { ExperimentsRequest } from '../arguments/experiments.js';
import { find } from './experiments.js';
import { scalingLines } from '../text/scalingText.js';

type Request = Extract<ExperimentsRequest, { command: 'scaling' }>;

/** Prints models over runs with different rank counts. @throws TrimtabError as studyScaling */
export async function scaling({ terminal, folder }: Context, request: Request): Promise<void> {
  const store = storeFor(resolve(folder, request.project));
  const runs = request.ids.length > 0 ? request.ids.map((id) => find(store, id)) : runsOfNewest(store);
  const study = studyScaling(runs, request.at);
  if (request.format === 'json') await terminal.json(asJson(study));
  else await terminal.lines(scalingLines(study, terminal));
}

/** All complete runs of the program and target that were measured last. */
export function runsOfNewest(store: ExperimentStore): Experiment[] {
  const complete = store
    .readable()
    .filter(({ manifest }) => manifest.state === 'complete' && manifest.result !== undefined)
    .sort((a, b) => b.manifest.created.localeCompare(a.manifest.created));
  const newest = complete.at(0)?.manifest;
  if (newest === undefined)
    throw new TrimtabError(`There are no complete experiments in ${store.project}; trimtab run makes one.`);
  return complete.filter(({ manifest }) => manifest.program === newest.program && manifest.target === newest.target);
}

function asJson(study: ScalingStudy) {
  const { comparison, ranks, at } = study;
  return {
    ...{ format: 'trimtab-scaling', version: 1, ranks, at, unit: 'seconds' },
    runTime: modelJson(study.runTime),
    totalTime: modelJson(study.totalTime),
    properties: study.properties.map((one) => ({ property: one.row.property, ...modelJson(one) })),
    cells: study.cells.map((one) => ({
      ...{ property: one.row.property, callPath: regionsOf(comparison, one.row.callPath) },
      ...modelJson(one),
    })),
    lines: study.lines.map((one) => ({ place: one.row.places.findLast((place) => place !== null), ...modelJson(one) })),
    problems: comparison.problems,
  };
}

function modelJson({ row, model, predicted, share }: Modelled) {
  const { constant, growth, error, isReliable } = model;
  return {
    values: row.groups.map(({ mean }) => mean),
    model: {
      ...{
        text: modelText(model, (value) => String(Number(value.toPrecision(6)))),
        growth: growthText(model),
      },
      ...(isReliable ? { constant } : {}),
      ...(growth === undefined ? {} : { coefficient: growth.coefficient, ...growth.term }),
      error,
      isReliable,
    },
    ...present({ predicted, share }),
  };
}
