/** The metrics of a file in addition to its time. */
import { plainName } from '../../base/plainText.js';
import type { MetricOfSums } from '../stacks/stackProfile.js';
import { isBytes, type Quantity } from './quantity.js';
import type { KeptSum } from './sums.js';
import { isOfSeries, knownScale } from './timeOf.js';

interface AboutMetric {
  /** Units by name of the attribute. */
  readonly units: ReadonlyMap<string, string>;
  /** Whether extremes of sums are those of ranks. */
  readonly isAcrossRanks: boolean;
}

/** Returns all metrics without duplicates; least, greatest and mean values are not additive. */
export function metricsOf(all: readonly KeptSum[], time: KeptSum | undefined, about: AboutMetric): MetricOfSums[] {
  return all
    .filter((kept) => kept !== time && !isTwice(kept, all, time) && hasMeaning(kept))
    .map((kept): MetricOfSums => {
      const { name, quantity, sums } = kept;
      const seconds = knownScale(kept, about.units);
      const told = plainName(about.units.get(name) ?? '') || (isBytes(quantity) ? 'bytes' : 'count');
      const { combine } = quantity;
      return {
        name: plainName(name),
        title: titleOf(plainName(name), quantity, about),
        unit: seconds === undefined ? told : 'seconds',
        description: `${plainName(name)} of Caliper`,
        ...{ sums, scale: seconds ?? 1 },
        ...(combine === 'sum' ? {} : { combine: combine === 'mean' ? 'none' : combine }),
      };
    });
}

/** Reports whether another quantity has the same values exclusively, or as the time. */
function isTwice({ quantity }: KeptSum, all: readonly KeptSum[], time: KeptSum | undefined): boolean {
  const { base, combine, isInclusive } = quantity;
  if (combine !== 'sum') return false;
  if (time !== undefined && (base === time.quantity.base || isOfSeries(quantity))) return true;
  return isInclusive && all.some(({ quantity: one }) => one.combine === 'sum' && one.base === base && !one.isInclusive);
}

/** The mean of several rows is not that of all. */
const hasMeaning = ({ quantity: { combine }, placed }: KeptSum): boolean =>
  combine !== 'mean' || [...(placed?.values() ?? [])].every(({ rows }) => rows === 1);

const WORDS = { sum: 'Sum of', min: 'Least', max: 'Greatest', mean: 'Mean' } as const;

/** `Greatest inclusive time of a rank`. */
function titleOf(
  name: string,
  { base, combine, isInclusive, isOfSums }: Quantity,
  { isAcrossRanks }: AboutMetric,
): string {
  if (!isAcrossRanks || !isOfSums) return name;
  const what = base === 'time.duration' || base === 'time' ? 'time' : base;
  return `${WORDS[combine]} ${isInclusive ? 'inclusive' : 'exclusive'} ${plainName(what)} of a rank`;
}
