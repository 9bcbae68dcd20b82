import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inheritedEnvironment, launchEnvironment } from '../../src/targets/environment.js';
import { belongTogether, describeLocalTarget } from '../../src/targets/local/tools.js';
import { describeCompiler, describeLauncher, flavourOf, launcherFor } from '../../src/targets/mpi.js';
import { neutralFolder } from '../../src/base/processes/programs.js';
import { temporaryFolder } from '../experiments/support.js';

const environment = inheritedEnvironment();
const openMpi = await describeCompiler('mpicc.openmpi', environment);
const mpich = await describeCompiler('mpicc.mpich', environment);

describe('MPI tools', () => {
  it('are distinguished by their output', () => {
    expect(flavourOf('mpirun (Open MPI) 4.1.4\n')).toBe('Open MPI');
    expect(flavourOf('mpirun.openmpi (OpenRTE) 4.1.4')).toBe('Open MPI');
    expect(flavourOf('HYDRA build details:\n    Version: 4.0.2\n    --with-openmpi=no')).toBe('MPICH');
    expect(flavourOf('Intel(R) MPI Library for Linux* OS, Version 2021.9')).toBe('Intel MPI');
    expect(flavourOf('gcc -I/usr/include/x86_64-linux-gnu/mpich -lmpich')).toBe('MPICH');
    expect(flavourOf('slurm-wlm 22.05.8')).toBe('unknown');
  });

  it('are matched by name', () => {
    expect(launcherFor('mpicc')).toBe('mpirun');
    expect(launcherFor('mpifort.mpich')).toBe('mpirun.mpich');
    expect(launcherFor('/opt/mpi/bin/mpicxx')).toBe('/opt/mpi/bin/mpirun');
  });

  it('belong together unless both indicate otherwise', () => {
    const tool = (flavour: 'Open MPI' | 'MPICH' | 'unknown') => ({ command: 'x', version: '1', flavour });
    expect(belongTogether(tool('Open MPI'), tool('Open MPI'))).toBe(true);
    expect(belongTogether(tool('Open MPI'), tool('unknown'))).toBe(true);
    expect(belongTogether(tool('MPICH'), tool('Open MPI'))).toBe(false);
  });

  it.skipIf(openMpi === undefined)('describes an installed Open MPI', async () => {
    expect(openMpi?.flavour).toBe('Open MPI');
    expect(openMpi?.version).toMatch(/\d+\.\d+/);
    expect((await describeLauncher('mpirun.openmpi', environment))?.flavour).toBe('Open MPI');
  });

  it.skipIf(mpich === undefined)('describes an installed MPICH', async () => {
    expect(mpich?.flavour).toBe('MPICH');
    expect(await describeLauncher('mpirun.mpich', environment)).toMatchObject({ flavour: 'MPICH' });
    expect((await describeLauncher('mpirun.mpich', environment))?.version).toMatch(/^MPICH \d+\.\d+/);
  });
});

describe('the local target', () => {
  it('reports what is missing without MPI', async () => {
    const target = await describeLocalTarget({ PATH: '/nonexistent' });
    expect(target).toMatchObject({ ready: false, compilers: [] });
    expect(target.description).toMatch(/no MPI compiler; install an MPI library/);
  });
});

describe('questions to tools', () => {
  /** Writes a tool that prints where it was started. */
  const asked = (folder: string): void => {
    writeFileSync(join(folder, 'mpicc'), '#!/bin/sh\necho "in $(pwd)"\n', { mode: 0o755 });
  };

  it('are queried in a folder outside of any project', async () => {
    const folder = temporaryFolder();
    asked(folder);
    const PATH = `${folder}:${environment.PATH}`;
    expect(await describeCompiler('mpicc', { PATH })).toMatchObject({
      command: 'mpicc',
      version: `in ${neutralFolder()}`,
    });
    expect(await describeCompiler('./mpicc', { PATH }, { folder })).toMatchObject({ command: './mpicc' });
  });

  it('are not asked of what a folder of the window brings', async () => {
    const folder = temporaryFolder();
    asked(folder);
    expect(await describeCompiler('mpicc', { PATH: folder }, { outside: [folder] })).toBeUndefined();
    expect(await describeCompiler('./mpicc', { PATH: folder })).toBeUndefined();
    expect((await describeLocalTarget({ PATH: folder }, [folder])).compilers).toEqual([]);
    expect((await describeLocalTarget({ PATH: folder })).compilers).toHaveLength(1);
  });
});

describe('environments', () => {
  it('exclude the variables of the editor', () => {
    expect(
      inheritedEnvironment({ PATH: '/bin', VSCODE_PID: '1', ELECTRON_RUN_AS_NODE: '1', EMPTY: undefined }),
    ).toEqual({ PATH: '/bin' });
  });

  it('allow more ranks than cores', () => {
    expect(launchEnvironment(100_000)).toMatchObject({ OMPI_MCA_rmaps_base_oversubscribe: '1' });
    expect(launchEnvironment(1)).not.toHaveProperty('OMPI_MCA_rmaps_base_oversubscribe');
  });
});
