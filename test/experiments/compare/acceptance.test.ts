import { describe, expect, it } from 'vitest';
import { checkAcceptance, parseCriterion } from '../../../src/experiments/index.js';
import { compareRuns, runOf } from './runs.js';

const group = (label: string, ...times: [comp: number, wait: number][]) => ({
  label,
  runs: times.map(([comp, wait]) => runOf([{ region: 'main', line: 0, comp, wait }])),
});

describe('acceptance criteria', () => {
  it('are read as people write them', () => {
    expect(parseCriterion('mpi_latesender <= 5 %')).toEqual({
      kind: 'share',
      property: 'mpi_latesender',
      atMost: 0.05,
    });
    expect(parseCriterion('mpi_latesender of total <= 5%')).toMatchObject({ kind: 'share', atMost: 0.05 });
    expect(parseCriterion('mpi ≤ 2.5 s')).toEqual({ kind: 'seconds', property: 'mpi', atMost: 2.5 });
    expect(parseCriterion('Run time <= 10 s')).toEqual({ kind: 'runTime', atMost: 10 });
    expect(parseCriterion('total time not slower than baseline')).toEqual({ kind: 'notSlower' });
    expect(parseCriterion('faster')).toEqual({ kind: 'faster' });
  });

  it.each(['', 'mpi', 'mpi < 5 %', 'mpi <= many', 'run time <= 5 %', 'mpi <= 5 m', 'mpi <= -5 %'])(
    'explains itself when it reads %j',
    (text) => {
      expect(() => parseCriterion(text)).toThrow(/write for instance|in percent/);
    },
  );

  it('are met, missed or unknown, with the numbers', () => {
    const comparison = compareRuns([
      group('before', [8, 2], [8.1, 2], [7.9, 2]),
      group('after', [7, 0.4], [7.1, 0.4], [6.9, 0.4]),
    ]);
    const criteria = [
      'mpi_latesender <= 5 %',
      'mpi <= 0.1 s',
      'run time <= 8 s',
      'not slower',
      'faster',
      'nope <= 1 %',
    ];
    const { accepted, results } = checkAcceptance(comparison, criteria);
    expect(accepted).toBe(false);
    expect(results.map(({ state }) => state)).toEqual(['met', 'missed', 'met', 'met', 'met', 'unknown']);
    expect(results[0]?.sentence).toBe('Late Sender is 2.7 % of the total time, within 5.0 %.');
    expect(results[1]?.sentence).toBe('MPI is 400 ms, more than 100 ms.');
    expect(results[4]?.sentence).toBe('The run time is faster: 7.40 s against 10.0 s.');
    expect(checkAcceptance(comparison, ['faster']).accepted).toBe(true);
    expect(checkAcceptance(comparison, ['visits <= 5 %']).results[0]?.state).toBe('unknown');
  });

  it('in percent apply to metrics outside the total time too, relative to it', () => {
    const comparison = compareRuns([group('before', [8, 2]), group('after', [9.6, 0.4])]);
    const { results } = checkAcceptance(comparison, ['delay_latesender <= 5 %', 'delay_latesender <= 0.5 %']);
    expect(results.map(({ state }) => state)).toEqual(['met', 'missed']);
    expect(results[0]?.sentence).toBe(
      'Late Sender delays is 100 ms, as long as 1.0 % of the total time, within 5.0 %.',
    );
    const nothing = checkAcceptance(compareRuns([group('before', [1, 0]), group('after', [0, 0])]), [
      'delay_latesender <= 5 %',
    ]);
    expect(nothing.results[0]?.state).toBe('unknown');
  });

  it('hold efficiencies against a least one, by their names or titles', () => {
    expect(parseCriterion('Parallel efficiency >= 80 %')).toEqual({
      ...{ kind: 'efficiency', name: 'parallel_efficiency', atLeast: 0.8 },
    });
    expect(parseCriterion('omp_load_balance ≥ 92.5%')).toMatchObject({ name: 'omp_load_balance', atLeast: 0.925 });
    expect(parseCriterion('OpenMP load balance >= 1 %')).toMatchObject({ name: 'omp_load_balance' });
    for (const text of ['wisdom >= 80 %', 'load balance <= 80 %', 'load balance >= 0.8'])
      expect(() => parseCriterion(text)).toThrow(/write for instance/);
    const comparison = compareRuns([group('before', [8, 2]), group('after', [9, 1], [7, 3])]);
    const { results } = checkAcceptance(comparison, [
      'parallel efficiency >= 80 %',
      'parallel efficiency >= 81 %',
      'load balance >= 100 %',
      'transfer efficiency >= 1 %',
    ]);
    expect(results.map(({ state }) => state)).toEqual(['met', 'missed', 'met', 'unknown']);
    expect(results[1]?.sentence).toBe('Parallel efficiency is 80.0 %, less than 81.0 %.');
    expect(results[3]?.sentence).toBe('Transfer efficiency is not known of these runs.');
    expect(comparison.efficiencies?.[0]).toMatchObject({ name: 'parallel_efficiency', values: [0.8, 0.8] });
  });

  it('cannot judge speed from single runs, but can judge a share', () => {
    const comparison = compareRuns([group('before', [8, 2]), group('after', [1, 0])]);
    const { results } = checkAcceptance(comparison, ['faster', 'not slower', 'mpi <= 5 %']);
    expect(results.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'met']);
    expect(results[0]?.sentence).toMatch(/single runs allow no verdict; repeat both sides/);
  });

  it('reports a slowdown', () => {
    const comparison = compareRuns([group('before', [1, 0], [1.01, 0]), group('after', [3, 0], [3.01, 0])]);
    expect(checkAcceptance(comparison, ['not slower']).results[0]).toMatchObject({
      state: 'missed',
      sentence: expect.stringContaining('is slower') as string,
    });
  });
});
