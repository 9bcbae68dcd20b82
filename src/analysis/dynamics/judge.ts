import { absent } from '../../base/elements.js';
import { changesOf, type Change } from './changes.js';
import { deadZone, noiseOf } from './deadZone.js';
import type { Episode } from './episodes.js';
import { haarEnergies, variabilityOf, type HaarEnergies, type Variability } from './haar.js';
import { repaired, type Series } from './missing.js';
import { peaksOf, recurrence, withoutPeaks, type Peak } from './peaks.js';
import { meanOf, type Shape, ShapeFinder } from './shape.js';
import { trendsOf, unionExcess, type Trend } from './trends.js';

/** Series of fewer samples have energies and no shape. */
const SHORTEST = 8;

/** Patterns found in one series (dynamics.md, section 3), in its unit and in iterations from 0. */
export interface SeriesVerdict extends Variability {
  readonly length: number;
  readonly energies: HaarEnergies;
  /** Why the series has energies and no patterns, where it has none. */
  readonly notJudged?: 'too short' | 'too much missing';
  /** Standard deviation of the noise, and what changes less than the dead zone is flat. */
  readonly noise: number;
  readonly zone: number;
  /** The shape as letters. */
  readonly letters: readonly Pick<Episode, 'from' | 'to' | 'letter' | 'stability'>[];
  readonly peaks: readonly Peak[];
  /** Number and cost of smaller peaks that are not listed; omitted if there are none. */
  readonly otherPeaks?: { readonly count: number; readonly excess: number };
  readonly changes: readonly Change[];
  readonly trends: readonly Trend[];
  /** Total cost of all trends. */
  readonly trendsExcess: number;
  /** Every how many iterations peaks recur, where they do. */
  readonly recursEvery?: number;
}

/**
 * Judges series of one length; what depends on the length alone is kept between them.
 * Values that are not finite, or negative, are missing and take the value before them.
 */
export class SeriesJudge {
  private shapes: ShapeFinder | undefined;

  constructor(readonly length: number) {}

  judge(series: Series): SeriesVerdict {
    const { values, missing } = repaired(series);
    const energies = haarEnergies(values);
    const mean = values.length === 0 ? 0 : meanOf(values);
    const noise = noiseOf(values);
    const zone = deadZone(values, noise, mean);
    const flat: SeriesVerdict = {
      ...{ length: values.length, energies, ...variabilityOf(energies, values.length), noise, zone },
      ...{ letters: [], peaks: [], changes: [], trends: [], trendsExcess: 0 },
    };
    if (missing > values.length / 4) return { ...flat, notJudged: 'too much missing' };
    if (values.length < SHORTEST) return { ...flat, notJudged: 'too short' };
    if (isConstant(values))
      return { ...flat, letters: [{ ...{ from: 0, to: values.length - 1, letter: 'G' }, stability: Infinity }] };
    return { ...flat, ...this.patterns(values, noise, zone) };
  }

  private patterns(
    values: Float64Array,
    noise: number,
    zone: number,
  ): Pick<SeriesVerdict, 'letters' | 'peaks' | 'changes' | 'trends' | 'trendsExcess' | 'recursEvery'> {
    const shape = this.shape(values, noise, zone);
    const peaks = peaksOf(values, shape, zone);
    const widest = Math.max(8, values.length / 16);
    const smooth = withoutPeaks(values, peaks, widest);
    const rest = peaks.some(({ first, last }) => last - first <= widest) ? this.shape(smooth, noise, zone) : shape;
    const changes = changesOf(smooth, rest, noise, zone);
    const trends = trendsOf(values, changes, zone);
    const recursEvery = recurrence(peaks.map(({ top }) => top));
    return {
      ...{ peaks, changes, trends, trendsExcess: unionExcess(values, trends) },
      letters: shape.episodes.map(({ from, to, letter, stability }) => ({ from, to, letter, stability })),
      ...(recursEvery === undefined ? {} : { recursEvery }),
    };
  }

  /** The shape of a series without missing values, until the next one is judged. */
  shape(values: Float64Array, noise: number, zone: number): Shape {
    this.shapes ??= new ShapeFinder(this.length);
    return this.shapes.shapeOf(values, noise, zone);
  }
}

/** Judges one series; many of one length are faster judged by one `SeriesJudge`. */
export function judgeSeries(series: Series): SeriesVerdict {
  return new SeriesJudge(series.length).judge(series);
}

function isConstant(values: Float64Array): boolean {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? absent(i);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least <= 1e-12 * Math.max(Math.abs(most), Math.abs(least));
}
