import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeProfile } from '../../src/analysis/profile/index.js';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { writeAtomically } from '../../src/base/files/index.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import type { Finding, FindingsReport } from '../../src/model/findings/findings.js';
import { encodeCube } from '../../src/formats/cube/index.js';
import { openMeasurement, programOf } from '../../src/formats/registry.js';
import { spaceDefinitions } from '../../src/model/definitions.js';
import { CancelledError } from '../../src/base/problem.js';
import { inheritedEnvironment } from '../../src/targets/environment.js';
import { describeCompiler } from '../../src/targets/mpi.js';
import { runProcess } from '../../src/base/processes/process.js';
import {
  analyzePerformance,
  parseConfiguration,
  type AnalyzeArchive,
  type JobObserver,
  type RecordingMode,
} from '../../src/workflows/index.js';
import { temporaryFolder } from '../experiments/support.js';

export const PROBE = join(import.meta.dirname, '../../src/probe');

/** Why MPI programs cannot be measured here; undefined when they can. */
export async function lacking(compiler = 'mpicc'): Promise<string | undefined> {
  const environment = inheritedEnvironment();
  if ((await describeCompiler(compiler, environment)) === undefined) return `there is no ${compiler} on this machine`;
  return undefined;
}

/** Builds the probe once, so that tests do not wait for it one by one. */
export async function buildProbe(compiler = 'mpicc'): Promise<void> {
  const result = await runProcess({
    argv: [join(PROBE, 'trimtab-cc'), '--build', compiler],
    folder: PROBE,
    environment: inheritedEnvironment(),
  });
  if (result.exitCode !== 0) throw new Error(`the probe does not build: ${result.tail}`);
}

/** Reads and analyses in this thread. */
export const analyzeHere: AnalyzeArchive = (archive, { program = programOf(archive), cubex, signal, onProgress }) =>
  new Promise((resolve) => {
    if (signal?.aborted === true) throw new CancelledError();
    const opened = openMeasurement(archive);
    const results =
      opened.kind === 'profile'
        ? analyzeProfile(opened.profile, program)
        : analyzeTrace(opened.trace, { program, ...(onProgress === undefined ? {} : { onProgress }) });
    const { definitions } = opened;
    if (cubex !== undefined) writeAtomically(cubex, encodeCube(results.space, definitions, { creator: 'test' }));
    // Stored with its names, as the engine's worker does.
    const space = { ...results.space, definitions: spaceDefinitions(definitions) };
    resolve({ report: results.report, space });
  });

/** A C program of two to four ranks whose behavior its first argument chooses. */
const SOURCE = `#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void nap(double seconds) {
  struct timespec t = {(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
  nanosleep(&t, NULL);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    nap(0.4);
    MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* waits */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) { printf("measured part done\\n"); fflush(stdout); }
  if (strcmp(what, "abort") == 0 && rank == 1) MPI_Abort(MPI_COMM_WORLD, 42);
  if (strcmp(what, "crash") == 0 && rank == 1) *(volatile int *)0 = 1;
  if (strcmp(what, "exit") == 0) { MPI_Finalize(); return 3; }
  if (strcmp(what, "hang") == 0 || strcmp(what, "abort") == 0 || strcmp(what, "crash") == 0) for (;;) nap(0.05);
  MPI_Finalize();
  return 0;
}
`;
export const RECEIVE_LINE = SOURCE.split('\n').findIndex((line) => line.includes('/* waits */')) + 1;

export interface Project {
  readonly folder: string;
  readonly source: string;
  readonly store: ExperimentStore;
}

export function mpiProject(source = SOURCE): Project {
  const folder = temporaryFolder();
  const path = join(folder, 'late.c');
  writeFileSync(path, source);
  return { folder, source: path, store: new ExperimentStore(folder) };
}

/** Builds, runs and analyses a project. */
export function measure(
  project: Project,
  options: JobObserver & {
    mode?: RecordingMode;
    argument?: string;
    yaml?: string;
    compiler?: string;
    launcher?: string;
    build?: string;
    silentMinute?: number;
  } = {},
) {
  const { argument = 'normal', compiler = 'mpicc', launcher = 'mpirun' } = options;
  const { yaml = '' } = options;
  // A first run would be a profile otherwise.
  const measured = /^measure:/m.test(yaml) ? yaml : `measure: { mode: trace }\n${yaml}`;
  const build = options.build ?? `[trimtab-cc, ${compiler}, -g, -o, late, late.c]`;
  const text = `version: 1\nprogram: late\nranks: 2\nbuild:\n  command: ${build}\nrun:\n  command: [${launcher}, -n, "{ranks}", ./late, ${argument}]\n${measured}`;
  return analyzePerformance({
    ...options,
    configuration: parseConfiguration(text, join(project.folder, 'trimtab.yaml')),
    store: project.store,
    probeFolder: PROBE,
    analyzeArchive: analyzeHere,
  });
}

/** Rank 1 waits for rank 0, which naps before it sends the number that is the program's argument. */
export const NAPPING_SENDER = `#include <mpi.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv) {
  int rank, number = argc > 1 ? atoi(argv[1]) : 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct timespec nap = {0, 200000000};
  if (rank == 0) {
    nanosleep(&nap, 0);
    MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1)
    MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line 13 */
  MPI_Finalize();
  return number == 7 ? 0 : 1;
}
`;

/** How long the start of MPI takes depends on the machine: it may be the first finding. */
export function lateSender({ findings }: FindingsReport): Finding | undefined {
  return findings.find(({ property }) => property === 'mpi_latesender');
}
