import * as v from 'valibot';
import { type ActionDeclaration, optional } from '../language/declaration.js';
import type { ValueRecord } from '../../base/value.js';
import { count, oneOf, text } from '../language/words.js';
import { MODES } from '../../measurement/plan.js';
import { environmentArgument, targetArgument } from './arguments.js';

const names = (description: string) => v.pipe(v.array(v.string()), v.description(description));

/** The result of adapting the measurement of a run while it runs. */
export const steered = v.object({
  found: names('Functions that take enough of the time, which are on at the end.'),
  asked: names('Functions that were on in some step.'),
  blackList: names('Functions that cost too much to be measured.'),
  steps: v.pipe(v.number(), v.description('How often other functions were switched on.')),
  iteration: v.pipe(v.number(), v.description('From which iteration on only those found are on.')),
});
export type SteeredRun = v.InferOutput<typeof steered>;

/** Whether a run is searched while it runs. */
export const SEARCHES = ['no', 'yes'] as const;

export const runDeclaration = {
  kind: 'run',
  title: 'Run',
  description: 'Runs the program with measurement, as a job that continues when the editor is closed.',
  arguments: {
    target: targetArgument('it runs on'),
    ranks: optional(count, 'Number of MPI ranks; by default, that of trimtab.yaml.', 'that of trimtab.yaml'),
    threads: optional(count, 'Threads of each rank (OMP_NUM_THREADS).', '1'),
    nodes: optional(count, 'Number of nodes of the cluster.', 'chosen by the scheduler'),
    name: optional(text, 'Name of the experiment, for people.', 'made of the program and its ranks'),
    environment: environmentArgument('Variables of this run.'),
    like: optional(
      text,
      'An experiment whose measurement settings are used instead of those of other steps.',
      'those of trimtab.yaml and earlier steps',
    ),
    search: optional(
      oneOf(SEARCHES),
      'Whether the program is searched while it runs: why, where and when it loses time. The search switches functions on to test hypotheses, within the budget. It needs a profile of a program with a progress loop.',
      'no',
    ),
    mode: optional(oneOf(MODES), 'Whether a profile or a trace is measured.', 'that of trimtab.yaml'),
  },
  outputs: v.object({
    experiment: v.pipe(v.string(), v.description('Identifier of the experiment.')),
    target: v.pipe(v.string(), v.description('Name of the target it ran on.')),
    /** Runs of earlier versions do not contain it. */
    project: v.optional(v.pipe(v.string(), v.description('The project folder there.'))),
    ranks: v.pipe(v.number(), v.description('Number of requested MPI ranks.')),
    trace: v.pipe(v.string(), v.description('Folder of its records, on the target.')),
    jobFolder: v.pipe(v.string(), v.description('Folder of its job, on the target.')),
    seconds: v.pipe(v.number(), v.description('Wall-clock seconds of the job.')),
    searched: v.optional(
      v.pipe(
        v.object({
          iterations: v.pipe(v.number(), v.description('Iterations that were searched.')),
          found: v.pipe(v.number(), v.description('Hypotheses that are true.')),
          cost: v.pipe(
            v.number(),
            v.description('Maximum measurement overhead as a share of the time, estimated from the number of events.'),
          ),
        }),
        v.description('Result of the search while it ran; search.json of the experiment contains all of it.'),
      ),
    ),
    steered: v.optional(v.pipe(steered, v.description('Result of the adaptation of the measurement while it ran.'))),
  }),
  stage: 'run',
  keepsProject: true,
  handsInJobs: true,
  afterCrash: 'goesOn',
  printsResult: false,
} as const satisfies ActionDeclaration;

const savedByRun = v.object({
  /** Its experiment, from before its job. */
  experiment: v.optional(v.string()),
  /** Its job, once submitted. */
  job: v.optional(v.object({ id: v.string(), jobFolder: v.string() })),
  /** Folder of its records while it runs. */
  records: v.optional(v.object({ target: v.string(), folder: v.string() })),
  /** How far the job's output was read. */
  offset: v.optional(v.number()),
});
export type SavedByRun = v.InferOutput<typeof savedByRun>;

/**
 * Returns the state that a run step keeps to resume after an interruption; nothing if it kept none, or another step
 * did.
 */
export function savedBy(saved: ValueRecord | undefined): SavedByRun {
  const read = v.safeParse(savedByRun, saved ?? {});
  return read.success ? read.output : {};
}
