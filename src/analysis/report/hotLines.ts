import { addAt, elementAt } from '../../base/elements.js';
import { NO_INDEX, type Definitions } from '../../model/definitions.js';
import type { HotLine } from '../../model/findings.js';
import { regionName } from '../../model/names.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { nodeTotals } from './nodeTotals.js';
import { isSystemFile } from './systemFiles.js';

const MOST_LINES = 200;
/** Lines below this share of the total time are left out. */
const LEAST_SHARE = 0.0005;
/** Of the normal distribution: so many standard deviations to both sides hold 95 %. */
const Z = 1.959964;

/**
 * Lines by their time as samples tell it, the hottest first: a line's time is that part of the own time of the function
 * around it that the line has of the function's samples.
 * @param sampled samples by calling context
 */
export function hotLinesOf(
  space: PerformanceSpace,
  definitions: Definitions,
  sampled: ReadonlyMap<number, number> | undefined,
  totalTime: number,
): HotLine[] {
  if (sampled === undefined || sampled.size === 0 || totalTime <= 0) return [];
  const { ofRegion, ofLine } = countsOf(sampled, definitions);
  const own = ownTimes(space, definitions.regions.length);
  return [...ofLine.values()]
    .flatMap(({ region, line, samples }): HotLine[] => {
      const place = definitions.sourceCodeLocations.at(line);
      if (place === undefined || place.line === 0 || isSystemFile(place.file)) return [];
      const time = own[region] ?? 0;
      const ofSamples = ofRegion.get(region) ?? 0;
      const [least, most] = interval(samples, ofSamples);
      const seconds = (time * samples) / ofSamples;
      return [
        {
          region: regionName(definitions, region),
          place,
          samples,
          ofSamples,
          seconds,
          least: time * least,
          most: time * most,
          share: Math.min(1, seconds / totalTime),
        },
      ];
    })
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.seconds - a.seconds || a.place.line - b.place.line)
    .slice(0, MOST_LINES);
}

/**
 * Between which parts of all the part lies that `count` of `all` samples tell, with a confidence of 95 %: Wilson's score
 * interval, which unlike p ± z·√(p(1−p)/n) holds for few samples too and never leaves what is possible.
 */
export function interval(count: number, all: number): readonly [least: number, most: number] {
  if (all <= 0) return [0, 1];
  const part = count / all;
  const scale = 1 + Z ** 2 / all;
  const centre = (part + Z ** 2 / (2 * all)) / scale;
  const half = (Z / scale) * Math.sqrt((part * (1 - part)) / all + Z ** 2 / (4 * all ** 2));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

interface Counted {
  readonly region: number;
  readonly line: number;
  samples: number;
}

/** Samples by region, and by region and line: several contexts may be of one line. */
function countsOf(sampled: ReadonlyMap<number, number>, { callingContexts, regions }: Definitions) {
  const ofRegion = new Map<number, number>();
  const ofLine = new Map<string, Counted>();
  for (const [id, samples] of sampled) {
    const context = callingContexts?.get(id);
    if (context === undefined || context.region >= regions.length) continue;
    const { region, sourceCodeLocation: line } = context;
    ofRegion.set(region, (ofRegion.get(region) ?? 0) + samples);
    if (line === NO_INDEX) continue;
    const key = `${region}/${line}`;
    const known = ofLine.get(key);
    if (known === undefined) ofLine.set(key, { region, line, samples });
    else known.samples += samples;
  }
  return { ofRegion, ofLine };
}

/** The own time of each region, over all call paths and locations, idle threads left out where the space knows them. */
function ownTimes(space: PerformanceSpace, regions: number): Float64Array {
  const times = new Float64Array(regions);
  nodeTotals(space, space.severities.has('execution') ? 'execution' : 'time').forEach((seconds, node) => {
    const region = elementAt(space.callTree.region, node);
    if (region < regions) addAt(times, region, seconds);
  });
  return times;
}
