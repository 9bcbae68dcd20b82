/** The rules for functions, where a program finds them when it starts. */
import { writeAtomically } from '../../../base/files/index.js';
import { FILES, type Recorder } from '../../../experiments/index.js';
import { filterOf } from '../../../measurement/adapters/filter.js';
import { functionTests } from '../../../measurement/selection/planned.js';
import type { Measurement } from '../../configuration/measurement.js';
import type { Site } from '../../steps/site.js';

/** The run to which a selection applies. */
interface SelectedRun {
  readonly site: Site;
  readonly recorder: Recorder;
  readonly measurement: Measurement;
  /** Existing folder of the records on the target. */
  readonly trace: string;
}

/**
 * Writes the rules to a file of the experiment, and next to the records if those are elsewhere: all processes can read
 * both.
 * @returns nothing without rules
 */
export async function selectionThere(
  job: SelectedRun,
): Promise<{ readonly selection?: string; readonly filter?: string }> {
  const { site, recorder, measurement, trace } = job;
  if (measurement.plan.system !== undefined) return filterThere(job);
  const tests = functionTests(measurement.plan.selection);
  if (tests === '') return {};
  const here = recorder.path(FILES.selection);
  writeAtomically(here, tests);
  if (site.isHere) return { selection: here };
  const there = `${trace}/${FILES.selection}`;
  await site.target.send(here, there);
  return { selection: there };
}

/** The same for a measurement system, in the syntax of its filters. */
async function filterThere({ site, recorder, measurement, trace }: SelectedRun): Promise<{ readonly filter?: string }> {
  const filter = filterOf(measurement.plan);
  if (filter === undefined) return {};
  const here = recorder.path(FILES.selection);
  writeAtomically(here, filter.text);
  if (filter.unsaid.length > 0) {
    const message = `Not all of the selection is in ${FILES.selection}: ${filter.unsaid.slice(0, 3).join('; ')}.`;
    recorder.update({ problems: [...(recorder.manifest.problems ?? []), { level: 'warning', message }] });
  }
  if (site.isHere) return { filter: here };
  const there = `${trace}/${FILES.selection}`;
  await site.target.send(here, there);
  return { filter: there };
}
