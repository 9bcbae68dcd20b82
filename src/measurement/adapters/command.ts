/** The command of a run with a measurement system. */
import { basename } from 'node:path/posix';
import { TrimtabError } from '../../base/problem.js';
import type { MeasurementPlan } from '../plan.js';
import { systemOf } from './index.js';
import type { Linked, RecordedIn } from './system.js';

/** A launcher with its options, and what it starts. */
export interface LaunchedCommand {
  readonly launcher: readonly string[];
  readonly program: readonly string[];
}

/**
 * Returns the command with the words of the plan's system before the program; unchanged if the probe measures.
 * @param preloader the script that loads the probe into programs that are not built, which is not needed then
 */
export function commandWith(
  { launcher, program }: LaunchedCommand,
  plan: MeasurementPlan,
  { linked, records, preloader }: { readonly linked: Linked; readonly records: RecordedIn; readonly preloader: string },
): readonly string[] {
  if (plan.system === undefined) return [...launcher, ...program];
  const isUnbuilt = basename(program[0] ?? '') === preloader;
  return [
    ...launcher,
    ...systemOf(plan.system).launch(plan, linked, records),
    ...(isUnbuilt ? program.slice(1) : program),
  ];
}

/** @throws TrimtabError where a program that is not built is to be measured by a system that needs that */
export function checkMeasurable({ program }: LaunchedCommand, plan: MeasurementPlan, preloader: string): void {
  if (plan.system === undefined || basename(program[0] ?? '') !== preloader) return;
  const { title, needsBuild, name } = systemOf(plan.system);
  if (needsBuild)
    throw new TrimtabError(
      `${title} measures programs that were built with it; add build.command to trimtab.yaml, or remove "with: ${name}" there.`,
    );
}

/** Returns the libraries that the dynamic linker lists for a program, as `ldd` prints them. */
export function linkedIn(libraries: string): Linked {
  return {
    mpi: /libmpich|libmpi\.so\.12/.test(libraries) ? 'mpich' : libraries.includes('libmpi.so') ? 'openmpi' : undefined,
    openmp: libraries.includes('libgomp.so') ? 'gomp' : /lib(iomp5|omp)\.so/.test(libraries) ? 'omp' : undefined,
  };
}
