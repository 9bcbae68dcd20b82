import { present } from '../../base/present.js';
import { type ExperimentSummary, isInternal } from '../../experiments/index.js';
import type * as wire from '../../protocol/experiments.js';

/**
 * Returns the experiments of lists, as clients receive them.
 * @param kept newest first; intermediate ones of adaptations are excluded
 * @param selected the experiment whose marks are shown, if any: it is always included, as are those that are named
 */
export function shownExperiments(
  kept: readonly ExperimentSummary[],
  { newest, besides }: wire.ExperimentChoice,
  selected: string | null,
): wire.ExperimentList {
  const wanted = new Set(selected === null ? besides : [...besides, selected]);
  const all = kept.filter((summary) => !isInternal(summary) || wanted.has(summary.id));
  const experiments = all.filter(({ id }, index) => newest === null || index < newest || wanted.has(id));
  const hasPredictions = kept.some(({ predictions = 0 }) => predictions > 0);
  return { experiments: experiments.map(shownExperiment), all: all.length, hasPredictions };
}

function shownExperiment(summary: ExperimentSummary): wire.ExperimentSummary {
  const { id, state, name, program, created, target, processes, tags, baseline, folder } = summary;
  const { problem, measurement, totalTime, span, worst, doubt, note } = summary;
  return {
    id,
    state,
    name,
    program,
    created,
    target,
    processes,
    tags,
    baseline,
    folder,
    ...present({ problem, measurement, totalTime, span }),
    ...(worst === undefined ? {} : { worst: shownWorst(worst) }),
    ...present({ doubt, note }),
  };
}

function shownWorst({
  property,
  title,
  severity,
}: NonNullable<ExperimentSummary['worst']>): NonNullable<wire.ExperimentSummary['worst']> {
  return { title, severity, ...present({ property }) };
}
