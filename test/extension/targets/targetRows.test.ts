import { describe, expect, it } from 'vitest';
import { targetRows } from '../../../src/extension/targets/targetRows.js';

describe('target rows', () => {
  it('say what a target can do and whether it is ready', () => {
    const rows = targetRows([
      { name: 'local', kind: 'local', description: 'Open MPI 4.1.4, 2 cores', state: 'ready' },
      { name: 'other', kind: 'local', description: 'mpicc is missing', state: 'notReady' },
      { name: 'cluster', kind: 'slurm', description: 'Slurm on login', state: 'notAsked' },
    ]);
    expect(rows.map(({ label, description, icon, spoken }) => [label, description, icon?.id, spoken])).toEqual([
      ['local', 'Open MPI 4.1.4, 2 cores', 'vm', 'local, ready, Open MPI 4.1.4, 2 cores'],
      ['other', 'mpicc is missing', 'warning', 'other, not ready, mpicc is missing'],
      ['cluster', 'Slurm on login', 'vm-outline', 'cluster, not asked yet, Slurm on login'],
    ]);
  });
});
