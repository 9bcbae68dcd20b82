/**
 * Profiles that Caliper has aggregated across ranks: of each call path the sum over the ranks, and mostly the least, the
 * mean and the greatest value of one rank.
 */
import type { AcrossRanks, Profile, RankExtremes } from '../../model/profile.js';
import type { CaliperCombine } from './quantity.js';

/** How far a count may be from a whole number that was computed by division. */
const ROUNDING = 1e-6;

/** Values by call path, in seconds. */
export type ValuesByPath = ReadonlyMap<number, number>;

/** Values of one time in a file: inclusive or exclusive. */
export type TimeOfRanks = Readonly<Partial<Record<CaliperCombine, ValuesByPath>>>;

/**
 * Returns the rank count, from the sum over the ranks and their mean.
 * @returns undefined if these are missing, or their ratio is no whole number
 */
export function ranksFromMean({ sum, mean }: TimeOfRanks): number | undefined {
  let most = 0;
  for (const [node, average] of mean ?? []) {
    const count = (sum?.get(node) ?? 0) / average;
    if (Math.abs(count - Math.round(count)) <= ROUNDING * count) most = Math.max(most, Math.round(count));
  }
  return most > 0 ? most : undefined;
}

/**
 * The extremes over all ranks. Caliper's are those of the ranks that were at a call path; the others have 0 there.
 * @param nodes how many call paths there are
 */
export function extremesOf(time: TimeOfRanks, ranks: number, nodes: number): RankExtremes | undefined {
  const { sum, min, max } = time;
  if (sum === undefined || (min === undefined && max === undefined)) return undefined;
  const least = new Float64Array(nodes).fill(Number.NaN);
  const most = new Float64Array(nodes).fill(Number.NaN);
  for (const [node, total] of sum) {
    const [one, other] = [min?.get(node) ?? Number.NaN, max?.get(node) ?? Number.NaN];
    const present = ranksAt(total, one, other, time.mean?.get(node), ranks);
    least[node] = present === undefined ? Number.NaN : present < ranks ? Math.min(0, one) : one;
    most[node] = other;
  }
  return { least, most };
}

/** How many ranks were at a call path: from the mean, else where only one number of them fits sum and extremes. */
function ranksAt(sum: number, min: number, max: number, mean: number | undefined, ranks: number): number | undefined {
  if (mean !== undefined && mean !== 0) return Math.round(sum / mean);
  const fits = (count: number): boolean => {
    const [least, most] = count === 1 ? [max, min] : [min + max + (count - 2) * min, min + max + (count - 2) * max];
    const slack = ROUNDING * Math.abs(sum);
    return least <= sum + slack && sum - slack <= most;
  };
  if (!fits(ranks)) return undefined;
  return ranks === 1 || !fits(ranks - 1) ? ranks : undefined;
}

/** Returns the profile of all ranks together: its only process represents all of them. */
export function ofAllRanks(profile: Profile, acrossRanks: AcrossRanks): Profile {
  const { definitions } = profile;
  const { ranks } = acrossRanks;
  const locationGroups = definitions.locationGroups.map((group) => ({
    ...group,
    ...{ name: `All ${ranks} ranks`, summedOver: ranks },
  }));
  return { ...profile, acrossRanks, definitions: { ...definitions, locationGroups } };
}
