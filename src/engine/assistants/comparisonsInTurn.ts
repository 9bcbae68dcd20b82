import { CancelledError } from '../../base/problem.js';
import { type ComparisonOptions, traceApart } from '../comparison/comparisons.js';
import { LastComparison } from '../history/lastComparison.js';

/**
 * Comparisons in a worker thread, one at a time: many simultaneous requests are answered in turn instead of in many
 * threads. The last comparison is kept for requests for its next rows.
 * @param options evaluated for each one
 */
export function comparisonsInTurn(options: () => Omit<ComparisonOptions, 'signal'>): LastComparison {
  let before: Promise<unknown> = Promise.resolve();
  return new LastComparison((groups, signal) => {
    const turn = before.then(() => {
      if (signal.aborted) throw new CancelledError();
      return traceApart(
        groups.map((experiments) => ({ experiments })),
        { ...options(), signal },
      );
    });
    // The next request is independent of its outcome, which its own caller receives.
    before = turn.catch(() => undefined);
    return turn;
  });
}
