import { describe, expect, it } from 'vitest';
import { targetRows } from '../../../src/extension/targets/targetRows.js';

describe('target rows', () => {
  it('show the capabilities of a target and whether it is ready', () => {
    const rows = targetRows([
      { name: 'local', canBeChecked: false, description: 'Open MPI 4.1.4, 2 cores', state: 'ready' },
      { name: 'other', canBeChecked: false, description: 'mpicc is missing', state: 'notReady' },
      { name: 'cluster', canBeChecked: true, description: 'Slurm on login', state: 'notAsked' },
    ]);
    expect(
      rows.map(({ label, description, icon, spoken, context }) => [label, description, icon?.id, spoken, context]),
    ).toEqual([
      ['local', 'Open MPI 4.1.4, 2 cores', 'vm', 'local, ready, Open MPI 4.1.4, 2 cores', 'target.local'],
      ['other', 'mpicc is missing', 'warning', 'other, not ready, mpicc is missing', 'target.local'],
      ['cluster', 'Slurm on login', 'vm-outline', 'cluster, not checked, Slurm on login', 'target.remote'],
    ]);
  });
});
