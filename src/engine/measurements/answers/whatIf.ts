import { present } from '../../../base/present.js';
import { functionsAt } from '../whatIf/candidates.js';
import type { Predicted } from '../whatIf/open.js';
import type { Answerer } from './answerer.js';

export const whatIf: Answerer<'whatIf'> = (measurement, { plans, nodes, candidates = false }, checkCancelled) => {
  const open = measurement.predictor();
  const { predictor, of } = open.predict(plans, checkCancelled);
  const { scenarios, functions } = open.candidates();
  return {
    head: {
      runTime: predictor.runTime,
      limits: [...predictor.limits],
      plans: of.map(aboutPlan),
      ...(nodes === undefined ? {} : { functions: functionsAt(measurement, nodes) }),
      ...(candidates ? { candidates: { scenarios: [...scenarios], functions: [...functions] } } : {}),
    },
    columns: { runTime: Float64Array.from(of, (one) => ('problem' in one ? Number.NaN : one.runTime)) },
  };
};

interface AboutPlan {
  place?: { file: string; line: number };
  confidence?: number;
  problem?: string;
}

function aboutPlan(predicted: Predicted): AboutPlan {
  if ('problem' in predicted) return predicted;
  const { place, confidence } = predicted;
  return present({ place, confidence });
}
