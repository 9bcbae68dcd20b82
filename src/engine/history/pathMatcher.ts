import { matchedNodes } from '../../experiments/index.js';
import { traceApart } from '../comparison/comparisons.js';
import type { Measurements } from '../measurements/measurements.js';
import type { Workspace } from '../project/workspace.js';
import { LastComparison } from './lastComparison.js';

/** Finds the call paths of one experiment in another one, by the names along them and the lines of their calls. */
export class PathMatcher {
  /** Separate from the comparison that is shown, which has to stay for its page. */
  private readonly comparisons: LastComparison;

  constructor(
    private readonly workspace: Pick<Workspace, 'storeOf'>,
    measurements: Measurements,
  ) {
    this.comparisons = new LastComparison((groups, signal) =>
      traceApart(
        groups.map((experiments) => ({ experiments })),
        { signal, measurements },
      ),
    );
  }

  /**
   * For each call path of an experiment, that of another one which it is the same as; -1 where it has none.
   * @throws TrimtabError when one is gone or has no results; CancelledError
   */
  async match(experiment: string, other: string, signal: AbortSignal): Promise<number[]> {
    const groups = [other, experiment].map((id) => [this.workspace.storeOf(id).get(id)]);
    return matchedNodes(await this.comparisons.of(groups, signal), experiment, other);
  }
}
