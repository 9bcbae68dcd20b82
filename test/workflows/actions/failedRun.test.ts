import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/workflows/configuration/configuration.js';
import { MeasuredFailure } from '../../../src/workflows/index.js';
import { openSurroundings, startRun } from '../../../src/workflows/runner/index.js';
import { analyzeHere, buildProbe, lacking, mpiProject, PROBE } from '../mpiProject.js';

const reason = await lacking();
if (reason !== undefined) console.warn(`Failed runs are not tested here: ${reason}.`);

describe.skipIf(reason !== undefined)('a run of a workflow that fails', () => {
  beforeAll(() => buildProbe());

  it.each([
    ['exit', 2],
    ['abort', 2],
  ])('is analyzed as far as it was measured: %s', async (how, ranks) => {
    const { folder, store } = mpiProject();
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      `version: 1\nprogram: late\nranks: ${ranks}\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late, ${how}]\n`,
    );
    const surroundings = openSurroundings({
      store,
      probeFolder: PROBE,
      analyzeArchive: analyzeHere,
      configuration: loadConfiguration(join(folder, 'trimtab.yaml')),
    });
    const signal = new AbortController().signal;
    const { state, error } = await startRun('analyze-performance', {}, surroundings, { signal }).ended;
    await surroundings.close();
    expect(state.state).toBe('failed');
    if (!(error instanceof MeasuredFailure)) throw error;
    const experiment = store.get(error.experiment);
    expect(error.message).toContain(`kept in experiment ${error.experiment}`);
    expect(experiment.manifest.state).toBe('failed');
    const { processes, lines } = experiment.report();
    expect(processes).toBe(ranks);
    expect(lines.some(({ place }) => place.file.endsWith('late.c'))).toBe(true);
  });
});
