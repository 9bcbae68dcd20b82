/** Transfer of a selection from one experiment to another. */
import { carriedOver, type Selected } from '../../model/selection.js';
import type { PathMatcher } from '../history/pathMatcher.js';
import type { Measurements } from '../measurements/measurements.js';
import type { Workspace } from '../project/workspace.js';

interface Parts {
  readonly workspace: Pick<Workspace, 'storeOf'>;
  readonly measurements: Measurements;
  readonly pathMatcher: PathMatcher;
}

/**
 * The part of a selection that another experiment has as well.
 * @throws TrimtabError when one of them is gone or cannot be read; CancelledError
 */
export async function carriedSelection(
  { workspace, measurements, pathMatcher }: Parts,
  selected: Selected,
  to: string,
  signal: AbortSignal,
): Promise<Selected> {
  const experiment = workspace.storeOf(to).get(to);
  const { nodes } = selected;
  const [{ head }, matched] = await Promise.all([
    measurements.query(experiment, 'definitions', {}, signal),
    nodes === undefined ? [] : pathMatcher.match(selected.experiment, to, signal),
  ]);
  return carriedOver(selected, {
    experiment: to,
    hasProperty: (property) => head.metrics.some(({ name }) => name === property),
    nodeOf: (node) => matched[node] ?? -1,
    locationCount: head.locationCount,
  });
}
