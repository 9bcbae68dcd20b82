/** One copy of every trace: the experiment's. */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../src/formats/registry.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { folderSize } from '../../../src/base/files/index.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { jobsFolder, leftFolders, removeLeft, removeOrphaned } from '../../../src/workflows/runs/leftJobs.js';
import { diskUsage } from '../../../src/workflows/usage.js';
import { resumeRun, startRun, type WorkflowRunState } from '../../../src/workflows/runner/index.js';
import { project, surroundingsOf, told } from '../runner/support.js';

const TRACE = resolve('examples/heat2d-mpi/recorded');
const COPY = `cp -r "${TRACE}/." "$TRIMTAB_EXPERIMENT_DIR"`;
const MEASURE = `[sh, -c, '${COPY}']`;
/** Nothing is measured: collecting it fails, and the run can go on later. */
const NOTHING = '[sh, -c, ":"]';
const STEPS = 'steps:\n  - run: { ranks: 4 }\n  - fetch: {}\n  - analyze: {}\n';

const observer = { signal: new AbortController().signal };

/** Surroundings that analyze in this process. */
function surroundings(folder: string): ReturnType<typeof surroundingsOf> {
  return {
    ...surroundingsOf(folder),
    analyzeArchive: (archive, { program = programOf(archive) }) =>
      Promise.resolve(analyzeTrace(openArchive(archive), { program })),
  };
}

async function whole(folder: string): Promise<WorkflowRunState> {
  return (await startRun('w.yaml', {}, surroundings(folder), observer).ended).state;
}

async function resumed(folder: string, id: string): Promise<WorkflowRunState> {
  return (await resumeRun(id, surroundings(folder), observer).ended).state;
}

/** Returns the job folders of a project, and the contents of each. */
function jobs(folder: string): string[] {
  const top = jobsFolder(folder);
  if (!existsSync(top)) return [];
  return readdirSync(top).flatMap((run) => readdirSync(join(top, run)).map((name) => join(top, run, name)));
}

describe('the trace of a workflow', () => {
  it('is kept once, in its experiment, and deleting that leaves nothing', async () => {
    const folder = project(STEPS, MEASURE);
    const { state } = await whole(folder);
    expect(state).toBe('succeeded');
    const store = new ExperimentStore(folder);
    const { id } = elementAt(store.list(), 0);
    expect(store.get(id).archive).toBe(join(store.folder, id, 'trace', 'traces.otf2'));
    expect(folderSize(join(store.folder, id, 'trace'))).toBe(folderSize(TRACE));
    const job = elementAt(jobs(folder), 0);
    expect(readdirSync(job)).not.toContain('trace');
    expect(leftFolders(store)).toEqual([]);
    const { traces, all, jobs: ofJobs } = diskUsage(store, []);
    expect([traces, ofJobs < 20_000, all > folderSize(TRACE)]).toEqual([0, true, true]);

    store.delete(id);
    expect(removeOrphaned(store)).toBeGreaterThan(0);
    expect(jobs(folder)).toEqual([]);
  });

  it('that an earlier version left twice is freed, and that of a run without an experiment', async () => {
    const folder = project(STEPS, MEASURE);
    await whole(folder);
    const store = new ExperimentStore(folder);
    const job = elementAt(jobs(folder), 0);
    cpSync(TRACE, join(job, 'trace'), { recursive: true });
    const gone = join(jobsFolder(folder), '20200101-120000-app-abcd', 'run-1');
    mkdirSync(gone, { recursive: true });
    writeFileSync(join(gone, 'output'), 'x'.repeat(1000));
    const left = leftFolders(store);
    expect(left.map(({ path, orphaned }) => ({ path, orphaned })).sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: gone, orphaned: true },
      { path: join(job, 'trace'), orphaned: false },
    ]);
    expect(removeLeft(store, left)).toBe(folderSize(TRACE) + 1000);
    expect(jobs(folder)).toEqual([job]);
    expect(store.list()).toHaveLength(1);
  });

  it('stays as long as the run needs it to go on', async () => {
    const folder = project(STEPS, NOTHING);
    const first = await whole(folder);
    expect(told(first)).toEqual(['run: succeeded', 'fetch: failed']);
    const store = new ExperimentStore(folder);
    expect(leftFolders(store)).toEqual([]);
    for (const { id } of store.list()) cpSync(TRACE, join(store.folder, id, 'trace'), { recursive: true });
    const again = await resumed(folder, first.id);
    expect(again.state).toBe('succeeded');
    expect(jobs(folder).map((job) => existsSync(join(job, 'trace')))).toEqual([false]);
  });

  it('is not looked for where a link leads', () => {
    const [folder, elsewhere] = [project(STEPS), project(STEPS)];
    mkdirSync(join(elsewhere, '20200101-120000-app-abcd', 'mine'), { recursive: true });
    mkdirSync(join(folder, '.trimtab'));
    symlinkSync(elsewhere, jobsFolder(folder));
    expect(leftFolders(new ExperimentStore(folder))).toEqual([]);
  });
});
