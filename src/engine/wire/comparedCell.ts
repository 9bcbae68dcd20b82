/** Leads from a row of a comparison to what has to be asked of one of its runs. */
import type { TracedComparison } from '../../experiments/index.js';
import type { ComparedCell, FoundCell } from '../../protocol/pages/compare.js';
import { ParameterError } from '../requests/parameters.js';

/**
 * Returns the identity of a row in one of the compared runs.
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
  // Over the whole program a property includes more specific ones; at a call path it is exclusive of them.
  if (callPath === null) return { is: 'found', metric: property, less: [], node: null, inclusive: true };
  const node = own[callPath];
  if (node === undefined) throw new ParameterError(`There is no call path ${callPath} in this comparison.`);
  if (node < 0) return { is: 'missing' };
  const inclusive = contains === 'inclusive';
  if (contains !== undefined) return { is: 'found', metric: property, less: [], node, inclusive };
  const less = comparison.properties.filter(({ parent }) => parent === property).map((row) => row.property);
  return { is: 'found', metric: property, less, node, inclusive };
}
