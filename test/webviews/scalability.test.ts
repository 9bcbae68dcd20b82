import { describe, expect, it } from 'vitest';
import { scalability } from '../../src/engine/history/scalability.js';
import { looks, lookOf } from '../../src/webviews/kit/look.js';
import { chartsOf, levelOf, modelsOf, mostProperties, summary } from '../../src/webviews/scalability/view.js';
import { finding, report } from '../engine/presentation/fixtures.js';

const run = (id: string, processes: number, span: number, lost = 0) => ({
  id,
  date: `2026-11-0${id}T00:00:00Z`,
  report: report({
    program: 'heat2d',
    processes,
    span,
    totalTime: processes * span,
    findings: lost === 0 ? [] : [finding({ seconds: lost })],
  }),
});

describe('scalability', () => {
  const study = scalability([run('4', 4, 3, 6), run('1', 1, 8), run('2', 2, 5, 1), run('3', 2, 3, 1)]);

  it('takes mean times of the runs of each number of ranks', () => {
    expect(study.points).toEqual([
      { ranks: 1, ids: ['1'], runTime: 8, fastest: 8, slowest: 8, speedup: 1, efficiency: 1 },
      { ranks: 2, ids: ['3', '2'], runTime: 4, fastest: 3, slowest: 5, speedup: 2, efficiency: 1 },
      { ranks: 4, ids: ['4'], runTime: 3, fastest: 3, slowest: 3, speedup: 8 / 3, efficiency: 2 / 3 },
    ]);
  });

  it('follows each property as a share of the total time', () => {
    expect(study.properties).toHaveLength(1);
    expect(study.properties[0]?.seconds).toEqual([0, 1, 6]);
    expect(study.properties[0]?.shares[2]).toBeCloseTo(0.5);
  });

  it('shows which runs had more threads than processors, and up to where they fitted', () => {
    const doubt = { kind: 'oversubscribed', severity: 'warning', title: '', sentence: '', advice: '' } as const;
    const crowded = (id: string, processes: number) => {
      const one = run(id, processes, 3);
      return { ...one, report: { ...one.report, doubts: [doubt] } };
    };
    const { problems } = scalability([run('1', 2, 4), run('2', 4, 3), crowded('3', 8), crowded('4', 16)]);
    expect(problems[0]).toMatch(
      /^With 8 and 16 ranks there were more threads than processors.* up to 4 ranks they had enough;/,
    );
    expect(scalability([run('1', 2, 4), run('2', 4, 3)]).problems.join(' ')).not.toContain('processors');
  });

  it('takes the fewest ranks as what they are where one rank was not measured', () => {
    const { points } = scalability([run('1', 4, 8), run('2', 8, 4)]);
    expect(points.map(({ speedup, efficiency }) => [speedup, efficiency])).toEqual([
      [4, 1],
      [8, 1],
    ]);
  });

  it('describes its contents, and what makes it unreliable', () => {
    expect(summary(study)).toBe(
      '4 ranks are 2.67 times as fast as 1 rank: efficiency 66.7 %. Late Sender grows from 0.0 % to 50.0 % of the total time.',
    );
    expect(study.problems.join(' ')).toContain('ran once only');
    expect(summary(scalability([run('1', 4, 8)]))).toContain('at least two');
    expect(summary(scalability([]))).toContain('at least two');
  });

  it('has the efficiencies of the runs that know them', () => {
    const knowing = (id: string, ranks: number, runTime: number, averageUseful: number) => {
      const one = run(id, ranks, runTime);
      const efficiency = { runTime, processes: ranks, threads: ranks, averageUseful, mostUseful: averageUseful };
      return { ...one, report: { ...one.report, efficiency } };
    };
    const { efficiencies } = scalability([knowing('2', 4, 3, 1.5), knowing('1', 1, 4, 4), run('3', 8, 1)]);
    expect(efficiencies?.columns).toEqual(['1 rank', '4 ranks']);
    const rows = new Map(efficiencies?.rows.map(({ name, values }) => [name, values]));
    expect(rows.get('parallel_efficiency')).toEqual([1, 0.5]);
    expect(rows.get('computation_scalability')?.[1]).toBeCloseTo(4 / 6, 12);
    expect(rows.get('global_efficiency')?.[1]).toBeCloseTo(1 / 3, 12);
    expect(rows.get('transfer_efficiency')).toEqual([null, null]);
    expect(efficiencies?.unknown).toHaveLength(2);
    expect([0.8, 0.79, 0.49].map(levelOf)).toEqual(['fair', 'low', 'poor']);
    expect(study).not.toHaveProperty('efficiencies');
  });

  it('shows scaling models, from five rank counts on', () => {
    const runs = [1, 2, 4, 8, 16].map((ranks, index) => run(String(index + 1), ranks, 8 / ranks, ranks * ranks));
    const five = scalability(runs);
    expect(modelsOf(five).map(({ title, growth }) => `${title} ${growth}`)).toContain('Late Sender grows like p²');
    expect(modelsOf(five)[0]?.title).toBe('Run time');
    const four = scalability(runs.slice(1));
    expect(modelsOf(four)).toEqual([]);
    expect(four.problems).toContain('Scaling models need runs with at least 5 rank counts; this study has 4.');
  });

  it('draws lines that are distinguishable without colors', () => {
    for (const aspect of ['color', 'point'] as const)
      expect(new Set(looks.map((look) => look[aspect])).size).toBe(looks.length);
    expect(new Set(looks.map(({ dash }) => dash.join(' '))).size).toBe(looks.length);
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((property) => finding({ property, title: property }));
    const runs = [run('1', 1, 8), run('2', 2, 5)];
    const lines = chartsOf(scalability(runs.map((one) => ({ ...one, report: { ...one.report, findings: many } }))));
    const drawn = lines.flatMap(({ title, lines }) => (title.startsWith('Properties') ? lines : []));
    expect(new Set(drawn.map(({ look }) => lookOf(look))).size).toBe(mostProperties);
  });

  it('is drawn with as many values as points', () => {
    for (const { lines } of chartsOf(study)) for (const line of lines) expect(line.values).toHaveLength(3);
  });
});
