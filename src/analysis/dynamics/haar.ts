import { absent } from '../../base/elements.js';

/**
 * Energies of a series by scale, with the Haar wavelet, for any number of samples: neighboring blocks join, equal ones at
 * once as in a binary counter, the rest at the end, small ones first. For 2^J samples these are the energies of the
 * orthonormal discrete wavelet transform. Nothing but log₂ N blocks is kept, so that it runs on across chunks.
 */

/** `levels[j]` is the energy between blocks that make one of up to 2^j samples; Σf² = meanEnergy + Σ levels. */
export interface HaarEnergies {
  readonly count: number;
  readonly levels: readonly number[];
  /** N·mean². */
  readonly meanEnergy: number;
  /** Σf². */
  readonly totalEnergy: number;
}

/** V and its parts: how much of the energy is change, and on which scales. */
export interface Variability {
  /** ΣE/Σf² = CV²/(1+CV²). */
  readonly variability: number;
  /** Of levels up to ⌊J/2⌋, J = ⌈log₂N⌉. */
  readonly shortScales: number;
  readonly wideScales: number;
}

export class HaarCounter {
  /** Blocks from left to right, no two equal and each larger than the next: their counts and sums. */
  private readonly counts: number[] = [];
  private readonly sums: number[] = [];
  private readonly levels = new Float64Array(64);
  private total = 0;

  add(value: number): void {
    const { counts, sums, levels } = this;
    this.total += value * value;
    let count = 1;
    let sum = value;
    for (let at = counts.length - 1; at >= 0 && counts[at] === count; at--) {
      const left = sums[at] ?? absent(at);
      addEnergy(levels, count, left, count, sum);
      sum = left + sum;
      count *= 2;
      counts.pop();
      sums.pop();
    }
    counts.push(count);
    sums.push(sum);
  }

  /** Returns the energies so far; more samples can be added. */
  energies(): HaarEnergies {
    const { counts, sums } = this;
    const levels = this.levels.slice();
    let [count, sum] = [counts.at(-1) ?? 0, sums.at(-1) ?? 0];
    for (let at = counts.length - 2; at >= 0; at--) {
      const [leftCount, leftSum] = [counts[at] ?? absent(at), sums[at] ?? absent(at)];
      addEnergy(levels, leftCount, leftSum, count, sum);
      count += leftCount;
      sum += leftSum;
    }
    return {
      count,
      levels: [...levels.subarray(0, 1 + levelOf(Math.max(1, count)))],
      meanEnergy: count === 0 ? 0 : (sum * sum) / count,
      totalEnergy: this.total,
    };
  }
}

/** Adds the energy of the difference of the means of two neighboring blocks to the level of both together. */
function addEnergy(levels: Float64Array, leftCount: number, leftSum: number, count: number, sum: number): void {
  const difference = leftSum / leftCount - sum / count;
  const level = levelOf(leftCount + count);
  const energy = ((leftCount * count) / (leftCount + count)) * difference * difference;
  levels[level] = (levels[level] ?? absent(level)) + energy;
}

/** ⌈log₂ count⌉. */
function levelOf(count: number): number {
  return count <= 2 ** 31 ? 32 - Math.clz32(count - 1) : Math.ceil(Math.log2(count));
}

/** Returns the final result of a counter, summed in the same order: level by level as far as blocks are full. */
export function haarEnergies(values: ArrayLike<number>): HaarEnergies {
  const { length } = values;
  const levels = new Float64Array(64);
  let totalEnergy = 0;
  for (let i = 0; i < length; i++) totalEnergy += (values[i] ?? absent(i)) ** 2;
  const joined = new Float64Array(length >> 1);
  let sums = values;
  /** Remainder after the full blocks of a level: its samples and their sum. */
  let [restCount, rest] = [0, 0];
  for (let size = 1, count = length; count > 0; size *= 2, count >>= 1) {
    if ((count & 1) === 1) {
      const last = sums[count - 1] ?? absent(count);
      if (restCount > 0) addEnergy(levels, size, last, restCount, rest);
      [restCount, rest] = [restCount + size, rest + last];
    }
    const level = levelOf(2 * size);
    const weight = (size * size) / (2 * size);
    let energy = 0;
    for (let i = 0; 2 * i + 1 < count; i++) {
      const left = sums[2 * i] ?? absent(i);
      const right = sums[2 * i + 1] ?? absent(i);
      const difference = left / size - right / size;
      energy += weight * difference * difference;
      // Overwritten entries have already been read.
      joined[i] = left + right;
    }
    levels[level] = (levels[level] ?? absent(level)) + energy;
    sums = joined;
  }
  return {
    count: length,
    levels: [...levels.subarray(0, 1 + levelOf(Math.max(1, length)))],
    meanEnergy: length === 0 ? 0 : (rest * rest) / length,
    totalEnergy,
  };
}

/** Energies of changes within few samples and over many: of the levels up to ⌊J/2⌋, and of the others. */
export interface ScaleEnergies {
  readonly short: number;
  readonly wide: number;
}

/** @param window samples whose levels are distinguished: of a chunk if there are chunks, else all */
export function scaleEnergies({ levels }: Pick<HaarEnergies, 'levels'>, window: number): ScaleEnergies {
  const middle = window < 2 ? 0 : Math.floor(levelOf(window) / 2);
  const sum = (energies: readonly number[]): number => energies.reduce((all, energy) => all + energy, 0);
  return { short: sum(levels.slice(0, middle + 1)), wide: sum(levels.slice(middle + 1)) };
}

/** @param window as of `scaleEnergies` */
export function variabilityOf(energies: HaarEnergies, window: number): Variability {
  const { totalEnergy } = energies;
  const { short, wide } = scaleEnergies(energies, window);
  const share = (energy: number): number => (totalEnergy > 0 ? energy / totalEnergy : 0);
  const [shortScales, wideScales] = [share(short), share(wide)];
  return { variability: shortScales + wideScales, shortScales, wideScales };
}
