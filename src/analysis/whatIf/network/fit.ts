import { elementAt } from '../../../base/elements.js';
import type { Fraction, Seconds } from '../../../base/units.js';

/** Time of a transfer as a function of its size: latency + perByte · bytes. */
export interface TransferFit {
  readonly latency: Seconds;
  /** Seconds per byte, the inverse of the bandwidth. */
  readonly perByte: Seconds;
}

/** Fewer transfers would be explained by any line. */
const FEWEST = 3;
/** More distinct sizes are summarized. */
const MOST_SIZES = 64;
/** Summaries for each doubling of the size. */
const PER_OCTAVE = 4;
/** A transfer is explained if it differs from the fit by at most this share of it. */
const TOLERANCE: Fraction = 0.5;

interface Point {
  readonly bytes: number;
  readonly seconds: Seconds;
}

/**
 * Fits seconds = latency + perByte · bytes to transfers by the estimator of Theil and Sen: the median of the slopes
 * between all pairs of points. It needs no tuning constant, and up to 29 % of the points may be outliers, such as calls
 * that progress was late for (Sen, J. Am. Stat. Assoc. 63, 1968). A point is the median of all transfers of one size. With
 * more than 64 sizes, it is that of a quarter of an octave. Frequent sizes thus do not outweigh others. Errors are taken as proportional to
 * times: a slope has the weight |Δbytes| / max(seconds), a latency 1 / seconds.
 * @returns undefined if latency and bandwidth cannot be distinguished
 */
export function fitTransfers(bytes: readonly number[], seconds: readonly Seconds[]): TransferFit | undefined {
  if (bytes.length < FEWEST) return undefined;
  const points = pointsOf(bytes, seconds);
  const [first] = points;
  if (points.length === 1) return first?.bytes === 0 ? { latency: first.seconds, perByte: 0 } : undefined;
  const slope = slopeOf(points);
  if (!(slope > 0)) return { latency: weightedMedian(points.map(({ seconds: y }) => [y, 1])), perByte: 0 };
  const latency = weightedMedian(points.map(({ bytes: x, seconds: y }) => [y - slope * x, 1 / (y + Number.MIN_VALUE)]));
  if (latency >= 0) return { latency, perByte: slope };
  const sized = points.filter(({ bytes: x }) => x > 0);
  return { latency: 0, perByte: weightedMedian(sized.map(({ bytes: x, seconds: y }) => [y / x, 1])) };
}

/** Whether a fit explains a transfer. */
export function explains({ latency, perByte }: TransferFit, bytes: number, seconds: Seconds): boolean {
  const fitted = latency + perByte * bytes;
  return fitted > 0 && Math.abs(seconds - fitted) <= TOLERANCE * fitted;
}

/** Medians of the transfers of equal or similar size. */
function pointsOf(bytes: readonly number[], seconds: readonly Seconds[]): Point[] {
  const isFew = new Set(bytes).size <= MOST_SIZES;
  const bySize = new Map<number, number[]>();
  for (const [row, size] of bytes.entries()) {
    const key = isFew || size === 0 ? size : Math.floor(PER_OCTAVE * Math.log2(size)) + 1;
    const rows = bySize.get(key);
    if (rows === undefined) bySize.set(key, [row]);
    else rows.push(row);
  }
  const medianOf = (rows: readonly number[], values: readonly number[]): number =>
    weightedMedian(rows.map((row) => [elementAt(values, row), 1]));
  return [...bySize.values()].map((rows) => ({ bytes: medianOf(rows, bytes), seconds: medianOf(rows, seconds) }));
}

function slopeOf(points: readonly Point[]): number {
  const slopes: [number, number][] = [];
  for (const [index, one] of points.entries())
    for (const other of points.slice(index + 1)) {
      const width = other.bytes - one.bytes;
      const weight = Math.abs(width) / (Math.max(one.seconds, other.seconds) + Number.MIN_VALUE);
      slopes.push([(other.seconds - one.seconds) / width, weight]);
    }
  return weightedMedian(slopes);
}

/** The value that half of the weight is below. @param values with their weights; not empty */
function weightedMedian(values: readonly (readonly [value: number, weight: number])[]): number {
  const sorted = values.toSorted(([one], [other]) => one - other);
  const half = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  let sum = 0;
  for (const [value, weight] of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return elementAt(sorted, sorted.length - 1)[0];
}
