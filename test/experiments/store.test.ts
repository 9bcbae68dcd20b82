import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { sampleReport, sampleSpace, temporaryFolder } from './support.js';

const draft = { program: 'heat2d', target: 'local', ranks: 4 };

/** A store with one complete experiment. */
function filled(): { store: ExperimentStore; id: string; folder: string; project: string } {
  const project = temporaryFolder();
  const store = new ExperimentStore(project);
  const recorder = store.create(draft);
  recorder.storeResults(sampleReport(), sampleSpace());
  recorder.finish('complete');
  return { store, id: recorder.id, folder: recorder.folder, project };
}

describe('ExperimentStore', () => {
  it('writes nothing before the first experiment', () => {
    const project = temporaryFolder();
    expect(new ExperimentStore(project).list()).toEqual([]);
    expect(existsSync(join(project, '.trimtab'))).toBe(false);
  });

  it('leaves nothing if nothing was kept, and otherwise all existing files', () => {
    const project = temporaryFolder();
    const store = new ExperimentStore(project);
    store.removeIfEmpty();
    const scratch = store.scratch();
    store.removeIfEmpty();
    expect(existsSync(scratch)).toBe(true);
    rmSync(scratch, { recursive: true });
    store.removeIfEmpty();
    expect(existsSync(join(project, '.trimtab'))).toBe(false);
    mkdirSync(join(project, '.trimtab', 'properties'), { recursive: true });
    rmSync(store.scratch(), { recursive: true });
    store.removeIfEmpty();
    expect(readdirSync(join(project, '.trimtab')).sort()).toEqual(['.gitignore', 'properties']);
    const kept = filled();
    kept.store.removeIfEmpty();
    expect(kept.store.list()).toHaveLength(1);
  });

  it('keeps its folder out of version control', () => {
    const { project } = filled();
    expect(readFileSync(join(project, '.trimtab', '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('has the folder and a manifest in state running before anything runs', () => {
    const store = new ExperimentStore(temporaryFolder());
    const recorder = store.create(draft);
    expect(store.list()).toMatchObject([{ id: recorder.id, state: 'running', processes: 4, name: 'heat2d, 4 ranks' }]);
    expect(() => store.delete(recorder.id)).toThrow(/still running; stop it/);
  });

  it('recognizes a run that was killed before its manifest existed, and removes it', () => {
    const store = new ExperimentStore(temporaryFolder());
    const id = '20260101-120000-heat2d-0123abcd';
    const folder = join(store.folder, id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid: process.pid, start: '1' }));
    expect(store.list()).toMatchObject([
      { id, state: 'failed', problem: expect.stringContaining('interrupted') as string },
    ]);
    // With anything else in it, it is damaged: something was kept that cannot be understood.
    writeFileSync(join(folder, 'build.log'), '');
    expect(store.list()).toMatchObject([{ id, state: 'damaged', problem: 'manifest.yaml is missing.' }]);
    store.delete(id);
    expect(store.folders()).toEqual([]);
  });

  it('lists the leftover measurements of a run whose process was killed', () => {
    const store = new ExperimentStore(temporaryFolder());
    const recorder = store.create(draft);
    writeFileSync(join(recorder.folder, 'running.json'), JSON.stringify({ pid: process.pid, start: '1' }));
    const problem = (): string | undefined => elementAt(store.list(), 0).problem;
    expect(problem()).toContain('Nothing was measured yet');
    const trace = join(recorder.folder, 'trace');
    mkdirSync(trace);
    writeFileSync(join(trace, '0.records'), '');
    expect(problem()).toContain(`kept in ${trace}`);
    writeFileSync(join(trace, 'traces.otf2'), '');
    expect(problem()).toContain(`analyze it with Open Trace or Profile: ${join(trace, 'traces.otf2')}`);
  });

  it('reads back what it stored', () => {
    const { store, id } = filled();
    const experiment = new ExperimentStore(store.project).get(id);
    expect(experiment.report()).toEqual(sampleReport());
    expect(experiment.space()).toEqual(sampleSpace());
    expect(store.list()).toMatchObject([
      {
        id,
        state: 'complete',
        totalTime: 10,
        span: 2.5,
        worst: { title: 'Wait at N×N', severity: 0.21 },
        processes: 4,
      },
    ]);
  });

  it('lists the newest first', () => {
    const store = new ExperimentStore(temporaryFolder());
    const days = [3, 1, 2].map((day) => store.create(draft, new Date(2026, 0, day, 12)).id);
    expect(store.list().map(({ id }) => id)).toEqual([days[0], days[2], days[1]]);
  });

  it('shows a run whose process is gone as failed', () => {
    const store = new ExperimentStore(temporaryFolder());
    const recorder = store.create(draft);
    writeFileSync(join(recorder.folder, 'running.json'), JSON.stringify({ pid: process.pid, start: '1' }));
    expect(store.list()).toMatchObject([{ state: 'failed' }]);
    expect(store.list()[0]?.problem).toContain('interrupted');
    store.delete(recorder.id);
    expect(store.list()).toEqual([]);
  });

  it('changes name and note, and keeps them when the run continues', () => {
    const store = new ExperimentStore(temporaryFolder());
    const recorder = store.create(draft);
    store.update(recorder.id, { name: '  before\nblocking ', note: 'ä: "x"\n- y' });
    recorder.update({ timings: { build: 1.25 } });
    recorder.finish('complete');
    expect(store.list()).toMatchObject([{ name: 'before blocking', note: 'ä: "x"\n- y', state: 'complete' }]);
    store.update(recorder.id, { note: '' });
    expect(store.list()[0]).not.toHaveProperty('note');
    expect(store.get(recorder.id).manifest.timings).toEqual({ build: 1.25 });
    expect(() => store.update(recorder.id, { name: '  ' })).toThrow(/must not be empty/);
  });

  it.each([
    ['no manifest', (folder: string) => writeFileSync(join(folder, 'manifest.yaml'), ''), /cannot be read/],
    [
      'broken YAML',
      (folder: string) => writeFileSync(join(folder, 'manifest.yaml'), 'a: [1'),
      /not valid YAML \(line 1\)/,
    ],
    [
      'a newer version',
      (folder: string) => writeFileSync(join(folder, 'manifest.yaml'), 'version: 2'),
      /newer Trimtab/,
    ],
    ['cut findings', (folder: string) => truncateSync(join(folder, 'findings.json'), 50), /50 bytes instead of/],
    [
      'another identifier',
      (folder: string) => {
        const path = join(folder, 'manifest.yaml');
        writeFileSync(path, readFileSync(path, 'utf8').replace(/^id: .*/m, 'id: 20260101-000000-other-abcd'));
      },
      /belongs to experiment 20260101-000000-other-abcd/,
    ],
  ])('shows %s as damaged, with the reason, and deletes nothing', (_, damage, reason) => {
    const { store, id, folder } = filled();
    damage(folder);
    expect(store.list()).toMatchObject([{ id, state: 'damaged', program: 'heat2d' }]);
    expect(store.list()[0]?.problem).toMatch(reason);
    expect(existsSync(folder)).toBe(true);
    store.delete(id);
    expect(existsSync(folder)).toBe(false);
  });

  it('notices findings that were changed without changing their size', () => {
    const { store, id, folder } = filled();
    const path = join(folder, 'findings.json');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('"seconds": 2.1', '"seconds": "x"').replace('  "explanation', '"explanation'),
    );
    writeFileSync(path, readFileSync(path, 'utf8').padEnd(JSON.stringify(sampleReport(), undefined, 1).length + 1));
    expect(() => store.get(id).report()).toThrow(/findings/);
  });

  it.each([
    [
      'more bytes',
      (path: string) => truncateSync(path, 300e6),
      /300000000 bytes or more, and at most 268435456 are read/,
    ],
    [
      'values that need more memory',
      (path: string) =>
        writeFileSync(path, `{"format":"trimtab-findings","version":2,"findings":[${'{},'.repeat(7e6)}{}]}`),
      /^findings\.json of experiment .* holds values that need more than 536\.9 MB of memory, .*; analyze the measurement again\.$/,
    ],
  ])('refuses findings of %s than an analysis makes before it reads them', (_, make, reason) => {
    const { store, id, folder } = filled();
    const path = join(folder, 'findings.json');
    make(path);
    const manifest = readFileSync(join(folder, 'manifest.yaml'), 'utf8');
    writeFileSync(
      join(folder, 'manifest.yaml'),
      manifest.replace(/findingsBytes: \d+/, `findingsBytes: ${statSync(path).size}`),
    );
    expect(() => store.get(id).report()).toThrow(reason);
  });

  it.each([
    '..',
    '../..',
    '.',
    '',
    '/etc',
    '20260101-000000-a-abcd/..',
    'x\0',
    '20260101-000000-../x-abcd',
    '.gitignore',
  ])('refuses %j as an identifier', (id) => {
    const { store, folder } = filled();
    expect(() => store.get(id)).toThrow(/is not the identifier/);
    expect(() => store.delete(id)).toThrow(/is not the identifier/);
    expect(() => store.update(id, { note: 'x' })).toThrow(/is not the identifier/);
    expect(existsSync(folder)).toBe(true);
  });

  it('reports that no such experiment exists', () => {
    expect(() => filled().store.get('20260101-000000-heat2d-abcd')).toThrow(/There is no experiment/);
  });

  it('deletes a link, not what it leads to', () => {
    const { store, id } = filled();
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, 'precious'), 'x');
    const link = '20260101-000000-link-abcd';
    symlinkSync(elsewhere, join(store.folder, link));
    store.delete(link);
    expect(existsSync(join(elsewhere, 'precious'))).toBe(true);
    expect(store.list().map((summary) => summary.id)).toEqual([id]);
  });

  it('leaves folders alone that are not experiments', () => {
    const { store, id } = filled();
    mkdirSync(join(store.folder, 'my things'));
    expect(store.list().map((summary) => summary.id)).toEqual([id]);
  });

  it('refuses a kept path that leaves the experiment', () => {
    const { store, id, folder } = filled();
    const path = join(folder, 'manifest.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}trace: { kind: kept, path: ../../../secret.otf2 }\n`);
    expect(() => store.get(id)).toThrow(/inside the experiment folder/);
  });
});
