import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeTrace, toTsv } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { textWidth } from '../../src/cli/terminal/layout.js';
import { ExperimentStore, History } from '../../src/experiments/index.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { spaceDefinitions } from '../../src/model/definitions.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { openMeasurement } from '../../src/formats/registry.js';
import { readRuns } from '../../src/workflows/runner/index.js';
import { RunFile } from '../../src/workflows/runs/runFile.js';
import { diskUsage } from '../../src/workflows/usage.js';
import { addMeasured } from '../experiments/measured.js';
import { temporaryFolder } from '../experiments/support.js';
import { add } from '../experiments/history/support.js';
import { trimtab } from './support.js';

const day = (number: number) => new Date(2026, 0, number, 12);
const call = (wait: number, comp = 1) => [
  {
    region: 'main',
    line: 0,
    comp,
    calls: [
      { region: 'a_function_with_a_rather_long_name', line: 2, calls: [{ region: 'MPI_Waitall', line: 3, wait }] },
    ],
  },
];

/** Two groups of three repeats, the second faster. */
function tuned(): { folder: string; store: ExperimentStore; before: string; after: string } {
  const store = new ExperimentStore(temporaryFolder());
  const repeat = (first: number, wait: number) =>
    [0, 0.01, 0.02].map((noise, index) => addMeasured(store, day(first + index), call(wait + noise)));
  return { folder: store.project, store, before: repeat(1, 4).join(','), after: repeat(10, 1).join(',') };
}

describe('trimtab experiments', () => {
  it('compares repeats in 80 columns, and checks criteria', async () => {
    const { folder, before, after } = tuned();
    const { code, out, err } = await trimtab(
      folder,
      'experiments',
      'compare',
      before,
      after,
      '--accept',
      'faster',
      '--accept',
      'run time <= 10 s',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/is faster than .*\(5\.01 s ± .* → 2\.01 s ± /s);
    expect(out).toMatch(
      /^app, 1 rank \(3 runs\) · 2026-01-10 [\d:]+ is faster than app, 1 rank \(3 runs\) ·\s2026-01-01 /,
    );
    expect(out).toMatch(/Time saved, exclusive, by property and call path\n/);
    // Properties and lines are printed completely, however narrow the terminal is.
    expect(out).toContain('    Late Sender: main → a_function_with_a_rather_long_name → MPI_Waitall\n');
    expect(out).toContain('    main.c:3  calls MPI_Waitall\n');
    for (const line of out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80);
    expect(err).toMatch(/^met: faster\./);
    const missed = await trimtab(folder, 'experiments', 'compare', after, before, '--accept', 'not slower');
    expect(missed).toMatchObject({ code: 1, err: expect.stringContaining('NOT MET: not slower') as string });
  });

  it('compares one with the starred experiment of its program, in every form', async () => {
    const { folder, store, before, after } = tuned();
    const first = elementAt(before.split(','), 0);
    const newest = elementAt(after.split(',').slice(-1), 0);
    const alone = await trimtab(folder, 'experiments', 'compare', newest);
    expect(alone).toMatchObject({
      code: 1,
      err: expect.stringContaining('is starred. Name the experiment to compare with') as string,
    });
    await trimtab(folder, 'experiments', 'tag', first, '--star', '--add', 'reference');
    expect(store.get(first).manifest).toMatchObject({ baseline: true, tags: ['reference'] });
    const json = await trimtab(folder, 'experiments', 'compare', 'latest', '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      format: 'trimtab-comparison',
      groups: [{ runs: [{ id: first }] }, { runs: [{ id: newest }] }],
    });
    expect((await trimtab(folder, 'experiments', 'compare', newest, '--format', 'csv')).out).toMatch(/^kind,property,/);
    const markdown = await trimtab(folder, 'experiments', 'compare', newest, '--format', 'markdown');
    expect(markdown.out).toMatch(/Single runs allow no verdict/);
  });

  it('compares and stars nothing that still runs or has no results', async () => {
    const { folder, store, before } = tuned();
    const recorder = store.create({ program: 'app', target: 'local' });
    const refused = (sentence: string) => ({
      code: 1,
      out: '',
      err: `trimtab: Experiment ${recorder.id} ${sentence}\n`,
    });
    const words = [
      ['compare', before, recorder.id],
      ['tag', recorder.id, '--star'],
    ];
    for (const action of words)
      expect(await trimtab(folder, 'experiments', ...action)).toEqual(
        refused('is still running; wait until it has ended before you compare it.'),
      );
    recorder.finish('failed', 'The build failed.');
    for (const action of words)
      expect(await trimtab(folder, 'experiments', ...action)).toEqual(
        refused('has no results to compare: The build failed.'),
      );
  });

  it('lists by words and marks', async () => {
    const { folder, before } = tuned();
    const first = elementAt(before.split(','), 0);
    await trimtab(folder, 'experiments', 'tag', first, '--star', '--add', 'halo');
    const starred = await trimtab(folder, 'experiments', 'list', '--starred');
    expect(starred.out).toContain(first);
    expect(starred.out).toContain('★ baseline · tags: halo');
    expect(starred.out.match(/complete/g)).toHaveLength(1);
    const words = await trimtab(folder, 'experiments', 'list', 'halo', 'APP', '--json');
    expect(JSON.parse(words.out)).toMatchObject([{ id: first, baseline: true }]);
    expect((await trimtab(folder, 'experiments', 'list', 'nothing of that kind')).out).toMatch(
      /^None of the 6 experiments/,
    );
    await trimtab(folder, 'experiments', 'tag', first, '--unstar', '--remove', 'halo');
    expect((await trimtab(folder, 'experiments', 'list', '--starred')).out).toMatch(/^None of/);
  });

  it('shows all values of a run whose trace or profile is gone, without reading it', async () => {
    const store = new ExperimentStore(temporaryFolder());
    for (const [number, gone] of ['traces.otf2', 'profile.cubex'].entries()) {
      const id = addMeasured(store, day(1 + number), call(2));
      const recorder = store.resume(id);
      recorder.update({ trace: { kind: 'reference', path: join(store.project, gone) } });
      recorder.finish('complete');
      const { code, out } = await trimtab(store.project, 'experiments', 'show', id, '--tsv');
      expect(code).toBe(0);
      expect(out).toMatch(/\tmain\/a_function_with_a_rather_long_name\/MPI_Waitall\t0\t[\d.]+\n/);
      expect((await trimtab(store.project, 'experiments', 'export', id, '--to', 'cube', '-o', 'x.cubex')).code).toBe(0);
    }
  });

  it('exports in every form', async () => {
    const { folder, store } = tuned();
    const file = join(folder, 'out.cubex');
    expect((await trimtab(folder, 'experiments', 'export', 'latest', '--to', 'cube', '-o', 'out.cubex')).code).toBe(0);
    const newest = elementAt(store.list(), 0);
    const { space, definitions } = toSpace(openCube(file));
    const rows = (await trimtab(folder, 'experiments', 'show', 'latest', '--tsv')).out.trimEnd().split('\n');
    expect([...toTsv(space, definitions)].sort()).toEqual(rows.sort());
    expect((await trimtab(folder, 'experiments', 'export', 'latest', '--to', 'cube')).code).toBe(1);
    const csv = await trimtab(folder, 'experiments', 'export', 'latest', '--to', 'csv');
    expect(csv.out).toContain(
      'mpi,seconds,main/a_function_with_a_rather_long_name/MPI_Waitall,/home/u/app/main.c:3,1.02',
    );
    const json = await trimtab(folder, 'experiments', 'export', 'latest', '--to', 'json');
    expect(JSON.parse(json.out)).toEqual(store.get(newest.id).report());
    expect((await trimtab(folder, 'experiments', 'export', 'latest', '--to', 'markdown')).out).toMatch(
      /^# app, 1 rank/,
    );
  });

  it('exports stacks, profiles of TAU and SARIF', async () => {
    const { folder } = tuned();
    const exported = (to: string, ...more: readonly string[]) =>
      trimtab(folder, 'experiments', 'export', 'latest', '--to', to, ...more);
    expect((await exported('folded')).out).toBe(
      'main 1000000\nmain;a_function_with_a_rather_long_name;MPI_Waitall 1020000\n',
    );
    const speedscope = await exported('speedscope');
    expect(JSON.parse(speedscope.out)).toMatchObject({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      profiles: [{ type: 'sampled', unit: 'seconds', startValue: 0, endValue: 2.02, weights: [1, 1.02] }],
    });
    const sarif = await exported('sarif');
    expect(JSON.parse(sarif.out)).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'mpi_wait_nxn' }] }],
    });
    for (const to of ['pprof', 'tau']) {
      expect(await exported(to)).toMatchObject({ code: 1, err: expect.stringContaining('--output') as string });
      expect((await exported(to, '-o', to)).code).toBe(0);
    }
    for (const name of ['pprof', 'tau']) {
      const opened = openMeasurement(join(folder, name));
      if (opened.kind !== 'profile') throw new Error('no profile');
      const time = opened.profile.space.severities.get('time')?.value ?? new Float64Array();
      expect(time.reduce((sum, value) => sum + value, 0)).toBeCloseTo(2.02, 9);
    }
    expect(readFileSync(join(folder, 'tau', 'profile.0.0.0'), 'utf8')).toMatch(/^\d+ templated_functions_MULTI_TIME\n/);
  });

  it('compares the time in OpenMP as a whole as it does that in MPI', async () => {
    const store = new ExperimentStore(temporaryFolder());
    const trace = openArchive('examples/hybrid/recorded/traces.otf2');
    const { report, space } = analyzeTrace(trace, { program: 'hybrid' });
    const ids = [1, 2].map((number) => {
      const recorder = store.create({ program: 'hybrid', target: 'local' }, day(number));
      recorder.storeResults(report, { ...space, definitions: spaceDefinitions(trace.definitions) });
      recorder.finish('complete');
      return recorder.id;
    });
    const { out } = await trimtab(store.project, 'experiments', 'compare', ...ids);
    expect(out).toMatch(/^Total\n.*Run time\n.*Time of all locations\n.* MPI\n.* OpenMP\n/m);
  });

  it('reports disk usage', async () => {
    const store = new ExperimentStore(temporaryFolder());
    const ids = [1, 2].map((number) => add(store, 'heat2d', day(number), number * 50_000));
    const { out } = await trimtab(store.project, 'experiments', 'usage');
    expect(out).toMatch(
      new RegExp(`^ *\\d+\\.\\d kB {2}${store.project}/.trimtab\n *150\\.0 kB {2}traces of 2 experiments\n`),
    );
    expect(out.indexOf(elementAt(ids, 1))).toBeLessThan(out.indexOf(elementAt(ids, 0)));
    const { traces, results, all, jobs, left } = diskUsage(store, (await new History(store).list()).entries);
    expect([traces, jobs, left, all >= traces + results]).toEqual([150_000, 0, 0, true]);
    const json = await trimtab(store.project, 'experiments', 'usage', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ traces, experiments: [{ id: ids[1] }, { id: ids[0] }] });
    expect((await trimtab(store.project, 'experiments', 'usage', 'all')).code).toBe(2);
  });

  it('deletes the latest, as it shows it, and those whose beginning is given', async () => {
    const store = new ExperimentStore(temporaryFolder());
    const ids = [1, 2, 3].map((number) => add(store, 'heat2d', day(number), 10));
    const { code, err } = await trimtab(
      store.project,
      'experiments',
      'delete',
      'latest',
      elementAt(ids, 0).slice(0, 12),
    );
    expect([code, err]).toEqual([0, `Deleted experiment ${ids[2]}.\nDeleted experiment ${ids[0]}.\n`]);
    expect(store.folders()).toEqual([ids[1]]);
    const missing = await trimtab(store.project, 'experiments', 'delete', 'latest', 'nothing');
    expect([missing.code, store.folders()]).toEqual([1, [ids[1]]]);
    writeFileSync(join(store.folder, elementAt(ids, 1), 'manifest.yaml'), 'damaged');
    expect((await trimtab(store.project, 'experiments', 'delete', 'latest')).code).toBe(0);
    expect(store.folders()).toEqual([]);
  });

  it('uses the project of the nearest trimtab.yaml, regardless of folders above it', async () => {
    const above = new ExperimentStore(temporaryFolder());
    add(above, 'other', day(1), 10);
    const solver = join(above.project, 'solver');
    mkdirSync(join(solver, 'src'), { recursive: true });
    expect((await trimtab(join(solver, 'src'), 'experiments', 'list')).out).toContain('other');
    writeFileSync(join(solver, 'trimtab.yaml'), 'version: 1\nprogram: solver\nranks: 1\nrun: { command: [a] }\n');
    expect((await trimtab(join(solver, 'src'), 'experiments', 'list')).out).toContain(
      `There are no experiments in ${solver};`,
    );
  });

  it('shows what pruning frees before it does so', async () => {
    const store = new ExperimentStore(temporaryFolder());
    const ids = [1, 2, 3].map((number) => add(store, 'heat2d', day(number), 50_000));
    const shown = await trimtab(store.project, 'experiments', 'prune', '--keep', '1');
    expect(shown.out).toContain('Drops the trace of 2 experiments: frees 100.0 kB');
    expect(shown.out).toContain('1 remains unchanged.');
    expect(shown.err).toContain('Nothing was changed');
    expect(existsSync(join(store.folder, elementAt(ids, 0), 'trace'))).toBe(true);
    for (const line of shown.out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(100);
    const done = await trimtab(store.project, 'experiments', 'prune', '--keep', '1', '--yes');
    expect(done.err).toContain('Done for 2 experiments');
    expect(existsSync(join(store.folder, elementAt(ids, 0), 'trace'))).toBe(false);
    expect(existsSync(join(store.folder, elementAt(ids, 2), 'trace'))).toBe(true);
    await trimtab(store.project, 'experiments', 'prune', elementAt(ids, 1), '--delete', '--yes');
    expect(store.folders().sort()).toEqual([ids[0], ids[2]]);
  });

  it('prunes the records of workflow runs that succeeded, and keeps those that can be resumed or not be read', async () => {
    const project = temporaryFolder();
    const ended = (name: string, state: 'succeeded' | 'failed'): string => {
      const draft = { name, workflow: 'w.yaml', configuration: join(project, 'trimtab.yaml'), inputs: {} };
      const file = RunFile.create(project, draft, 'version: 1\nname: test\nsteps: []\n');
      file.finish(state);
      return file.state.id;
    };
    const [gone, resumable, changed] = [ended('a', 'succeeded'), ended('b', 'failed'), ended('c', 'succeeded')];
    appendFileSync(join(project, '.trimtab', 'runs', changed, 'state.yaml'), '# changed\n');
    const shown = await trimtab(project, 'experiments', 'prune', '--older', '0');
    expect(shown.out).toContain(gone);
    expect(shown.out).toMatch(/^Removes the records and logs of 1 ended workflow run: frees [\d.]+ k?B\.$/m);
    expect(shown.out).toContain(`1 workflow run stays, since its state or seal cannot be read: ${changed}.\n`);
    expect(shown.err).toContain('Nothing was changed');
    expect(readRuns(project)).toHaveLength(3);
    const done = await trimtab(project, 'experiments', 'prune', '--older', '0', '--yes');
    expect(done.err).toMatch(/^Done for 0 experiments and 1 workflow run; freed [\d.]+ k?B\.$/m);
    expect(
      readRuns(project)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([resumable, changed].sort());
  });

  it.each([
    [['compare'], /needs <id>: two experiments/],
    [['compare', 'a', ','], /has no experiments/],
    [['compare', 'a', 'b', '--format', 'xml'], /--format takes table, json, csv, markdown or html, not "xml"/],
    [['compare', 'a', 'b', '--accept', 'odd < 3'], /"odd < 3" is no acceptance criterion/],
    [['export', 'a'], /needs --to/],
    [['export', 'a', 'b', '--to', 'csv'], /does not take "b"/],
    [['prune'], /needs --older <days>/],
    [['prune', '--keep', 'some'], /whole number/],
    [['tag', 'a'], /needs --add/],
    [['tag', 'a', '--star', '--unstar'], /exclude each other/],
    [['list', '--state', 'odd'], /--state takes complete, .*, not "odd"/],
    [['list', '--yes'], /has no option --yes\. It belongs to "trimtab experiments prune"/],
    [['reproduce'], /needs <id>: an experiment/],
  ])('explains %j', async (words, sentence) => {
    const { code, err } = await trimtab(temporaryFolder(), 'experiments', ...words);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});
