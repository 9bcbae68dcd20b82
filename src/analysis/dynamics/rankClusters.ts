import { absent, elementAt } from '../../base/elements.js';
import { quantiles } from '../../base/quantiles.js';
import { noiseOf } from './deadZone.js';
import { completeLinkage } from './linkage.js';

/** Number of blocks of iterations whose means represent a rank. */
const BLOCKS = 32;
const MOST_CLUSTERS = 8;
/** More ranks are first represented by leaders. */
const MOST_COMPARED = 2048;
const MOST_LEADERS = 256;

/**
 * Ranks whose series go alike (dynamics.md, section 5): indices of rows, the clusters in order of their first row.
 * Two of a cluster are less apart than 5 % of the overall mean or three deviations of what noise leaves of block means.
 * @param rows series of one length
 */
export function rankClusters(rows: readonly Float64Array[]): number[][] {
  const length = rows[0]?.length ?? 0;
  const signatures = rows.map((row) => blockMeans(row));
  const limit = clusterLimit(rows, length);
  const { leaders, led } = leadersOf(signatures, limit / 2);
  const labels = completeLinkage(distances(leaders), limit, MOST_CLUSTERS);
  const clusters: number[][] = [];
  rows.forEach((_row, index) => {
    const label = elementAt(labels, elementAt(led, index));
    (clusters[label] ??= []).push(index);
  });
  return clusters;
}

/** θ_c = max(5 % of the overall mean, 3·median noise/√(N/32)). */
export function clusterLimit(rows: readonly Float64Array[], length: number): number {
  if (rows.length === 0) return 0;
  let sum = 0;
  for (const row of rows) for (let i = 0; i < row.length; i++) sum += row[i] ?? absent(i);
  const [noise = 0] = quantiles(Float64Array.from(rows, noiseOf), [0.5]);
  return Math.max((0.05 * sum) / (rows.length * length), (3 * noise) / Math.sqrt(Math.max(1, length / BLOCKS)));
}

function blockMeans(row: Float64Array): Float64Array {
  const blocks = Math.min(BLOCKS, row.length);
  return Float64Array.from({ length: blocks }, (_, block) => {
    const [from, to] = [Math.floor((block * row.length) / blocks), Math.floor(((block + 1) * row.length) / blocks)];
    let sum = 0;
    for (let i = from; i < to; i++) sum += row[i] ?? absent(i);
    return sum / (to - from);
  });
}

/** Root of the mean square. */
function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ((a[i] ?? absent(i)) - (b[i] ?? absent(i))) ** 2;
  return Math.sqrt(sum / a.length);
}

function distances(signatures: readonly Float64Array[]): Float64Array {
  const n = signatures.length;
  const found = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const own = distance(elementAt(signatures, i), elementAt(signatures, j));
      found[i * n + j] = own;
      found[j * n + i] = own;
    }
  }
  return found;
}

/** In order of ranks, the first that is further than a reach from all leaders becomes one; the reach grows where they are many. */
function leadersOf(
  signatures: readonly Float64Array[],
  reach: number,
): { readonly leaders: readonly Float64Array[]; readonly led: Int32Array } {
  if (signatures.length <= MOST_COMPARED)
    return { leaders: signatures, led: Int32Array.from(signatures, (_, index) => index) };
  const leaders: Float64Array[] = [];
  const led = new Int32Array(signatures.length);
  for (const [index, signature] of signatures.entries()) {
    let [nearest, least] = [-1, Infinity];
    for (const [leader, other] of leaders.entries()) {
      const own = distance(signature, other);
      if (own < least) [nearest, least] = [leader, own];
    }
    if (least > reach && leaders.length >= MOST_LEADERS) return leadersOf(signatures, 2 * reach || least);
    led[index] = least > reach ? leaders.push(signature) - 1 : nearest;
  }
  return { leaders, led };
}
