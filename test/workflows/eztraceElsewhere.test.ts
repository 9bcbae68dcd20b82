/** EZTrace measures on other machines: on a real cluster, and on a plain machine over ssh. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { CallPaths, flatProfile } from '../../src/analysis/report/index.js';
import { elementAt } from '../../src/base/elements.js';
import { resultsOf } from '../../src/experiments/index.js';
import { systemsOn } from '../../src/measurement/adapters/detect.js';
import { loadConfiguration } from '../../src/workflows/configuration/configuration.js';
import { openSurroundings, startRun } from '../../src/workflows/runner/index.js';
import { clusterOrReason, clusterTarget, type Cluster } from '../support/cluster/index.js';
import { usually } from '../support/matrix.js';
import { analyzeHere, lacking, mpiProject, PROBE } from './mpiProject.js';

const WORKFLOW = `version: 1
name: measure
steps:
  - sync:
  - build:
  - run: { ranks: 2 }
  - fetch:
  - analyze:
`;

const { cluster, reason } = await clusterOrReason();
afterAll(() => cluster?.stop());
const without =
  reason ?? (await lacking()) ?? (existsSync('/usr/bin/eztrace') ? undefined : 'EZTrace is not installed');

/** A project whose target is on the cluster. */
function project({ home, sshConfig }: Cluster, kind: 'ssh' | 'slurm') {
  const made = mpiProject();
  const workFolder = mkdtempSync(join(home, `eztrace-${kind}-`));
  const launcher = kind === 'slurm' ? 'srun' : 'mpirun';
  const there = { kind, host: 'cluster', sshConfig, workFolder, launcher };
  const whole = {
    version: 1,
    program: 'late',
    ranks: 2,
    target: 'there',
    targets: { there },
    build: { command: ['trimtab-cc', 'mpicc', '-g', '-o', 'late', 'late.c'] },
    run: { command: ['mpirun', '-n', '{ranks}', './late'] },
    measure: { with: 'eztrace' },
  };
  writeFileSync(join(made.folder, 'trimtab.yaml'), stringify(whole));
  writeFileSync(join(made.folder, 'w.yaml'), WORKFLOW);
  return made;
}

describe.skipIf(without !== undefined)(
  `EZTrace on another machine${without === undefined ? '' : ` (skipped: ${without})`}`,
  { timeout: 600_000 },
  () => {
    it('is found there', async () => {
      if (cluster === undefined) throw new Error('no cluster');
      const target = clusterTarget(cluster);
      const found = await systemsOn(target);
      await target.close();
      expect(found.find(({ name }) => name === 'eztrace')).toMatchObject({ isThere: true, text: '/usr/bin/eztrace' });
    });

    it.each(usually(['ssh', 'slurm'] as const, 'ssh'))(
      'measures, and what it left is fetched and opened (%s)',
      async (kind) => {
        if (cluster === undefined) throw new Error('no cluster');
        const { folder, store } = project(cluster, kind);
        const surroundings = openSurroundings({
          store,
          probeFolder: PROBE,
          analyzeArchive: analyzeHere,
          configuration: loadConfiguration(join(folder, 'trimtab.yaml')),
        });
        const { state } = await startRun('w.yaml', {}, surroundings, { signal: new AbortController().signal }).ended;
        await surroundings.close();
        expect(state.sentence).toBeUndefined();
        const kept = elementAt(store.readable(), 0);
        const { archive = '', manifest } = kept;
        expect(manifest).toMatchObject({
          state: 'complete',
          target: 'there',
          run: { exit: 0 },
          ranks: { asked: 2, measured: 2 },
          trace: { kind: 'kept', path: expect.stringMatching(/\/eztrace_log\.otf2$/) as string },
        });
        const printed = execFileSync('otf2-print', [archive], { encoding: 'utf8' }).split('\n');
        const records = printed.filter((line) => /^[A-Z_]+ +\d+ +\d+ /.test(line));
        expect(kept.report().events).toBe(records.length);
        const { space, definitions } = resultsOf(kept);
        const flat = flatProfile(space, new CallPaths(space.callTree, definitions));
        for (const name of ['MPI_Send', 'MPI_Recv', 'MPI_Barrier']) {
          const entered = records.filter((line) => line.startsWith('ENTER') && line.includes(`"${name}"`));
          // One row each, however often EZTrace defines it.
          expect([name, flat.flatMap(({ region, calls }) => (region === name ? [calls] : []))]).toEqual([
            name,
            [entered.length],
          ]);
        }
      },
    );
  },
);
