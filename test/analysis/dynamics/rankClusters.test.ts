import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { absent, elementAt } from '../../../src/base/elements.js';
import { completeLinkage } from '../../../src/analysis/dynamics/linkage.js';
import { clusterLimit, rankClusters } from '../../../src/analysis/dynamics/rankClusters.js';
import { referenceFile, referenceValues } from './referenceData.js';
import { noise } from './signals.js';

const schema = v.object({
  shape: v.tuple([v.number(), v.number()]),
  ...{ truth: v.array(v.number()), labels: v.array(v.number()), theta: v.number() },
});
const [references, values] = [referenceValues('ranks.json'), referenceFile('ranks.f32')];

describe.runIf(references !== undefined && values !== undefined)('ranks of figure 7.5, in shape', () => {
  it('are clustered as by scikit-learn, and as they were made', () => {
    const known = v.parse(schema, references);
    const [ranks, count] = known.shape;
    const bytes = readFileSync(values ?? absent('ranks.f32'));
    const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const rows = Array.from({ length: ranks }, (_, r) => Float64Array.from(all.subarray(r * count, (r + 1) * count)));
    expect(clusterLimit(rows, count)).toBeCloseTo(known.theta, 11);
    const clusters = rankClusters(rows);
    const labels = rows.map((_row, rank) => clusters.findIndex((members) => members.includes(rank)));
    expect(labels).toEqual(known.labels);
    // An adjusted Rand index of 1: the same partition under other names.
    for (const members of clusters) expect(new Set(members.map((rank) => known.truth[rank])).size).toBe(1);
    expect(new Set(known.truth).size).toBe(clusters.length);
  });
});

/** Complete linkage as defined: again and again the two groups join of which the furthest members are nearest. */
function plainly(distance: (i: number, j: number) => number, n: number, limit: number): number[][] {
  const groups = Array.from({ length: n }, (_, i) => [i]);
  for (;;) {
    let [best, one, other] = [limit, -1, -1];
    for (let a = 0; a < groups.length; a++) {
      for (let b = a + 1; b < groups.length; b++) {
        const pairs = elementAt(groups, a).flatMap((i) => elementAt(groups, b).map((j) => distance(i, j)));
        if (Math.max(...pairs) < best) [best, one, other] = [Math.max(...pairs), a, b];
      }
    }
    if (one < 0) return groups;
    const [joined = []] = groups.splice(other, 1);
    elementAt(groups, one).push(...joined);
  }
}

describe('completeLinkage', () => {
  it('is complete linkage as defined', () => {
    const places = fc.uniqueArray(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 1e9 }), (xs, limit) => {
        const n = xs.length;
        const distance = (i: number, j: number): number => Math.abs(elementAt(xs, i) - elementAt(xs, j));
        const matrix = Float64Array.from({ length: n * n }, (_, at) => distance(Math.floor(at / n), at % n));
        // Equal distances may join in any order.
        fc.pre(new Set(matrix).size === 1 + (n * (n - 1)) / 2);
        const labels = completeLinkage(matrix, limit, n);
        const groups = plainly(distance, n, limit).map((group) => new Set(group.map((i) => labels[i])));
        for (const group of groups) expect(group.size).toBe(1);
        expect(new Set(labels).size).toBe(groups.length);
      }),
    );
  });

  it('raises the limit until there are few enough', () => {
    const matrix = Float64Array.from({ length: 100 }, (_, at) => Math.abs(2 ** Math.floor(at / 10) - 2 ** (at % 10)));
    const labels = completeLinkage(matrix, 0.5, 3);
    expect(new Set(labels).size).toBe(3);
  });
});

describe('rankClusters', () => {
  it('finds the same groups among many ranks, by leaders', () => {
    const count = 64;
    const rows = Array.from({ length: 3000 }, (_, rank) =>
      Float64Array.from(noise(rank, count), (e, i) => 1 + (rank % 3) * (i / count) + 0.01 * e),
    );
    const clusters = rankClusters(rows);
    expect(clusters.map((members) => members.length)).toEqual([1000, 1000, 1000]);
    clusters.forEach((members, cluster) => {
      expect(members.every((rank) => rank % 3 === cluster)).toBe(true);
    });
  });

  it('is one group where all are alike, and none where there are none', () => {
    expect(rankClusters([])).toEqual([]);
    expect(rankClusters([new Float64Array(10), new Float64Array(10)])).toEqual([[0, 1]]);
  });
});
