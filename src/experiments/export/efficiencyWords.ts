/** POP's efficiencies of two compared groups side by side, for tables and pages. */
import type { ComparedEfficiency } from '../../model/findings/efficiency.js';
import type { Comparison } from '../compare/comparison.js';

/** Those that the first group or another one knows, parents before children; none where neither knows any. */
export function comparedEfficiencies(
  { efficiencies = [] }: Pick<Comparison, 'efficiencies'>,
  group: number,
): ComparedEfficiency[] {
  return efficiencies.flatMap(({ name, title, hierarchy, depth, values }) => {
    const [before, after] = [values[0] ?? null, values[group] ?? null];
    if (before === null && after === null) return [];
    const change = before === null || after === null ? null : after - before;
    return [{ name, title, hierarchy, depth, before, after, change }];
  });
}
