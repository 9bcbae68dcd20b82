/** `trimtab whatif`, on a recorded trace. */
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { programOf } from '../../src/formats/registry.js';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { predictRunTimes } from '../../src/analysis/whatIf/index.js';
import { duration } from '../../src/base/text.js';
import type { Context } from '../../src/cli/services/context.js';
import { textWidth } from '../../src/cli/terminal/layout.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { sampleReport, sampleSpace, temporaryFolder } from '../experiments/support.js';
import { trimtab, trimtabWith } from './support.js';

const HEAT = join(import.meta.dirname, '../../examples/heat2d-mpi/recorded');

const analyzeArchive: Context['analyzeArchive'] = (
  archive,
  { program = programOf(archive), whatIf = { scenarios: [] } },
) => {
  const trace = openArchive(archive);
  const found = analyzeTrace(trace, { program, replay: true });
  return Promise.resolve({ ...found, predictions: predictRunTimes(trace, found, whatIf) });
};

const whatIf = (...words: string[]) =>
  trimtabWith({ analyzeArchive, findProbe: () => HEAT }, temporaryFolder(), 'whatif', HEAT, ...words);

const printed = v.object({
  format: v.literal('trimtab-whatif'),
  runTime: v.number(),
  predictions: v.array(v.object({ scenarios: v.array(v.unknown()), runTime: v.number(), saved: v.number() })),
});

const judged = v.object({
  format: v.literal('trimtab-predictions'),
  predictions: v.array(v.object({ id: v.string(), outcome: v.object({ ids: v.array(v.string()) }) })),
});

describe('trimtab whatif', () => {
  it('prints the changes that suit a trace, the one that saves most first', async () => {
    const { code, out } = await whatIf();
    expect(code).toBe(0);
    const [first, , ...rows] = out.split('\n');
    expect(first).toBe('heat2d-mpi: 5.17 s');
    expect(rows[0]).toMatch(/^ *run time +saves +change$/);
    expect(rows[1]).toMatch(/^ +3\.50 s +1\.66 s +32\.2 % {3}relax_rows twice as fast +heat2d\.c:134$/);
    expect(rows[2]).toMatch(/^ +3\.81 s +1\.36 s +26\.3 % {3}relax_rows balanced over ranks +heat2d\.c:134$/);
    expect(out).toMatch(/Caches, memory\s+bandwidth and clock frequency are not modeled\./);
    for (const line of out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80);
  });

  it('predicts the given changes one by one, and together', async () => {
    const { out } = await whatIf(
      '--scale',
      'relax_rows=0.5',
      '--balance',
      'relax_rows',
      '--network',
      'ideal',
      '--json',
    );
    const { runTime, predictions } = v.parse(printed, JSON.parse(out));
    expect(predictions.map(({ scenarios }) => scenarios)).toEqual([
      [{ kind: 'scale', region: 'relax_rows', factor: 0.5 }],
      [{ kind: 'balance', region: 'relax_rows' }],
      [{ kind: 'network' }],
      [expect.anything(), expect.anything(), expect.anything()],
    ]);
    for (const { runTime: predicted, saved } of predictions) expect(predicted + saved).toBeCloseTo(runTime, 9);
    const [halved, balanced, , together] = predictions;
    expect(together?.saved).toBeGreaterThan(Math.max(halved?.saved ?? 0, balanced?.saved ?? 0));
  });

  it('prints given changes that save nothing too', async () => {
    const { out } = await whatIf('--scale', 'relax_rows=1');
    expect(out).toMatch(/ 0 s +0\.0 % {3}relax_rows with 100 % of its time/);
  });

  it('predicts another network, and prints how much of it is explained', async () => {
    const { out } = await whatIf('--network', 'bandwidth=2,latency=0.5');
    expect(out).toMatch(/communication with 50 % latency and 200 % bandwidth/);
    expect(out).toMatch(/Latency and bandwidth explain \d+\.\d % of the time of transfers/);
  });

  it('overlaps waits with computation, and prints that this is an upper bound', async () => {
    const { out } = await whatIf('--overlap', 'exchange_halo');
    expect(out).toMatch(/waits in exchange_halo overlapped/);
    expect(out).toMatch(/Overlapped waits are an upper bound/);
    const { err } = await whatIf('--overlap', 'relax_rows');
    expect(err).toBe('trimtab: "relax_rows" contains no communication.\n');
  });

  it('balances a function in each iteration', async () => {
    const { out } = await whatIf('--balance', 'relax_rows', '--per', 'iteration');
    expect(out).toMatch(/relax_rows balanced over ranks in each iteration/);
  });

  it('writes the trace of the run with all changes, whose analysis has the predicted run time', async () => {
    const folder = temporaryFolder();
    const output = join(folder, 'predicted');
    const { out, code } = await whatIf('--balance', 'relax_rows', '--network', 'ideal', '--output', output);
    expect(code).toBe(0);
    expect(out).toMatch(/\n\nPredicted trace \([\d,]+ events, [\d.]+ kB\):\n\S+\/predicted\/traces\.otf2\n$/);
    const [predicted] = /\d+\.\d+ s(?= +\d+\.\d+ s +\d+\.\d % {3}relax_rows balanced over ranks, )/.exec(out) ?? [];
    const { report } = analyzeTrace(openArchive(output), { program: 'test' });
    expect(duration(report.span)).toBe(predicted);
    expect(report.doubts?.map(({ kind, title }) => [kind, title])).toContainEqual([
      'predicted',
      'predicted, not measured',
    ]);
    const doubted = await trimtabWith({ analyzeArchive, findProbe: () => HEAT }, folder, 'whatif', output);
    expect(doubted.out).toMatch(
      /\nUnreliable: predicted, not measured\. trimtab analyze has the details\.\n\nrun time/,
    );
    const again = await whatIf('--balance', 'relax_rows', '--output', output);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining(output)]);
  });

  it('refuses changes of functions that the trace does not have', async () => {
    const { code, err } = await whatIf('--balance', 'relax_row');
    expect([code, err]).toEqual([1, 'trimtab: The trace has no calls of a function or construct "relax_row".\n']);
  });

  it('keeps a prediction with its experiment, and compares it with the next version', async () => {
    const folder = temporaryFolder();
    const store = new ExperimentStore(folder);
    const add = (input: string, span: number): string => {
      const recorder = store.create({ program: 'heat2d', target: 'local', ranks: 4 });
      recorder.update({ trace: { kind: 'reference', path: join(HEAT, 'traces.otf2') } });
      recorder.update({
        run: { argv: ['./heat2d', input], folder: '.' },
        revision: { commit: 'a'.repeat(40), changed: false },
      });
      recorder.storeResults(sampleReport({ program: 'heat2d', span, processes: 4 }), sampleSpace());
      recorder.finish('complete');
      return recorder.id;
    };
    const inFolder = (...words: string[]) => trimtabWith({ analyzeArchive, findProbe: () => HEAT }, folder, ...words);
    const id = add('rows', 5.17);
    const { code, err, out } = await inFolder('whatif', 'latest', '--balance', 'relax_rows', '--try');
    expect([code, err]).toEqual([
      0,
      `Kept with experiment ${id}. Change the program and run it; trimtab experiments predictions compares.\n\n`,
    ]);
    expect(out).toMatch(/^heat2d: 5\.17 s/);
    const before = await inFolder('experiments', 'predictions');
    expect(before.out).toContain('relax_rows balanced over ranks: predicted 3.81 s, no run of a changed version');
    // Experiments are ordered by milliseconds.
    await vi.waitUntil(() => Date.now() > Date.parse(store.get(id).manifest.predictions?.[0]?.created ?? ''));
    add('cost', 4);
    const after = await inFolder('experiments', 'predictions');
    expect(after.out).toMatch(/predicted 3\.81 s,\s+measured\s+4\.00\s+s,\s+error\s+−4\.8\s+%/);
    const { out: json } = await inFolder('experiments', 'predictions', '--json');
    const [kept] = v.parse(judged, JSON.parse(json)).predictions;
    expect([kept?.id, kept?.outcome.ids.length]).toEqual([id, 1]);
  });

  it('keeps no prediction of a trace that belongs to no experiment', async () => {
    const { code, err } = await whatIf('--balance', 'relax_rows', '--try');
    expect([code, err]).toEqual([
      1,
      `trimtab: ${HEAT} is no experiment. Predictions are kept with experiments; name one.\n`,
    ]);
  });

  it.each([
    [['--output', 'x'], '--output takes a change, such as --balance.'],
    [['--scale', 'solve'], '--scale takes a function and a factor from 0 to 2, such as solve=0.5, not "solve".'],
    [['--scale', 'solve=3'], '--scale takes a function and a factor from 0 to 2, such as solve=0.5, not "solve=3".'],
    [
      ['--network', 'latency=101'],
      '--network takes factors of latency from 0 to 100 and of bandwidth from 0.01 to 100, such as latency=0.5,bandwidth=2, not "latency=101".',
    ],
    [['--network', 'bandwidth=0'], 'not "bandwidth=0".'],
    [['--network', 'latency=1,latency=2'], 'not "latency=1,latency=2".'],
    [['--per', 'iteration'], '--per takes "run" or "iteration", together with a --balance.'],
    [['--balance', 'solve', '--per', 'rank'], '--per takes "run" or "iteration", together with a --balance.'],
    [['--with-callees'], '--with-callees takes a --scale, --balance or --parallelize.'],
    [['--try'], '--try takes a change, such as --balance.'],
  ])('refuses %j', async (words, sentence) => {
    const { code, err } = await trimtab('.', 'whatif', ...words);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });
});
