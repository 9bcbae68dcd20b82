/** The chain from build to findings with functions that are recorded by sleds. */
import { arch } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { traitsOf } from '../../src/engine/history/repeats.js';
import type { FindingsReport } from '../../src/model/findings/findings.js';
import { buildProbe, lacking, measure, mpiProject, type Project } from './mpiProject.js';

/** Rank 0 is late since it computes; `step` is called so often that recording it would take longer than it does. */
const SOURCE = `#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static volatile double sum;
static volatile int times = 3; /* nobody unrolls the loop */

__attribute__((noinline)) static double step(double x) {
  for (int i = 0; i < times; i++) x = x * 0.5 + 1;
  return x;
}

__attribute__((noinline)) static void compute(long calls) {
  for (long i = 0; i < calls; i++) sum = step(sum);
}

__attribute__((noinline)) static void exchange(int rank) {
  int value = 0;
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  else MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* waits */
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *calls = getenv("CALLS");
  if (rank == 0) compute(calls == NULL ? 20000000 : atol(calls));
  exchange(rank);
  MPI_Finalize();
  return 0;
}
`;
const RECEIVE = SOURCE.split('\n').findIndex((line) => line.includes('/* waits */')) + 1;

const without = arch() === 'x64' ? await lacking() : 'sleds are for x86-64';

const run = (project: Project, yaml: string) =>
  measure(project, { yaml, build: '[trimtab-cc, mpicc, -O2, -o, late, late.c]' });

function newest({ store }: Project) {
  const entry = store.list().at(0);
  if (entry === undefined) throw new Error('nothing was measured');
  return store.get(entry.id);
}

const calls = ({ functions }: FindingsReport) =>
  Object.fromEntries(functions.map(({ region, visits }) => [region, visits]));

describe.skipIf(without !== undefined)('functions with sleds', { timeout: 120_000 }, () => {
  beforeAll(() => buildProbe(), 120_000);

  it('are measured if it is worthwhile, and the findings list the excluded ones', async () => {
    const project = mpiProject(SOURCE);
    const { report } = await run(project, 'measure: { mode: trace, hooks: sleds }\n');
    expect(newest(project).manifest.measurement).toMatchObject({ hooks: 'sleds', functions: 'chosen', budget: 5 });
    const lateSender = report.findings.find(({ property }) => property === 'mpi_latesender');
    expect(lateSender?.place?.line).toBe(RECEIVE);
    expect(lateSender?.rootCauses?.[0]).toMatchObject({ region: 'compute' });
    expect(calls(report)).toMatchObject({ main: 2, compute: 1, exchange: 2 });
    expect(calls(report)).not.toHaveProperty('step');
    expect(report.problems.map(({ message }) => message).join('\n')).toMatch(
      /1 function \(step\) was excluded while the program ran, .* about [\d,]{9,} calls/,
    );
  });

  it('are excluded by name without a new build, in runs that are no repeats of others', async () => {
    const project = mpiProject(SOURCE);
    const sameness: unknown[] = [];
    for (const more of ['', ', leaveOut: { functions: [compute, step] }', ', functions: all, budget: 100']) {
      // If all of them are recorded, fewer calls are enough.
      const few = 'environment: { CALLS: "200000" }\n';
      const { report } = await run(project, `measure: { mode: trace, hooks: sleds${more} }\n${few}`);
      sameness.push(traitsOf(newest(project)).sameness);
      const found = calls(report);
      expect([more, 'compute' in found, 'exchange' in found]).toEqual([more, !more.includes('leaveOut'), true]);
    }
    expect(new Set(sameness).size).toBe(3);
  });
});
