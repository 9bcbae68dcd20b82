import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { experimentRows, olderRow } from '../../../src/extension/experiments/experimentRows.js';
import type { ExperimentSummary } from '../../../src/protocol/experiments.js';

const experiment: ExperimentSummary = {
  id: '20261120-231500-heat2d-a1b2',
  state: 'complete',
  name: 'first try',
  program: 'heat2d',
  created: new Date(2025, 10, 20, 23, 15).toISOString(),
  target: 'local',
  processes: 4,
  totalTime: 8.125,
  worst: { title: 'Late Sender', severity: 0.121 },
  note: 'before blocking',
  tags: [],
  baseline: false,
  folder: '/home/me/heat/.trimtab/experiments/20261120-231500-heat2d-a1b2',
};

const row = (part: Partial<ExperimentSummary> = {}, selected?: string) =>
  elementAt(experimentRows([{ ...experiment, ...part }], selected), 0);

describe('experiment rows', () => {
  it('end with one that lists more of the older ones', () => {
    const command = { id: 'trimtab.showOlderExperiments' };
    expect(olderRow(900)).toMatchObject({ label: 'Show 100 more', description: '900 older experiments', command });
    expect(olderRow(1)).toMatchObject({ label: 'Show 1 more', description: '1 older experiment' });
  });

  it('show date, program, worst property, ranks, time and note', () => {
    expect(row()).toMatchObject({
      label: 'first try',
      description: '2025-11-20 23:15 · heat2d · Late Sender 12.1 % · 4 ranks · 8.13 s in all · before blocking',
      context: 'experiment',
      command: { id: 'trimtab.selectExperiment', arguments: [experiment.id] },
    });
  });

  it('label sums as such', () => {
    expect(row({ measurement: 'profile' }).description).toMatch(/^2025-11-20 23:15 · heat2d · profile · /);
  });

  it('do not repeat a name, and omit unknown values', () => {
    const { totalTime, worst, note, ...bare } = experiment;
    expect([totalTime, worst, note]).not.toContain(undefined);
    const describe = (name: string) => elementAt(experimentRows([{ ...bare, name }], undefined), 0).description;
    expect(describe('heat2d')).toBe('2025-11-20 23:15 · 4 ranks');
    expect(describe('heat2d, 4 ranks')).toBe('2025-11-20 23:15');
  });

  it('show whose marks are shown', () => {
    expect(row({}, experiment.id)).toMatchObject({ icon: { id: 'eye' }, context: 'experiment.selected' });
    expect(row({}, 'another').icon?.id).not.toBe('eye');
  });

  it('show a damaged one with its reason, and offer no marks of it', () => {
    const damaged = row({ state: 'damaged', problem: 'manifest.yaml, line 3: version is missing.' });
    expect(damaged).toMatchObject({
      description: 'damaged · manifest.yaml, line 3: version is missing.',
      icon: { id: 'warning' },
      context: 'experiment.damaged',
    });
    expect(damaged.command).toBeUndefined();
  });

  it('name a state that is not complete and why', () => {
    const failed = row({ state: 'failed', problem: 'mpirun ended with exit code 1.' });
    expect(failed.description).toMatch(/^failed · 2025/);
    expect(failed.tooltip).toContain('mpirun ended with exit code 1.');
    const running = row({ state: 'running' });
    expect([running.context, running.command]).toEqual(['experiment.running', undefined]);
  });
});
