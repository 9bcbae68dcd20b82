/** Leads from a row of a comparison to what has to be asked of one of its runs. */
import type { TracedComparison } from '../../experiments/index.js';
import type { ComparedCell, FoundCell } from '../../protocol/pages/compare.js';
import { ParameterError } from '../requests/parameters.js';

/**
 * What the values of a row are called in one of the runs that were compared.
 * @throws ParameterError when the comparison has no such run, property or call path
 */
export function foundCell(
  { comparison, ownPaths }: TracedComparison,
  { experiment, property, callPath, contains }: ComparedCell,
): Exclude<FoundCell, { is: 'outdated' }> {
  const own = ownPaths.get(experiment);
  if (own === undefined) throw new ParameterError(`Experiment ${experiment} was not compared.`);
  if (!comparison.properties.some((row) => row.property === property))
    throw new ParameterError(`No property ${property} was compared.`);
  // A property over the whole program contains those that are more specific; at a call path it stands without them.
  if (callPath === null) return { is: 'found', metric: property, less: [], node: null, inclusive: true };
  const node = own[callPath];
  if (node === undefined) throw new ParameterError(`There is no call path ${callPath} in this comparison.`);
  if (node < 0) return { is: 'missing' };
  const inclusive = contains === 'inclusive';
  if (contains !== undefined) return { is: 'found', metric: property, less: [], node, inclusive };
  const less = comparison.properties.filter(({ parent }) => parent === property).map((row) => row.property);
  return { is: 'found', metric: property, less, node, inclusive };
}
