import { elementAt } from '../../../base/elements.js';
import type { RangeMetric, RangeOfFunction } from '../../../model/findings/otherMetrics.js';
import type { ApartMetric, Profile } from '../../../model/profile.js';
import { pathsOf } from '../../../model/profileValues.js';
import type { CallPaths } from '../../report/index.js';

/**
 * Returns metrics whose values are not additive, by function.
 * @param most maximum number of metrics
 * @param functions maximum number of functions of each
 */
export function rangesOf({ apart = [] }: Profile, paths: CallPaths, most: number, functions: number): RangeMetric[] {
  return apart
    .slice(0, most)
    .map(({ definition: { name, title, unit }, combine, values }) => ({
      name,
      title,
      unit,
      combine,
      functions: functionsOf(values, paths, combine).slice(0, functions),
    }))
    .filter(({ functions: told }) => told.length > 0);
}

function functionsOf(
  values: ApartMetric['values'],
  paths: CallPaths,
  combine: ApartMetric['combine'],
): RangeOfFunction[] {
  const found = new Map<number, { node: number; least: number; most: number }>();
  pathsOf(values).forEach((node, entry) => {
    const value = elementAt(values.value, entry);
    const region = elementAt(paths.tree.region, node);
    const known = found.get(region) ?? { node, least: Infinity, most: -Infinity };
    known.least = Math.min(known.least, value);
    known.most = Math.max(known.most, value);
    found.set(region, known);
  });
  return [...found.values()]
    .sort((a, b) => (combine === 'min' ? a.least - b.least : b.most - a.most))
    .map(({ node, least, most }) => {
      const place = paths.definition(node);
      return { region: paths.regionName(node), ...(place === undefined ? {} : { place }), least, most };
    });
}
