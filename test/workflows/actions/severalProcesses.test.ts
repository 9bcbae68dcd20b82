/** A command that starts a program without MPI several times, one after the other and side by side. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { analyzePerformance, loadConfiguration } from '../../../src/workflows/index.js';
import { temporaryFolder } from '../../experiments/support.js';
import { analyzeHere, buildProbe, lacking, PROBE } from '../mpiProject.js';

const without = await lacking();

describe.skipIf(without !== undefined)('a command that starts several processes', { timeout: 300_000 }, () => {
  beforeAll(() => buildProbe('gcc'), 120_000);

  it('gives one trace of all of them', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'tool.c'),
      '#include <unistd.h>\nvoid work(void) { usleep(1000); }\nint main(void) { for (int i = 0; i < 9; i++) work(); return 0; }\n',
    );
    writeFileSync(join(folder, 'all.sh'), './tool\n./tool & ./tool\nwait\n');
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      'version: 1\nprogram: tool\nranks: 1\nbuild: { command: [trimtab-cc, gcc, -g, -o, tool, tool.c] }\nrun: { command: [sh, all.sh] }\nmeasure: { functions: all }\n',
    );
    const store = new ExperimentStore(folder);
    const { experiment, report } = await analyzePerformance({
      configuration: loadConfiguration(join(folder, 'trimtab.yaml')),
      store,
      probeFolder: PROBE,
      analyzeArchive: analyzeHere,
    });
    expect(report.processes).toBe(3);
    expect(report.functions.find(({ region }) => region === 'work')?.visits).toBe(27);
    expect(store.get(experiment).manifest.problems?.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^3 processes were measured instead of one: sh starts several\. .*write "ranks: 3"/),
    ]);
  });
});
