/** The workflow *Adapt instrumentation* on a real program: built once, measured by switching alone. */
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { USUAL } from '../../src/measurement/plan.js';
import { recordedPlan } from '../../src/measurement/planRecord.js';
import { latestCounted, newestCounted } from '../../src/workflows/measuring/counted.js';
import { statisticsOf } from '../../src/workflows/measuring/functionCosts.js';
import { overheadsDeclaration } from '../../src/workflows/declarations/overheads.js';
import { latestOutputs } from '../../src/workflows/language/declaration.js';
import { readRuns } from '../../src/workflows/runner/index.js';
import { trimtabWith } from '../cli/support.js';
import { analyzeHere, buildProbe, lacking, PROBE } from './mpiProject.js';

/**
 * `tiny` costs more to record than it takes, so often that it does on a busy machine too; `work` and what it calls take the
 * time; `rare` takes none.
 */
const SOURCE = `#include <mpi.h>
static volatile double sum;
static volatile int times = 3;
__attribute__((noinline)) static void tiny(void) { for (int i = 0; i < times; i++) sum = sum * 0.5 + 1; }
__attribute__((noinline)) static void inner(void) { for (int i = 0; i < 20000000; i++) sum = sum * 0.5 + 1; }
__attribute__((noinline)) static void work(void) { for (int i = 0; i < times; i++) inner(); }
__attribute__((noinline)) static void rare(void) { for (int i = 0; i < times; i++) sum = sum * 0.25 + 1; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 1000000; i++) tiny();
  work();
  rare();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
`;
const YAML = `version: 1 # kept
program: late
ranks: 2
build:
  command: [trimtab-cc, mpicc, -O1, -o, late, late.c]
run:
  command: [mpirun, -n, "{ranks}", ./late]
`;

const without = arch() === 'x64' ? await lacking() : 'sleds are for x86-64';

describe.skipIf(without !== undefined)('the workflow Adapt instrumentation', { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'adapt-'));
  const project = { folder, store: new ExperimentStore(folder) };
  const adapt = (...words: string[]) =>
    trimtabWith({ analyzeArchive: analyzeHere, findProbe: () => PROBE }, project.folder, 'adapt', ...words);
  let told: Awaited<ReturnType<typeof adapt>> | undefined;
  beforeAll(async () => {
    await buildProbe();
    writeFileSync(join(folder, 'late.c'), SOURCE);
    writeFileSync(join(project.folder, 'trimtab.yaml'), YAML);
    writeFileSync(join(project.folder, 'reduce.rules'), 'numcalls > 1000 & usecs/call < 1\n');
    told = await adapt('--strategy', 'tor,agor,rules:reduce.rules', '--repeat', '2', '--keep', 'tor');
  }, 600_000);

  const functionsOf = (name: string): string[] => {
    const found = project.store.readable().find(({ manifest }) => manifest.name === name);
    return found === undefined
      ? []
      : statisticsOf(found)
          .functions.map(({ region }) => region)
          .sort();
  };

  it('measures what each strategy leaves, round by round', () => {
    expect([told?.code, told?.err]).toEqual([0, expect.stringContaining('tiny: 2,000,000 calls, TOR')]);
    expect(functionsOf('All functions')).toEqual(['inner', 'main', 'rare', 'tiny', 'work']);
    expect(functionsOf('tor, round 1')).not.toContain('tiny');
    expect(functionsOf('tor, round 1')).toContain('inner');
    expect(functionsOf('rules:reduce.rules, round 1')).not.toContain('tiny');
    // Down from the beginning, and then what was found together.
    expect(functionsOf('agor, round 1')).toEqual(['main']);
    expect(functionsOf('agor, round 2')).toEqual(expect.arrayContaining(['main', 'work']));
    expect(functionsOf('agor, round 2')).not.toContain('inner');
    expect(functionsOf('agor, round 3')).toEqual(['inner', 'main']);
    expect(functionsOf('agor, round 4')).toEqual(['inner', 'main', 'work']);
    expect(functionsOf('Plain')).toEqual(['main']);
  });

  it('builds once, and never compiles again', () => {
    const [run] = readRuns(project.folder);
    expect(run?.steps.filter(({ kind }) => kind === 'build').map(({ state }) => state)).toEqual(['succeeded']);
    const built = statSync(join(project.folder, 'late')).mtimeMs;
    const first = project.store.readable().at(-1)?.manifest.created ?? '';
    expect(built).toBeLessThan(Date.parse(first) + 1000);
  });

  it('shows the overhead of each side by side, in the terminal and on a page', () => {
    const [run] = readRuns(project.folder);
    const outputs = latestOutputs(overheadsDeclaration, run?.steps ?? []);
    const { ways, page } = v.parse(overheadsDeclaration.outputs, outputs);
    expect(ways.map(({ name }) => name)).toEqual(['Plain', 'All functions', 'TOR', 'AGOR', 'Rules:reduce.rules']);
    for (const { processor, elapsed, runs } of ways) {
      expect(processor).toBeGreaterThan(0);
      expect(elapsed).toBeGreaterThan(0);
      expect(runs).toBeGreaterThanOrEqual(2);
    }
    const [plain, all, tor, agor] = ways;
    expect(all?.events).toBeGreaterThan(2 * 2_000_000);
    expect(tor?.events).toBeLessThan(200);
    expect(plain?.events).toBeLessThan(agor?.events ?? 0);
    expect([plain?.removed, all?.removed]).toEqual([null, null]);
    expect(tor?.removed).toBeGreaterThanOrEqual(1);
    expect(agor?.removed).toBe(2); // tiny and rare
    expect(told?.out).toMatch(/Run +Processor time +Elapsed +Functions removed +Events +Overhead\n +Plain /);
    expect(readFileSync(page, 'utf8')).toContain('# Measurement overhead of late\n\n| Run | Processor time |');
  });

  it('leaves to forecasts the run in which the same functions were measured', () => {
    const runs = project.store
      .readable()
      .map(({ id, manifest }) => ({ id, name: manifest.name, plan: recordedPlan(manifest) }));
    const planOf = (name: string) => runs.find((one) => one.name === name)?.plan ?? USUAL;
    const counted = (name: string) =>
      newestCounted(project.store, { program: 'late', target: 'local', plan: planOf(name) })?.experiment.id;
    const alike = (name: string) => runs.find(({ plan }) => JSON.stringify(plan) === JSON.stringify(planOf(name)))?.id;
    expect(alike('All functions')).not.toBe(alike('agor, round 4'));
    for (const name of ['All functions', 'tor, round 1', 'agor, round 4']) expect(counted(name)).toBe(alike(name));
    // The calls of functions that were excluded by a part of their name are unknown then.
    const more = { ...planOf('All functions'), leftOutFunctions: ['tiny'] };
    expect(newestCounted(project.store, { program: 'late', target: 'local', plan: more })?.experiment.id).toBe(
      alike('All functions'),
    );
    expect(planOf('Plain').mpi).toBe(false);
    expect(latestCounted(project.store)?.experiment.manifest.measurement).not.toHaveProperty('mpi', false);
  });

  it('keeps the selection that was asked for, and the rest of trimtab.yaml', () => {
    const text = readFileSync(join(project.folder, 'trimtab.yaml'), 'utf8');
    expect(text.startsWith(YAML)).toBe(true);
    expect(text).toContain('exclude: tiny');
  });

  it('refuses what is no strategy, and a selection that was not tried', async () => {
    expect((await adapt('--strategy', 'tor,best')).err).toContain('"best" is not a strategy');
    expect((await adapt('--repeat', '0')).err).toContain('--repeat takes a whole number');
    expect((await adapt('.', 'more')).err).toContain('"trimtab adapt" does not take "more"');
  });
});
