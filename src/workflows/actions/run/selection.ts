/** The rules for functions, where a program finds them when it starts. */
import { writeAtomically } from '../../../base/files/index.js';
import { FILES, type Recorder } from '../../../experiments/index.js';
import { functionTests } from '../../../measurement/selection/planned.js';
import type { Measurement } from '../../measuring/measurement.js';
import type { Site } from '../site.js';

/**
 * Puts the rules into a file of the experiment, and beside the records where those are elsewhere: all processes see both.
 * @returns nothing where there are no rules
 */
export async function selectionThere(job: {
  readonly site: Site;
  readonly recorder: Recorder;
  readonly measurement: Measurement;
  /** Folder of the records on the target, which is there. */
  readonly trace: string;
}): Promise<{ readonly selection?: string }> {
  const { site, recorder, measurement, trace } = job;
  const tests = functionTests(measurement.plan.selection);
  if (tests === '') return {};
  const here = recorder.path(FILES.selection);
  writeAtomically(here, tests);
  if (site.isHere) return { selection: here };
  const there = `${trace}/${FILES.selection}`;
  await site.target.send(here, there);
  return { selection: there };
}
