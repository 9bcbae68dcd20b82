import type { SliceSummary } from '../../../model/findings/otherMetrics.js';
import { regionName } from '../../../model/names.js';
import type { Profile } from '../../../model/profile.js';
import { regionPlace } from '../../../model/text/regionPlace.js';

const MOST_SLICES = 200;

/** Returns values of functions by the values of parameters, over all locations. */
export function slicesOf({ slices = [], definitions }: Profile): SliceSummary[] {
  const sums = new Map<string, { -readonly [key in keyof SliceSummary]: SliceSummary[key] }>();
  for (const { region, parameters, calls, exclusive, inclusive } of slices) {
    const values = parameters.map(([name, value]) => `${name} = ${value}`).join(', ');
    const key = `${region} ${values}`;
    const place = regionPlace(definitions.regions.at(region));
    const sum = sums.get(key) ?? {
      region: regionName(definitions, region),
      ...(place === undefined ? {} : { place }),
      parameters: values,
      calls: 0,
      exclusive: 0,
      inclusive: 0,
    };
    sum.calls += calls;
    sum.exclusive += exclusive.get('time') ?? 0;
    sum.inclusive += inclusive.get('time') ?? 0;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .filter(({ calls, exclusive, inclusive }) => [calls, exclusive, inclusive].every(Number.isFinite))
    .sort((a, b) => b.inclusive - a.inclusive || b.calls - a.calls)
    .slice(0, MOST_SLICES);
}
