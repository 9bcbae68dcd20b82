import { writeFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { diskDoubt, type DiskRoom, freeHere, lastTrace } from '../../src/workflows/measuring/diskRoom.js';
import { makePrivateFolder } from '../../src/base/files/index.js';
import { loadConfiguration } from '../../src/workflows/configuration/configuration.js';
import { answerRun, openSurroundings, startRun, type WorkflowRunState } from '../../src/workflows/runner/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { project, surroundingsOf } from './runner/support.js';
import { analyzeHere, buildProbe, lacking, measure, mpiProject, PROBE } from './mpiProject.js';

const reason = await lacking();

const known: DiskRoom = {
  program: 'heat',
  ranks: 4,
  free: 100e9,
  place: '/data',
  last: undefined,
  limit: undefined,
  large: 20e9,
};

/** An experiment with a trace of so many bytes, which need no room on the disk. */
function measured(
  store: ExperimentStore,
  program: string,
  bytes: number | undefined,
  ranks: number,
  file = 'traces.otf2',
): void {
  const recorder = store.create({ program, target: 'local', ranks });
  if (bytes !== undefined) {
    const folder = recorder.path('trace');
    makePrivateFolder(folder);
    writeFileSync(join(folder, file), '');
    truncateSync(join(folder, file), bytes);
    recorder.update({ trace: { kind: 'kept', path: `trace/${file}` }, ranks: { asked: ranks, measured: ranks } });
  }
  recorder.finish('complete');
}

describe('the warning before a run', () => {
  it('is not shown if enough space is free', () => {
    expect(diskDoubt(known)).toBeUndefined();
    expect(diskDoubt({ ...known, last: { bytes: 30e9, ranks: 4 } })).toBeUndefined();
    // A small trace fits into a small disk.
    expect(diskDoubt({ ...known, free: 1e9, last: { bytes: 1e6, ranks: 4 } })).toBeUndefined();
  });

  it('is shown if an earlier trace, on as many ranks, nearly filled the free space', () => {
    expect(diskDoubt({ ...known, last: { bytes: 40e9, ranks: 4 } })).toBe(
      'The last trace of heat took 40.0 GB on 4 ranks, and 100.0 GB are free in /data: the trace ends at 40.0 GB, and what follows is in a profile only.',
    );
    expect(diskDoubt({ ...known, ranks: 8, last: { bytes: 20e9, ranks: 4 } })).toContain('on 4 ranks');
    expect(diskDoubt({ ...known, ranks: 2, last: { bytes: 40e9, ranks: 4 } })).toBeUndefined();
  });

  it('is shown for a program that was never measured if little is free, or for very many ranks', () => {
    expect(diskDoubt({ ...known, free: 1.5e9 })).toContain('heat was never measured here');
    expect(diskDoubt({ ...known, free: 3e9 })).toBeUndefined();
    expect(diskDoubt({ ...known, ranks: 4096 })).toContain('on 4,096 ranks is unknown');
  });

  it('is not shown if the user has set the limit', () => {
    expect(diskDoubt({ ...known, free: 1e9, limit: 1e6 })).toBeUndefined();
  });
});

describe('the last trace of a program', () => {
  it('is that of the newest experiment of it which has one', () => {
    const folder = temporaryFolder();
    const store = new ExperimentStore(folder);
    expect(lastTrace(store, 'heat')).toBeUndefined();
    measured(store, 'heat', 5e9, 2);
    measured(store, 'other', 7e9, 4);
    measured(store, 'heat', undefined, 8);
    // A profile reveals nothing about the size of traces.
    measured(store, 'heat', 2e3, 2, 'profile.cubex');
    expect(lastTrace(store, 'heat')).toEqual({ bytes: 5e9, ranks: 2 });
    // One that is damaged does not hide those before it.
    const { folder: damaged } = elementAt(store.list(), 0);
    writeFileSync(join(damaged, 'manifest.yaml'), 'nothing');
    expect(lastTrace(store, 'heat')).toEqual({ bytes: 5e9, ranks: 2 });
  });

  it('is looked for without failing where there is no folder', () => {
    expect(freeHere(join(temporaryFolder(), 'absent'))).toBeUndefined();
    expect(freeHere(temporaryFolder())).toBeGreaterThan(0);
  });
});

describe('a sweep whose traces the disk may not hold', { timeout: 60_000 }, () => {
  /** @returns how the run ended, and how often the person was asked */
  async function sweep(atOnce: number, answer: string): Promise<{ state: WorkflowRunState; asked: number }> {
    const folder = project(
      `steps:\n  - matrix:\n      maxParallel: ${atOnce}\n      over: { piece: [a, b, c] }\n      steps:\n        - run: { ranks: 1 }\n`,
    );
    measured(new ExperimentStore(folder), 'app', 4e12, 1);
    let asked = 0;
    const choose = (): Promise<string> => {
      asked++;
      return Promise.resolve(answer);
    };
    const observer = { signal: new AbortController().signal, asking: { choose } };
    const { state } = await startRun('w.yaml', {}, surroundingsOf(folder), observer).ended;
    return { state, asked };
  }

  it.each([1, 3])('asks once for all combinations, %i at the same time', async (atOnce) => {
    const { state, asked } = await sweep(atOnce, 'Run anyway');
    expect(state).toMatchObject({ state: 'succeeded', agreed: ['large traces'] });
    expect(asked).toBe(1);
  });

  it('takes a no for all of them', async () => {
    const { state, asked } = await sweep(3, 'Do not run');
    expect(asked).toBe(1);
    expect(state.agreed).toBeUndefined();
    const runs = state.steps.filter(({ kind }) => kind === 'run');
    expect(runs.map((step) => step.sentence?.startsWith('The program was not run.'))).toEqual([true, true, true]);
  });
});

describe.skipIf(reason !== undefined)('a run whose trace the disk may not hold', { timeout: 180_000 }, () => {
  beforeAll(() => buildProbe());

  it('continues when the user confirms, and not otherwise', async () => {
    const project = mpiProject();
    measured(project.store, 'late', 4e12, 2);
    const asked: string[] = [];
    const answering = (answer: string | undefined) => ({
      asking: {
        choose: (question: string) => {
          asked.push(question);
          return Promise.resolve(answer);
        },
      },
    });
    await expect(measure(project, answering('Do not run'))).rejects.toThrow('The program was not run.');
    await expect(measure(project, answering(undefined))).rejects.toThrow('trimtab run --large-trace');
    await expect(measure(project)).rejects.toThrow('4.0 TB on 2 ranks');
    expect(asked).toHaveLength(2);
    await expect(measure(project, { acceptsLargeTrace: true })).resolves.toMatchObject({ report: { processes: 2 } });
    expect(asked).toHaveLength(2);
    // The last trace is that of this run now, for which there is room.
    await expect(measure(project)).resolves.toMatchObject({ report: { processes: 2 } });
  });

  it('asks as a step of a workflow', async () => {
    const { folder, store } = mpiProject();
    measured(store, 'late', 4e12, 2);
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late]\nmeasure: { mode: trace }\n',
    );
    const asked: string[] = [];
    const run = (answer: string) => {
      const configuration = loadConfiguration(join(folder, 'trimtab.yaml'));
      const surroundings = openSurroundings({ store, probeFolder: PROBE, analyzeArchive: analyzeHere, configuration });
      return startRun('analyze-performance', {}, surroundings, {
        signal: new AbortController().signal,
        onChange: ({ id, steps }) => {
          const step = steps.find(({ state }) => state === 'asking');
          if (step?.question === undefined || asked.includes(`${id} ${step.question.text}`)) return;
          asked.push(`${id} ${step.question.text}`);
          answerRun(folder, id, step.key, answer);
        },
      }).ended;
    };
    const refused = await run('Do not run');
    expect(refused.state.sentence).toContain('The program was not run.');
    const { state } = await run('Run anyway');
    expect(state.state).toBe('succeeded');
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain('4.0 TB on 2 ranks');
  });
});
