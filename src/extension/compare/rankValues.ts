import { TrimtabError } from '../../base/problem.js';
import type { ComparedCell, FoundCell, rankValues } from '../../protocol/pages/compare.js';
import type { Answered } from '../../protocol/pages/questions.js';
import type { Engine } from '../client/engine.js';

type Found = Exclude<FoundCell, { is: 'outdated' }>;

/** What the values of one experiment are asked for with. */
export interface RankValuesSource {
  readonly engine: Pick<Engine, 'request' | 'query'>;
  /** Compares the experiments of the page again, and tells the identifier of that comparison. */
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
  const found = await findCell(source, cell);
  signal.throwIfAborted();
  const locations = engine.query(experiment, 'locations', {}, signal);
  if (found.is === 'missing') {
    const { head, columns } = await locations;
    return { head: { isMissing: true, ...head }, columns: { value: new Float64Array(0), ...columns } };
  }
  const { metric, less, node } = found;
  const ask = { metric, node, inclusive: node === null, less: [...less] };
  const [{ head, columns }, values] = await Promise.all([
    locations,
    engine.query(experiment, 'locationValues', ask, signal),
  ]);
  return { head: { isMissing: false, ...head }, columns: { ...values.columns, ...columns } };
}

/** The engine keeps one comparison: one that it made for somebody else since is made again. */
async function findCell({ engine, compareAgain }: RankValuesSource, cell: ComparedCell): Promise<Found> {
  const first = await engine.request('trimtab/findCell', cell);
  if (first.is !== 'outdated') return first;
  const again = (await compareAgain()) === cell.comparison ? await engine.request('trimtab/findCell', cell) : first;
  if (again.is !== 'outdated') return again;
  throw new TrimtabError(
    'These experiments changed after they were compared; the comparison is brought up to date, open the row again.',
  );
}
