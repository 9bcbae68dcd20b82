/** Which attribute is the time of regions, and what its values are in seconds. */
import { plainName } from '../../base/plainText.js';
import type { Problem } from '../../base/problem.js';
import { secondsOf } from '../stacks/timeUnits.js';
import type { Quantity } from './quantity.js';
import type { KeptSum } from './sums.js';

type Units = ReadonlyMap<string, string>;

/** Returns the time of regions: exclusive if available. @returns undefined if none is additive */
export function timeOf(all: readonly KeptSum[], units: Units): KeptSum | undefined {
  const sums = all.filter(({ quantity }) => quantity.combine === 'sum');
  const isOfRegions = ({ base }: Quantity): boolean => base === 'time.duration' || base === 'time';
  const isTime = ({ name, quantity: { base } }: KeptSum): boolean =>
    base.includes('duration') || secondsOf(units.get(name) ?? '') !== undefined;
  const ranked: readonly ((kept: KeptSum) => boolean)[] = [
    ({ quantity }) => isOfRegions(quantity) && !quantity.isInclusive,
    ({ quantity }) => isOfRegions(quantity),
    (kept) => isTime(kept) && !isOfSeries(kept.quantity),
    isTime,
  ];
  for (const fits of ranked) {
    const found = sums.find(fits);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether it is the length of snapshots, which contains the times of all regions. */
export const isOfSeries = ({ base }: Quantity): boolean => base.startsWith('timeseries.');

/** Returns the seconds of one unit, if the file or the name defines it. */
export function knownScale({ name, quantity }: KeptSum, units: Units): number | undefined {
  return secondsOf(units.get(name) ?? '') ?? (quantity.isNanoseconds ? 1e-9 : undefined);
}

/**
 * Returns the seconds of one unit. Older versions count microseconds without naming the unit. @param problems receives
 * the assumptions made
 */
export function timeScale(kept: KeptSum, units: Units, problems: Problem[]): number {
  const told = knownScale(kept, units);
  if (told !== undefined) return told;
  if (!kept.isWhole) return 1;
  const message = `The file does not contain the unit of ${plainName(kept.name)}. Its values are whole numbers, and are read as microseconds.`;
  problems.push({ level: 'information', message });
  return 1e-6;
}
