/** AGOR while the program runs: one run of a real MPI program, which ends with the functions that matter. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { recordedPlan } from '../../src/measurement/planRecord.js';
import { trimtabWith } from '../cli/support.js';
import { analyzeHere, buildProbe, lacking, PROBE } from './mpiProject.js';

/** The program ends when this file exists, but not before it is measured. */
const ENOUGH = 'enough';

/**
 * `tiny` costs more to record than it takes; `work` and what it calls take the time; `rare` takes none. The result is the
 * same after any number of iterations.
 */
const SOURCE = `#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "trimtab.h"
static volatile double sum;
static volatile int times = 3;
__attribute__((noinline)) static void tiny(void) { for (int i = 0; i < times; i++) sum = sum * 0.5 + 1; }
__attribute__((noinline)) static void inner(void) { struct timespec t = {0, 20000000}; nanosleep(&t, NULL); sum = sum * 0.5 + times; }
__attribute__((noinline)) static void work(void) { for (int i = 2; i < times; i++) inner(); }
__attribute__((noinline)) static void rare(void) { for (int i = 0; i < times; i++) sum = sum * 0.25 + 1; }
int main(int argc, char **argv) {
  int rank;
  double all[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  uint32_t step = trimtab_phase("step", 1);
  for (int i = 0; i < 50 || all[1] == 0; i++) {
    trimtab_start(step);
    for (int k = 0; k < 2000; k++) tiny();
    work();
    rare();
    double mine[2] = {sum, rank == 0 && access("${ENOUGH}", F_OK) == 0};
    MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    trimtab_stop(step);
  }
  if (rank == 0) printf("result %.17g\\n", all[0]);
  MPI_Finalize();
  return 0;
}
`;
const YAML = `version: 1
program: late
ranks: 4
build:
  command: [trimtab-cc, mpicc, -O1, -o, late, late.c]
run:
  command: [mpirun, -n, "{ranks}", ./late]
`;

const without = arch() === 'x64' ? await lacking() : 'sleds are for x86-64';

describe.skipIf(without !== undefined)('AGOR while the program runs', { timeout: 900_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'adapt-on-line-'));
  const store = new ExperimentStore(folder);
  let told = { code: -1, out: '', err: '' };
  beforeAll(async () => {
    await buildProbe();
    for (const name of ['trimtab.h']) writeFileSync(join(folder, name), readFileSync(join(PROBE, 'api', name)));
    writeFileSync(join(folder, 'late.c'), SOURCE);
    writeFileSync(join(folder, 'trimtab.yaml'), YAML);
    const enough = join(folder, ENOUGH);
    writeFileSync(enough, '');
    const onText = (text: string): void => {
      // However slow the machine is, the adapted run continues until the search is over.
      if (text.includes('It is adapted while it runs.')) rmSync(enough, { force: true });
      if (text.includes('the search is over')) writeFileSync(enough, '');
    };
    const parts = { analyzeArchive: analyzeHere, findProbe: () => PROBE, onText };
    told = await trimtabWith(parts, folder, 'adapt', '--strategy', 'agor', '--keep', 'none');
  }, 900_000);

  it('takes one run, and ends with what was found', () => {
    expect([told.code, told.err]).toEqual([0, expect.stringContaining('in one run')]);
    const experiments = store.readable();
    expect(experiments.map(({ manifest }) => manifest.name).sort()).toEqual([
      'All functions',
      'Plain',
      'agor, round 1',
    ]);
    const steered = experiments.find(({ manifest }) => manifest.name === 'agor, round 1');
    const rules = steered === undefined ? [] : recordedPlan(steered.manifest).selection.functions;
    expect(rules.filter(({ take }) => take === 'include').map(({ glob }) => glob).sort()).toEqual(['MAIN__', 'inner', 'main', 'work']); // prettier-ignore
    expect(told.out).toMatch(/\n +AGOR /);
    expect(experiments.map(({ manifest }) => manifest.tags)).toEqual([['adaptation'], ['adaptation'], ['adaptation']]);
  });

  it('leaves the results of the program as they are', () => {
    const results = store
      .readable()
      .map((one) => /^result .*$/m.exec(readFileSync(join(one.folder, 'run.log'), 'utf8'))?.[0]);
    expect(results).toHaveLength(3);
    expect(results[0]).toMatch(/^result \d/);
    expect(new Set(results).size).toBe(1);
  });
});
