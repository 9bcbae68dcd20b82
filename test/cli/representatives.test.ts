/** `trimtab experiments representatives`, and the output of `trimtab dynamics` about similar iterations. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../src/formats/registry.js';
import { dynamicsOfTrace } from '../../src/analysis/dynamics/ofTrace.js';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { textWidth } from '../../src/cli/terminal/layout.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { AnalyzeArchive } from '../../src/workflows/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { trimtabWith } from './support.js';

const HEAT = join(import.meta.dirname, '../../examples/heat2d-mpi/recorded');

/** As the worker does, in this thread. */
// oxlint-disable-next-line typescript/require-await -- what goes wrong is to reject
const analyzeArchive: AnalyzeArchive = async (archive, { program = programOf(archive), dynamics = {} }) => {
  const trace = openArchive(archive);
  const { report, space, ...found } = analyzeTrace(trace, { program, waits: true });
  return { report, space, dynamics: dynamicsOfTrace(trace, { report, space, ...found }, dynamics) };
};

const trimtab = (folder: string, ...words: string[]) =>
  trimtabWith({ analyzeArchive, findProbe: () => folder }, folder, ...words);

/** A project with an experiment that has its trace inside, or refers to one. */
function project(isInside: boolean): { readonly folder: string; readonly store: ExperimentStore; readonly id: string } {
  const folder = temporaryFolder();
  const store = new ExperimentStore(folder);
  const recorder = store.create({ program: 'heat2d', target: 'local', ranks: 4 });
  if (isInside) {
    cpSync(HEAT, join(recorder.folder, 'trace'), { recursive: true });
    recorder.update({ trace: { kind: 'kept', path: 'trace/traces.otf2' } });
  } else recorder.update({ trace: { kind: 'reference', path: join(HEAT, 'traces.otf2') } });
  recorder.finish('complete');
  return { folder, store, id: recorder.id };
}

const answer = v.object({
  archive: v.string(),
  iterations: v.array(v.number()),
  of: v.number(),
  limits: v.array(v.string()),
});

describe('trimtab experiments representatives', () => {
  it('writes a trace, lists its limits, and leaves the original', async () => {
    const { folder, store, id } = project(true);
    const { code, out, err } = await trimtab(folder, 'experiments', 'representatives', 'latest', '--most', '3');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^3 iterations of 60 kept \([\d,]+ of [\d,]+ events, /);
    expect(out).toMatch(/It contains 3 iterations\s+of 60/);
    for (const line of out.split('\n')) if (!line.includes('/')) expect(textWidth(line)).toBeLessThanOrEqual(80);
    const kept = join(store.get(id).folder, 'representatives/traces.otf2');
    expect(openArchive(kept).definitions.locations).toHaveLength(4);
    expect(existsSync(store.get(id).archive ?? '')).toBe(true);
    // Once more, in the same place.
    expect((await trimtab(folder, 'experiments', 'representatives', id)).code).toBe(0);
  });

  it('removes the original when that is asked for', async () => {
    const { folder, store, id } = project(true);
    const output = join(folder, 'some/where');
    const words = ['--output', output, '--remove-original', '--json'];
    const { code, out } = await trimtab(folder, 'experiments', 'representatives', id, ...words);
    expect(code).toBe(0);
    const { archive, iterations, of } = v.parse(answer, JSON.parse(out));
    expect([archive, iterations.length, of]).toEqual([join(output, 'traces.otf2'), 16, 60]);
    expect(store.get(id).archive).toBeUndefined();
    expect(existsSync(archive)).toBe(true);
  });

  it('removes none that lies elsewhere', async () => {
    const { folder } = project(false);
    const { code, err } = await trimtab(folder, 'experiments', 'representatives', 'latest', '--remove-original');
    expect(code).toBe(1);
    expect(err).toContain('is outside of its folder');
    expect(existsSync(join(HEAT, 'traces.otf2'))).toBe(true);
  });

  it('overwrites nothing', async () => {
    const { folder } = project(false);
    const { code, err } = await trimtab(folder, 'experiments', 'representatives', 'latest', '--output', folder);
    expect(code).toBe(1);
    expect(err).toMatch(/could not be written|exist/);
  });

  it.each([
    [['latest', '--most', '1'], '--most takes a number of iterations from 2 to 256, not "1".'],
    [[], '"trimtab experiments representatives" needs <id>: an experiment'],
  ])('does not understand %j', async (words, message) => {
    const { code, err } = await trimtab(temporaryFolder(), 'experiments', 'representatives', ...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('trimtab dynamics', () => {
  it('lists similar iterations, their representatives, and the quality of the representation', async () => {
    const { out } = await trimtab(temporaryFolder(), 'dynamics', HEAT);
    expect(out).toMatch(/Similar iterations: 16 groups, typical is iteration \d+/);
    expect(out).toMatch(/of loop {2}iterations {2}representative/);
    expect(out).toMatch(/An iteration differs from its\s+representative\s+by\s+[\d.]+\s+%/);
    for (const line of out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80);
  });

  it('has amounts and changes by groups of ranks', async () => {
    const { code, out } = await trimtab(temporaryFolder(), 'dynamics', HEAT, '--table');
    expect(code).toBe(0);
    expect(out).toMatch(/^ *severity +where +region +property/);
    expect(out).toMatch(/ranks? \d/);
  });

  it('prints the compression of the graph of all calls', async () => {
    const { code, out } = await trimtab(temporaryFolder(), 'dynamics', HEAT, '--calls', '10%');
    expect(code).toBe(0);
    expect(out).toMatch(/^[\d,]+ calls as [\d,]+ nodes \(1 : \d+\)/);
    expect(out).toContain('main');
    const { calls, nodes } = v.parse(
      v.object({ calls: v.number(), nodes: v.object({ weak: v.number(), strong: v.number() }) }),
      JSON.parse((await trimtab(temporaryFolder(), 'dynamics', HEAT, '--calls', '10%', '--json')).out),
    );
    expect(nodes.weak).toBeLessThanOrEqual(nodes.strong);
    expect(nodes.strong).toBeLessThan(calls);
  });
});
