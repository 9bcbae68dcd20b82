/** Which experiments are repeats of one another: the same code, built, run and measured in the same way at the same place. */
import type { Experiment } from '../../experiments/index.js';
import { measuredHow } from '../../measurement/planRecord.js';

/** Traits that repeats have in common. */
export interface RunTraits {
  readonly id: string;
  /** ISO 8601. */
  readonly created: string;
  readonly baseline: boolean;
  /** Equal for repeats. */
  readonly sameness: string;
}

export function traitsOf(experiment: Experiment): RunTraits {
  const { manifest } = experiment;
  const { id, created, baseline, program, target, ranks, result, build, run, compiler, mpi } = manifest;
  const commands = [...(build ?? []), ...(run === undefined ? [] : [run])].map(({ argv, input }) =>
    input === undefined ? argv : { argv, input },
  );
  const texts = experiment.sources
    .map(({ measured, project }) => [project ?? measured, experiment.measuredText(measured)])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const processes = result?.processes ?? ranks?.measured ?? ranks?.asked ?? 0;
  return {
    id,
    created,
    baseline: baseline ?? false,
    sameness: JSON.stringify([program, target, processes, commands, compiler, mpi, measuredHow(manifest), texts]),
  };
}

/**
 * Returns groups of repeats, each oldest first. The group with the starred baseline comes first, the others by their
 * oldest run. If all are repeats of one another, each is a separate group, since the user then compares single runs.
 */
export function groupRepeats(runs: readonly RunTraits[]): string[][] {
  const oldestFirst = [...runs].sort((a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : 0));
  const groups = new Map<string, RunTraits[]>();
  for (const run of oldestFirst) groups.set(run.sameness, [...(groups.get(run.sameness) ?? []), run]);
  const found = groups.size === 1 ? oldestFirst.map((run) => [run]) : [...groups.values()];
  const starred = (group: readonly RunTraits[]) => Number(group.some(({ baseline }) => baseline));
  return found.sort((a, b) => starred(b) - starred(a)).map((group) => group.map(({ id }) => id));
}
