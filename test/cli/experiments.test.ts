import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/cli/layout.js';
import { ExperimentStore } from '../../src/experiments/index.js';
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
    expect(out).toMatch(/Time won, each property at each call path by itself\n/);
    // Properties and lines are told whole, however narrow the terminal is.
    expect(out).toContain('    Late Sender: main → a_function_with_a_rather_long_name → MPI_Waitall\n');
    expect(out).toContain('    main.c:3  calls MPI_Waitall\n');
    for (const line of out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80);
    expect(err).toMatch(/^met: faster\./);
    const missed = await trimtab(folder, 'experiments', 'compare', after, before, '--accept', 'not slower');
    expect(missed).toMatchObject({ code: 1, err: expect.stringContaining('NOT MET: not slower') as string });
  });

  it('compares one with the starred experiment of its program, in every form', async () => {
    const { folder, store, before, after } = tuned();
    const [first] = before.split(',');
    const [newest] = after.split(',').slice(-1);
    const alone = await trimtab(folder, 'experiments', 'compare', newest);
    expect(alone).toMatchObject({
      code: 1,
      err: expect.stringContaining('is starred; name what to compare') as string,
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
    const [first] = before.split(',');
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

  it('exports in every form', async () => {
    const { folder, store } = tuned();
    const file = join(folder, 'out.cubex');
    expect((await trimtab(folder, 'experiments', 'export', 'latest', '--to', 'cube', '-o', 'out.cubex')).code).toBe(0);
    const newest = store.list()[0];
    expect(readFileSync(file)).toEqual(readFileSync(join(newest.folder, 'summary.cubex')));
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

  it('shows what pruning frees before it does so', async () => {
    const store = new ExperimentStore(temporaryFolder());
    const ids = [1, 2, 3].map((number) => add(store, 'heat2d', day(number), 50_000));
    const shown = await trimtab(store.project, 'experiments', 'prune', '--keep', '1');
    expect(shown.out).toContain('Drops the trace of 2 experiments: frees 100.0 kB');
    expect(shown.out).toContain('1 stays as it is.');
    expect(shown.err).toContain('Nothing was changed');
    expect(existsSync(join(store.folder, ids[0], 'trace'))).toBe(true);
    for (const line of shown.out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(100);
    const done = await trimtab(store.project, 'experiments', 'prune', '--keep', '1', '--yes');
    expect(done.err).toContain('Done for 2 experiments');
    expect(existsSync(join(store.folder, ids[0], 'trace'))).toBe(false);
    expect(existsSync(join(store.folder, ids[2], 'trace'))).toBe(true);
    await trimtab(store.project, 'experiments', 'prune', ids[1], '--delete', '--yes');
    expect(store.folders().sort()).toEqual([ids[0], ids[2]]);
  });

  it.each([
    [['compare'], /needs two experiments/],
    [['compare', 'a', ','], /has no experiments/],
    [['compare', 'a', 'b', '--format', 'xml'], /--format is one of table, json, csv, markdown/],
    [['compare', 'a', 'b', '--accept', 'odd < 3'], /"odd < 3" is no acceptance criterion/],
    [['export', 'a'], /needs --to/],
    [['export', 'a', 'b', '--to', 'csv'], /does not take "b"/],
    [['prune'], /needs --older <days>/],
    [['prune', '--keep', 'some'], /whole number/],
    [['tag', 'a'], /needs --add/],
    [['tag', 'a', '--star', '--unstar'], /exclude each other/],
    [['list', '--state', 'odd'], /"odd" is no state/],
    [['list', '--yes'], /--yes does not belong/],
    [['reproduce'], /needs the identifier/],
  ])('explains %j', async (words, sentence) => {
    const { code, err } = await trimtab(temporaryFolder(), 'experiments', ...words);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});
