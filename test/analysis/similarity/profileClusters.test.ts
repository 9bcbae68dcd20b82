import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { IterationCalls } from '../../../src/analysis/similarity/iterationCalls.js';
import { ProfileClusters } from '../../../src/analysis/similarity/profileClusters.js';
import { similarIterations } from '../../../src/analysis/similarity/similarIterations.js';
import { elementAt } from '../../../src/base/elements.js';
import { DURATION, type SeriesTable } from '../../../src/model/dynamics/series.js';
import { referenceValues } from '../dynamics/referenceData.js';

const schema = v.object({
  limit: v.number(),
  weights: v.array(v.number()),
  profiles: v.array(v.object({ structure: v.string(), metrics: v.array(v.number()) })),
  clusters: v.array(
    v.object({
      structure: v.nullable(v.string()),
      count: v.number(),
      mean: v.array(v.number()),
      iterations: v.array(v.number()),
    }),
  ),
});

const references = referenceValues('profile-clusters.json');

describe.runIf(references !== undefined)('profiles of iterations', () => {
  it('are clustered as the reference does it', () => {
    const { limit, weights, profiles, clusters } = v.parse(schema, references);
    const names = [...new Set(profiles.map(({ structure }) => structure))];
    const own = new ProfileClusters(limit, Float64Array.from(weights));
    for (const { structure, metrics } of profiles) own.add(names.indexOf(structure), Float64Array.from(metrics));
    expect(
      own.clusters.map((cluster) => ({
        structure: cluster.structure === null ? null : names[cluster.structure],
        count: cluster.count,
        iterations: [...own.iterationsOf(cluster)].sort((a, b) => a - b),
      })),
    ).toEqual(clusters.map(({ structure, count, iterations }) => ({ structure, count, iterations })));
    for (const [at, { mean }] of clusters.entries())
      for (const [metric, value] of mean.entries()) expect(own.clusters[at]?.mean[metric]).toBeCloseTo(value, 9);
  });
});

describe('ProfileClusters', () => {
  it('keeps all profiles, in at most so many clusters, with their means, and mixes structures only where it must', () => {
    const profiles = fc.array(fc.record({ structure: fc.nat(3), x: fc.double({ min: 0, max: 10, noNaN: true }) }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(profiles, fc.integer({ min: 2, max: 6 }), (all, limit) => {
        const own = new ProfileClusters(limit, Float64Array.of(1));
        for (const { structure, x } of all) own.add(structure, Float64Array.of(x));
        expect(own.clusters).toHaveLength(Math.min(limit, all.length));
        const seen = own.clusters.flatMap((cluster) => [...own.iterationsOf(cluster)]).sort((a, b) => a - b);
        expect(seen).toEqual([...all.keys()]);
        for (const cluster of own.clusters) {
          const members = [...own.iterationsOf(cluster)].map((i) => elementAt(all, i));
          expect(members).toHaveLength(cluster.count);
          expect(cluster.mean[0]).toBeCloseTo(members.reduce((sum, { x }) => sum + x, 0) / members.length, 9);
          const structures = new Set(members.map(({ structure }) => structure));
          expect(cluster.structure).toBe(structures.size === 1 ? members[0]?.structure : null);
        }
        const structures = new Set(all.map(({ structure }) => structure)).size;
        if (structures <= limit) expect(own.clusters.every(({ structure }) => structure !== null)).toBe(true);
      }),
    );
  });
});

describe('IterationCalls', () => {
  it('distinguishes structures by call paths and their numbers of calls, whatever the order', () => {
    // By iteration: calls of paths 0 to 3.
    const calls = [
      [0, 1],
      [1, 0],
      [0, 1, 1],
      [0, 2],
      [0, 1, 1],
      [0, 1],
    ];
    const own = new IterationCalls(calls.length, new Uint8Array(5));
    const starts = Float64Array.from({ length: calls.length + 1 }, (_, i) => i);
    const recorder = own.recorder(0, starts);
    recorder.begin(3, -1);
    for (const [i, nodes] of calls.entries())
      for (const [at, node] of nodes.entries()) recorder.begin(node, i + at / 10);
    recorder.begin(3, calls.length);
    expect([...own.structures('weak').number]).toEqual([0, 0, 0, 1, 0, 0]);
    expect([...own.structures('strong').number]).toEqual([0, 0, 1, 2, 1, 0]);
    expect([...own.calls]).toEqual([2, 2, 3, 2, 3, 2]);
  });

  it('distinguishes the locations of a call', () => {
    const own = new IterationCalls(2, new Uint8Array(2));
    const [one, other] = [own.recorder(0, Float64Array.of(0, 1, 2)), own.recorder(1, Float64Array.of(0, 1, 2))];
    one.begin(0, 0);
    other.begin(1, 0);
    one.begin(1, 1);
    other.begin(0, 1);
    expect(own.structures('strong').count).toBe(2);
  });
});

/** A run of one location with durations and waiting by iteration. */
function runOf(durations: readonly number[], waits: readonly number[]) {
  const count = durations.length;
  const series: SeriesTable = {
    ...{ metrics: [DURATION, 'mpi_latesender'], count },
    metric: Uint32Array.of(0, 1),
    node: Uint32Array.of(0, 1),
    location: Uint32Array.of(0, 0),
    value: Float32Array.from([...durations, ...waits]),
    outside: new Float64Array(2),
  };
  const starts = new Float64Array(count + 1);
  durations.forEach((seconds, i) => (starts[i + 1] = elementAt(starts, i) + seconds));
  const iterations = {
    ...({ source: 'found', name: 'step', parent: 0, members: [1], count, coverage: 1, regularity: 1 } as const),
    starts: [starts],
  };
  return { series, iterations };
}

describe('similarIterations', () => {
  it('has a representative of each group, the share it represents, and the error', () => {
    const durations = Array.from({ length: 60 }, (_, i) => (i >= 40 ? 2 : 1) + 0.001 * (i % 3));
    const found = similarIterations(
      runOf(
        durations,
        durations.map((seconds) => seconds / 10),
      ),
      undefined,
      2,
    );
    expect(found?.clusters.map(({ count, iterations }) => [count, iterations])).toEqual([
      [40, [[0, 39]]],
      [20, [[40, 59]]],
    ]);
    expect(found?.typical).toBe(found?.clusters[0]?.representative);
    const [share] = found?.clusters.map((cluster) => cluster.share) ?? [];
    expect(share).toBeCloseTo(40.039 / 80.059, 4);
    expect(found?.deviation).toBeLessThan(0.001);
    for (const { total, represented } of found?.metrics ?? [])
      expect(Math.abs(represented / total - 1)).toBeLessThan(0.001);
    expect(found?.equivalence).toBeUndefined();
  });

  it('is exact if iterations in a cluster are equal, and otherwise reports its error', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 80 }),
        fc.integer({ min: 2, max: 16 }),
        (durations, most) => {
          const found = similarIterations(runOf(durations, durations), undefined, most);
          if (found === undefined) throw new Error('there are iterations');
          const representativeOf = new Map<number, number>();
          for (const { representative, iterations } of found.clusters)
            for (const [first, last] of iterations)
              for (let i = first; i <= last; i++) representativeOf.set(i, elementAt(durations, representative));
          expect(representativeOf.size).toBe(durations.length);
          const total = durations.reduce((sum, value) => sum + value, 0);
          const apart = durations.reduce(
            (sum, value, i) => sum + Math.abs(value - (representativeOf.get(i) ?? NaN)),
            0,
          );
          expect(found.deviation).toBeCloseTo(apart / total, 9);
          const stands = [...representativeOf.values()].reduce((sum, value) => sum + value, 0);
          expect(found.metrics[0]).toMatchObject({ total, represented: stands });
          expect(found.clusters.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
          if (new Set(durations).size <= most) expect(found.deviation).toBe(0);
        },
      ),
    );
  });
});
