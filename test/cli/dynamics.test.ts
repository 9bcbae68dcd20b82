/** `trimtab dynamics`, on a recorded trace. */
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../src/formats/registry.js';
import { textWidth } from '../../src/cli/terminal/layout.js';
import { checkDynamics } from '../../src/experiments/report/dynamicsSchema.js';
import { temporaryFolder } from '../experiments/support.js';
import { dynamicsOfTrace } from '../../src/analysis/dynamics/ofTrace.js';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { AnalyzeArchive } from '../../src/workflows/index.js';
import { trimtabWith } from './support.js';

const HEAT = join(import.meta.dirname, '../../examples/heat2d-mpi/recorded');

/** As the worker does, in this thread. */
// oxlint-disable-next-line typescript/require-await -- what goes wrong is to reject
const analyzeArchive: AnalyzeArchive = async (archive, { program = programOf(archive), dynamics = {} }) => {
  const trace = openArchive(archive);
  const { report, space, ...found } = analyzeTrace(trace, { program, waits: true });
  return { report, space, dynamics: dynamicsOfTrace(trace, { report, space, ...found }, dynamics) };
};

const pair = v.tuple([v.number(), v.number()]);
const aligned = v.object({ iterations: pair, seconds: pair, best: v.number() });

const trimtab = (...words: string[]) => {
  const folder = temporaryFolder();
  return trimtabWith({ analyzeArchive, findProbe: () => folder }, folder, ...words);
};

describe('trimtab dynamics', () => {
  it('prints the loop of a trace and its changes', async () => {
    const { code, out, err } = await trimtab('dynamics', HEAT);
    expect([code, err]).toEqual([0, '']);
    const [first = ''] = out.split('\n');
    expect(first).toMatch(/^60 iterations of /);
    expect(out).toContain('heat2d.c:');
    for (const line of out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80);
  });

  it('prints the stored dynamics, from the requested share on', async () => {
    const { code, out } = await trimtab('dynamics', HEAT, '--json', '--threshold', '90%');
    expect(code).toBe(0);
    const { loops, findings } = checkDynamics(JSON.parse(out), 'what was printed');
    expect(loops[0]).toMatchObject({ count: 60, source: 'found' });
    expect(findings.filter(({ severity }) => severity > 0)).toEqual([]);
  });

  it('prints the values of a metric by iteration', async () => {
    const { code, out } = await trimtab('dynamics', HEAT, '--series', 'iteration_time', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ metric: 'iteration_time', iterations: 60, rows: { length: 4 } });
    const wrong = await trimtab('dynamics', HEAT, '--series', 'nonsense');
    expect([wrong.code, wrong.out]).toEqual([1, '']);
    expect(wrong.err).toMatch(/There are no series of nonsense; there are of iteration_time, /);
  });

  it('lists the available loops if another one is requested', async () => {
    const { code, err } = await trimtab('dynamics', HEAT, '--level', '77');
    expect(code).toBe(1);
    expect(err).toMatch(/There is no loop 77: those of this run are numbered from 0 to \d+\./);
  });

  it('aligns another run with it by progress', async () => {
    const { code, out } = await trimtab('dynamics', HEAT, '--beside', HEAT);
    expect(code).toBe(0);
    expect(out).toContain('The faster of both in each phase');
    const json = await trimtab('dynamics', HEAT, '--beside', HEAT, '--json');
    const { iterations, seconds, best } = v.parse(aligned, JSON.parse(json.out));
    expect(iterations[0]).toBe(iterations[1]);
    expect(seconds[0]).toBe(seconds[1]);
    // A run compared with itself is equally fast.
    expect(best).toBeCloseTo(seconds[0], 9);
  });

  it('judges in chunks, as for a run in progress', async () => {
    const { code, out } = await trimtab('dynamics', HEAT, '--chunk', '8', '--json');
    expect(code).toBe(0);
    expect(checkDynamics(JSON.parse(out), 'the answer').loops.length).toBeGreaterThan(0);
  });

  it.each([
    [['--beside', 'a', '--series', 'execution'], '--beside and --series exclude each other.'],
    [['--threshold', 'x'], '--threshold takes a share such as 0.5% or 0.005, not "x".'],
    [['--level', '-1'], '--level'],
    [['--chunk', '7'], '--chunk takes a number of iterations from 8 to 9999999, not "7".'],
    [['one', 'two'], '"trimtab dynamics" does not take "two".'],
  ])('does not understand %j', async (words, message) => {
    const { code, err } = await trimtab('dynamics', ...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
