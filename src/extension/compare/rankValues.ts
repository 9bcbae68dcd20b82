import type { ComparedCell, rankValues } from '../../protocol/pages/compare.js';
import type { Answered } from '../../protocol/pages/questions.js';
import type { Engine } from '../client/engine.js';
import { ofSameComparison } from './sameComparison.js';

/** Source of the values of one experiment. */
export interface RankValuesSource {
  readonly engine: Pick<Engine, 'request' | 'query'>;
  /** Repeats the comparison of the page's experiments, and returns its identifier. */
  readonly compareAgain: () => Promise<string>;
}

/**
 * The values of a row of a comparison in one of its experiments, by location, from its open measurement.
 * @throws TrimtabError when the experiment cannot be opened, or the experiments are other ones than those compared;
 *   CancelledError
 */
export async function rankValuesOf(
  source: RankValuesSource,
  cell: ComparedCell,
  signal: AbortSignal,
): Promise<Answered<typeof rankValues>> {
  const { engine } = source;
  const { experiment } = cell;
  const found = await ofSameComparison(cell.comparison, source.compareAgain, () =>
    engine.request('trimtab/findCell', cell),
  );
  signal.throwIfAborted();
  const locations = engine.query(experiment, 'locations', {}, signal);
  if (found.is === 'missing') {
    const { head, columns } = await locations;
    return { head: { isMissing: true, ...head }, columns: { value: new Float64Array(0), ...columns } };
  }
  const { metric, less, node, inclusive } = found;
  const ask = { metric, node, inclusive, less: [...less] };
  const [{ head, columns }, values] = await Promise.all([
    locations,
    engine.query(experiment, 'locationValues', ask, signal),
  ]);
  return { head: { isMissing: false, ...head }, columns: { ...values.columns, ...columns } };
}
