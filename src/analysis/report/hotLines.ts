import { addAt, elementAt } from '../../base/elements.js';
import { NO_INDEX, type Definitions } from '../../model/definitions.js';
import type { Finding, HotLine } from '../../model/findings/findings.js';
import { isSamePlace } from '../../model/findings/sourcePlace.js';
import { regionName } from '../../model/names.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { nodeTotals } from './nodeTotals.js';
import type { SampledWeight } from '../../model/profile.js';
import type { Run } from './run.js';
import { isSystemFile } from '../callPaths/systemFiles.js';

const MOST_LINES = 200;
/** Minimum share of the total time of listed lines. */
const LEAST_SHARE = 0.0005;
/** Of the normal distribution: so many standard deviations to both sides hold 95 %. */
const Z = 1.959964;

/**
 * Returns lines by their sampled time, the hottest first. A line's time is its fraction of the samples of the
 * surrounding function times the function's exclusive time. Each sample counts for the time until the next one.
 */
export function hotLinesOf(
  space: PerformanceSpace,
  definitions: Definitions,
  { sampled, sampledTimes }: Pick<Run, 'sampled' | 'sampledTimes'>,
  totalTime: number,
): HotLine[] {
  if (sampled === undefined || sampled.size === 0 || totalTime <= 0) return [];
  const { ofRegion, ofLine } = countsOf(sampled, sampledTimes, definitions);
  const own = ownTimes(space, definitions.regions.length);
  return [...ofLine.values()]
    .flatMap(({ region, line, counted }): HotLine[] => {
      const place = definitions.sourceCodeLocations.at(line);
      const all = ofRegion.get(region);
      if (place === undefined || place.line === 0 || isSystemFile(place.file) || all === undefined) return [];
      const time = own[region] ?? 0;
      const part = counted.sum / all.sum;
      const [least, most] = intervalOf(part, all);
      const seconds = time * part;
      return [
        {
          region: regionName(definitions, region),
          place,
          samples: counted.samples,
          ofSamples: all.samples,
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

/** Adds the hottest line of each region that causes waiting. @param hotLines hottest first */
export function withHottestLines(findings: readonly Finding[], hotLines: readonly HotLine[]): Finding[] {
  const hottest = new Map([...hotLines].reverse().map(({ region, place }) => [region, place]));
  return findings.map((finding) => {
    if (finding.rootCauses === undefined) return finding;
    const rootCauses = finding.rootCauses.map((cause) => {
      const line = hottest.get(cause.region);
      return line === undefined || isSamePlace(line, cause.place) ? cause : { ...cause, hottest: line };
    });
    return { ...finding, rootCauses };
  });
}

/** As `interval`; amounts that were counted have no samples and no variance, and are exact. */
function intervalOf(part: number, all: LineCounts): readonly [least: number, most: number] {
  if (all.squares === 0) return [part, part];
  const alike = alikeOf(all);
  return interval(part * alike, alike);
}

/** Returns the number of equally weighted samples with the same information: Kish's effective sample size, (Σw)²/Σw² (Survey Sampling, 1965). */
const alikeOf = ({ sum, squares }: LineCounts): number => sum ** 2 / squares;

/**
 * Returns the confidence interval of the proportion of `count` in `all` samples, at 95 %: Wilson's score interval.
 * Unlike p ± z·√(p(1−p)/n), it also holds for few samples and never exceeds the possible range.
 */
export function interval(count: number, all: number): readonly [least: number, most: number] {
  if (all <= 0) return [0, 1];
  const part = count / all;
  const scale = 1 + Z ** 2 / all;
  const center = (part + Z ** 2 / (2 * all)) / scale;
  const half = (Z / scale) * Math.sqrt((part * (1 - part)) / all + Z ** 2 / (4 * all ** 2));
  return [Math.max(0, center - half), Math.min(1, center + half)];
}

interface LineCounts extends SampledWeight {
  readonly samples: number;
}

interface CountedLine {
  readonly region: number;
  readonly line: number;
  readonly counted: LineCounts;
}

const both = (a: LineCounts | undefined, b: LineCounts): LineCounts =>
  a === undefined ? b : { samples: a.samples + b.samples, sum: a.sum + b.sum, squares: a.squares + b.squares };

/** Samples by region, and by region and line: several contexts may be of one line. */
function countsOf(
  sampled: ReadonlyMap<number, number>,
  times: ReadonlyMap<number, SampledWeight> | undefined,
  { callingContexts, regions }: Definitions,
) {
  const ofRegion = new Map<number, LineCounts>();
  const ofLine = new Map<string, CountedLine>();
  for (const [id, samples] of sampled) {
    const context = callingContexts?.get(id);
    if (context === undefined || context.region >= regions.length) continue;
    const { region, sourceCodeLocation: line } = context;
    const counted: LineCounts = { samples, ...(times?.get(id) ?? { sum: samples, squares: samples }) };
    ofRegion.set(region, both(ofRegion.get(region), counted));
    if (line === NO_INDEX) continue;
    const key = `${region}/${line}`;
    ofLine.set(key, { region, line, counted: both(ofLine.get(key)?.counted, counted) });
  }
  return { ofRegion, ofLine };
}

/**
 * Returns the exclusive time of each region, over all call paths and locations, excluding idle threads if the space
 * distinguishes them.
 */
function ownTimes(space: PerformanceSpace, regions: number): Float64Array {
  const times = new Float64Array(regions);
  nodeTotals(space, space.severities.has('execution') ? 'execution' : 'time').forEach((seconds, node) => {
    const region = elementAt(space.callTree.region, node);
    if (region < regions) addAt(times, region, seconds);
  });
  return times;
}
