import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { Experiment } from '../../experiments/index.js';
import type { Predictions, Scenario } from '../../model/findings/prediction.js';
import { analyzeArchive } from '../analysis/analyzeArchive.js';

/** Predicts run times of an experiment after changes. @throws TrimtabError in one sentence; CancelledError */
export type Predict = (
  experiment: Experiment,
  scenarios: readonly Scenario[],
  signal: AbortSignal,
) => Promise<Predictions>;

/**
 * Predictions in a worker thread, one at a time, as for comparisons.
 * @param mayRead whether the trace of an experiment may be read
 */
export function predictionsInTurn(mayRead: (experiment: Experiment) => boolean, analyze = analyzeArchive): Predict {
  let before: Promise<unknown> = Promise.resolve();
  return (experiment, scenarios, signal) => {
    const { archive, id, manifest } = experiment;
    if (archive === undefined || !mayRead(experiment))
      throw new TrimtabError(
        `Experiment ${id} has no trace that may be read. Predictions need its events: the user runs it again, or trusts the workspace.`,
      );
    const turn = before.then(async () => {
      if (signal.aborted) throw new CancelledError();
      const { predictions } = await analyze(archive, { program: manifest.program, whatIf: { scenarios }, signal });
      if (predictions === undefined)
        throw new TrimtabError(`Experiment ${id} is a profile. Predictions need the events of a trace.`);
      return predictions;
    });
    before = turn.catch(() => undefined);
    return turn;
  };
}
