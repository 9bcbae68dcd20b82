import { deadZone, noiseOf } from './deadZone.js';
import { haarEnergies } from './haar.js';
import type { SeriesVerdict } from './judge.js';
import { repaired, type Series } from './missing.js';
import { recurrence } from './peaks.js';
import { SeriesStream } from './seriesStream.js';
import { excessOver, unionExcess } from './trends.js';

/**
 * Judges a series in chunks of this many iterations, as in a run in progress (dynamics.md, section 4). Costs are summed
 * up from the samples, which are all available. There are no letters.
 * @param size at least 8
 */
export function inChunks(series: Series, size: number): SeriesVerdict {
  const { values, missing } = repaired(series);
  const stream = new SeriesStream(size);
  for (const value of values) stream.add(value);
  const verdict = stream.verdict();
  const { mean, zone, peaks, others, changes, trends: found, variability, shortScales, wideScales } = verdict;
  const noise = noiseOf(values);
  const base = {
    ...{ length: values.length, energies: haarEnergies(values), variability, shortScales, wideScales, noise },
    ...{ zone: Math.max(zone, deadZone(values, noise, mean)), letters: [] },
  };
  if (missing > values.length / 4)
    return { ...base, peaks: [], changes: [], trends: [], trendsExcess: 0, notJudged: 'too much missing' };
  const trends = found.map((trend) => ({
    ...trend,
    accumulated: excessOver(values, trend.first, trend.last, 0),
    excess: excessOver(values, trend.first, trend.costsUntil, trend.before),
  }));
  const recursEvery = recurrence(peaks.map(({ top }) => top));
  return {
    ...{ ...base, peaks, changes, trends, trendsExcess: unionExcess(values, trends) },
    ...(others.count === 0 ? {} : { otherPeaks: others }),
    ...(recursEvery === undefined ? {} : { recursEvery }),
  };
}
