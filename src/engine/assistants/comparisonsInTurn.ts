import { CancelledError } from '../../base/problem.js';
import { type ComparisonOptions, traceApart } from '../comparison/comparisons.js';
import { LastComparison } from '../history/lastComparison.js';

/**
 * Comparisons in a worker thread, one at a time: whoever asks for many at once gets them one after the other, and not as
 * many threads. The last one is kept for who goes on to its next rows.
 * @param options asked for each one
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
    // Who comes next does not care how it ended; who asked is told.
    before = turn.catch(() => undefined);
    return turn;
  });
}
