/** Which experiments can be compared, for those who offer a choice and for those who take one. */
import { TrimtabError } from '../../base/problem.js';
import { whyNotComparable } from '../../model/findings/comparableState.js';
import type { Experiment } from './experiment.js';
import type { ResultRecord } from './manifest.js';

/** An experiment whose run has ended and left results. */
export type ComparableExperiment = Experiment & { readonly manifest: { readonly result: ResultRecord } };

/**
 * The experiment, as one that can be compared.
 * @throws TrimtabError when it still runs or has no results, with what to do
 */
export function comparable(experiment: Experiment): ComparableExperiment {
  assertComparable(experiment);
  return experiment;
}

function assertComparable(experiment: Experiment): asserts experiment is ComparableExperiment {
  const { id, manifest } = experiment;
  const { state, result, problem } = manifest;
  const why = whyNotComparable({ state, ...(result === undefined ? {} : { totalTime: result.totalTime }) });
  if (why === undefined) return;
  throw new TrimtabError(
    state === 'running'
      ? `Experiment ${id} ${why}; wait until it has ended before you compare it.`
      : `Experiment ${id} ${why} to compare: ${problem ?? 'it was not analyzed.'}`,
  );
}
