import { describe, expect, it } from 'vitest';
import { analyzeDynamics } from '../../../src/analysis/dynamics/index.js';
import { imbalanceOf } from '../../../src/analysis/dynamics/imbalance.js';
import { NO_INDEX } from '../../../src/model/definitions.js';
import type { DynamicsReport } from '../../../src/model/dynamics/dynamics.js';
import { DURATION, OWN_TIME } from '../../../src/model/dynamics/series.js';
import { analyzedRun, COUNT, type Row, step } from './runs.js';
import { noise } from './signals.js';

function analyzed(ranks: number, rows: readonly Row[], threshold?: number): DynamicsReport {
  const { run, of } = analyzedRun(ranks, rows);
  return analyzeDynamics(run, { ...of, ...(threshold === undefined ? {} : { threshold }) });
}

describe('analyzeDynamics', () => {
  it('reports which ranks become slower, when, and the final cost', () => {
    const rows = [0, 1, 2, 3].map((rank) => step(rank, 200, 0.1, rank < 2 ? 0.1 : 0.3));
    const { findings, loops } = analyzed(4, rows);
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    expect(finding).toMatchObject({ property: 'dynamics_trends', metric: 'mpi_latesender', node: 1, cluster: 0 });
    expect(finding).toMatchObject({ locations: [2, 3], related: [] });
    expect(finding?.patterns.map(({ kind, recovered }) => [kind, recovered])).toEqual([['step', false]]);
    expect(finding?.excess).toBeGreaterThan(78);
    expect(finding?.excess).toBeLessThan(82);
    expect(finding?.severity).toBeCloseTo((finding?.excess ?? NaN) / (4 * COUNT), 12);
    expect(finding?.shareOfRun).toBeCloseTo(0.8 * (finding?.severity ?? NaN), 12);
    expect(finding?.patterns[0]?.before).toBeCloseTo(0.2, 1);
    expect(finding?.patterns[0]?.after).toBeCloseTo(0.6, 1);
    expect(finding?.sentence).toMatch(
      /^Takes longer: steps up at iteration (199|200|201) \(\+\d+ %\), which costs [78]\d\.\d s on ranks 2, 3\.$/,
    );
    expect(finding?.callPath.map(({ region }) => region)).toEqual(['main', 'step']);
    expect(finding?.bins).toHaveLength(16);
    expect(finding?.explanation).not.toBe('');
    expect(loops).toHaveLength(1);
    expect(loops[0]).toMatchObject({ count: COUNT, meanDuration: 1, variation: 0 });
  });

  it('reports recurring peaks, improvements, and variation without an identifiable reason', () => {
    const e = noise(77, COUNT);
    const rows: Row[] = [0, 1].flatMap((rank) => [
      { metric: 'a', node: 1, rank, value: (i) => 0.2 + 0.01 * (e[i] ?? 0) + (i % 25 === 24 ? 0.8 : 0) },
      { metric: 'b', node: 1, rank, value: (i) => (i < 150 ? 0.4 : 0.2) + 0.01 * (e[i] ?? 0) },
      { metric: 'c', node: 1, rank, value: (i) => Math.max(0, 0.5 + 0.1 * (e[i] ?? 0)) },
    ]);
    const { findings } = analyzed(2, rows);
    const of = (metric: string) => findings.filter((finding) => finding.metric === metric);
    expect(of('a').map(({ property, recursEvery }) => [property, recursEvery])).toEqual([['dynamics_peaks', 25]]);
    expect(of('a')[0]?.sentence).toMatch(
      /^Peaks every 25 iterations, first at 24 \(up to \+\d+ %\), which costs .* on all ranks\.$/,
    );
    expect(of('b').map(({ property }) => property)).toEqual(['dynamics_improvements']);
    expect(of('b')[0]?.sentence).toMatch(
      /^Becomes faster at iteration 1\d\d \(−5\d %\); the iterations before took .* s more on all ranks\.$/,
    );
    expect(of('c')).toMatchObject([{ property: 'dynamics_variability', severity: 0, excess: 0 }]);
    expect(findings.map(({ severity }) => severity)).toEqual(
      findings.map(({ severity }) => severity).sort((x, y) => y - x),
    );
  });

  it('lists the 32 costliest peaks of a series, and counts the others', () => {
    // Irregular, so that none recurs; each is higher than the one before.
    const at = Array.from({ length: 40 }, (_, k) => 6 + 9 * k + ((k * k) % 5));
    const value = (i: number): number => 0.2 + (at.includes(i) ? 0.5 + 0.02 * at.indexOf(i) : 0);
    const { findings } = analyzed(1, [{ metric: 'a', node: 1, rank: 0, value }]);
    const [peaks] = findings.filter(({ property }) => property === 'dynamics_peaks');
    expect(peaks?.patterns.map(({ top }) => top)).toEqual(at.slice(8));
    expect(peaks?.others?.count).toBe(8);
    const listed = peaks?.patterns.reduce((sum, { excess }) => sum + excess, 0) ?? Number.NaN;
    expect(listed + (peaks?.others?.excess ?? 0)).toBeCloseTo(peaks?.excess ?? Number.NaN, 9);
    expect(peaks?.sentence).toContain(` and 36 more (`);
  });

  it('relates what changes at the same time, elsewhere', () => {
    const rows = [
      step(0, 200, 0.1, 0.3),
      { ...step(0, 201, 0.2, 0.5), metric: 'execution' },
      { ...step(0, 60, 0.2, 0.4), metric: 'mpi' },
    ];
    const { findings } = analyzed(1, rows);
    const metrics = findings.map(({ metric }) => metric);
    const related = (metric: string) => findings[metrics.indexOf(metric)]?.related.map((index) => metrics[index]);
    expect(related('execution')).toEqual(['mpi_latesender']);
    expect(related('mpi_latesender')).toEqual(['execution']);
    expect(related('mpi')).toEqual([]);
  });

  it('finds the imbalance that moves, which sums do not show', () => {
    const rows: Row[] = [0, 1, 2, 3].map((rank) => ({
      ...{ metric: OWN_TIME, node: NO_INDEX, rank },
      value: (i) => (i % 4 === rank ? 1 : 0.6),
    }));
    const moving = analyzed(4, rows).findings.filter(({ property }) => property === 'dynamics_moving_imbalance');
    expect(moving).toHaveLength(1);
    expect(moving[0]?.excess).toBeCloseTo(0.3 * 4 * COUNT, 3);
    expect(moving[0]).toMatchObject({ locations: [0, 1, 2, 3], callPath: [], patterns: [] });
  });

  it('reports no changes below the threshold, and none without data', () => {
    const rows = [step(0, 200, 0.1, 0.3)];
    expect(analyzed(1, rows, 0.5).findings).toEqual([]);
    expect(analyzed(1, []).findings).toEqual([]);
    expect(analyzed(1, [{ metric: DURATION, node: NO_INDEX, rank: 0, value: () => 0 }]).findings).toEqual([]);
    expect(analyzed(1, [{ metric: 'a', node: 1, rank: 0, value: () => NaN }]).findings).toEqual([]);
  });
});

describe('imbalanceOf', () => {
  it('divides what is lost in iterations into what sums show and what they do not', () => {
    const rows = [Float64Array.of(1, 3, 1), Float64Array.of(2, 1, 2)];
    const { lost, fixed, moving } = imbalanceOf(rows);
    expect([...lost]).toEqual([0.5, 1, 0.5]);
    expect([fixed, moving]).toEqual([0, 2]);
    expect(imbalanceOf([])).toMatchObject({ fixed: 0, moving: 0 });
  });
});
