/** Check that a build measures the requested lines. */
import { basename, resolve } from 'node:path';
import { isFile } from '../../base/files/index.js';
import { isInside } from '../../base/files/inside.js';
import { rangeFacts, type RangeFacts, whyNotMeasured } from '../../measurement/ranges/facts.js';
import type { PlannedRange } from '../../measurement/ranges/model.js';
import type { Configuration } from '../configuration/configuration.js';
import { partsOfProgram } from './builtPrograms.js';

/** Returns the ranges of a configuration's program; undefined if it is not on this machine, or has none. */
export function rangesOfProgram({ project, ranks, run, runCommand }: Configuration): RangeFacts | undefined {
  const words = runCommand(ranks).map((word) => resolve(run.folder, word));
  const programs = words.filter((path) => isInside(project, path) && isFile(path));
  return rangeFacts(...programs.flatMap((path) => partsOfProgram(path, project)));
}

/** Ranges are the same when these are: where a project lies on a target, its paths are others. */
const keyOf = ({ first, last, file, name }: Pick<PlannedRange, 'first' | 'last' | 'file' | 'name'>): string =>
  [first, last, basename(file), name].join('\t');

/**
 * Returns ranges that are not measured as requested, or measured without a request, one sentence each.
 * @param planned ranges passed to the build
 * @param facts ranges in the program; undefined if it has none
 */
export function problemsOfRanges(
  program: string,
  planned: readonly PlannedRange[],
  facts: RangeFacts | undefined,
): string[] {
  const built = new Map(facts?.ranges.map((range) => [keyOf(range), range]));
  const wanted = new Set(planned.map(keyOf));
  const missing = planned.flatMap((range) => {
    const found = built.get(keyOf(range));
    if (found === undefined)
      return `${range.name} is not measured: nothing of ${program} was compiled from ${range.file} since it was marked; if it is a part of the program, compile everything again (as make clean does).`;
    const why = whyNotMeasured(found);
    return why === undefined ? [] : `${range.name} is not measured. ${why}`;
  });
  const left = [...built].flatMap(([key, { name }]) =>
    wanted.has(key)
      ? []
      : `${name} is still measured in ${program}, which was built when it was marked; compile everything again (as make clean does).`,
  );
  return [...missing, ...left];
}
