import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { inWorkspace } from './workbench.js';

/** Whether MPI programs can be built here. */
export const hasCompiler = spawnSync('mpicc', ['--version']).error === undefined;

/**
 * A project of one source, main.c, without a configuration.
 * @returns where its configuration would be
 */
export function project(name: string, source: string): string {
  mkdirSync(inWorkspace(name), { recursive: true });
  writeFileSync(inWorkspace(name, 'main.c'), source);
  return inWorkspace(name, 'trimtab.yaml');
}

/** Its other ranks wait a fifth of a second for rank 0. */
export const waitingProgram = `#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) usleep(200000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
`;

/** Writes the file "started" and then never ends. */
export const endlessProgram = `#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  fclose(fopen("started", "w"));
  for (;;) sleep(1);
}
`;
