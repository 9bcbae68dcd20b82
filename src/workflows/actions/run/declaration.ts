import * as v from 'valibot';
import { type ActionDeclaration, optional } from '../../language/declaration.js';
import type { ValueRecord } from '../../../base/value.js';
import { count, oneOf, text } from '../../language/words.js';
import { MODES } from '../../../measurement/plan.js';
import { steered } from './steering.js';
import { environmentArgument, targetArgument } from '../common.js';

/** Whether a run is searched while it goes on. */
export const SEARCHES = ['no', 'yes'] as const;

export const runDeclaration = {
  kind: 'run',
  title: 'Run',
  description: 'Runs the program with measurement, as a job that goes on when the editor is closed.',
  arguments: {
    target: targetArgument('it runs on'),
    ranks: optional(count, 'How many MPI ranks; those of trimtab.yaml where it is left out.', 'those of trimtab.yaml'),
    threads: optional(count, 'Threads of each rank (OMP_NUM_THREADS).', '1'),
    nodes: optional(count, 'How many nodes of the cluster.', 'as many as the scheduler gives'),
    name: optional(text, 'Name of the experiment, for people.', 'made of the program and its ranks'),
    environment: environmentArgument('Variables of this run.'),
    like: optional(
      text,
      'An experiment whose way of measuring is taken over, whatever other steps say.',
      'as trimtab.yaml and steps before say',
    ),
    search: optional(
      oneOf(SEARCHES),
      'Whether the program is searched while it runs: why, where and when it loses time, with what a hypothesis needs switched on as far as the budget goes. It needs a profile of a program with a progress loop.',
      'no',
    ),
    mode: optional(oneOf(MODES), 'Whether a profile or a trace is measured.', 'what trimtab.yaml says'),
  },
  outputs: v.object({
    experiment: v.pipe(v.string(), v.description('Identifier of the experiment.')),
    target: v.pipe(v.string(), v.description('Name of the target it ran on.')),
    /** Runs of earlier versions do not tell it. */
    project: v.optional(v.pipe(v.string(), v.description('The project folder there.'))),
    ranks: v.pipe(v.number(), v.description('How many MPI ranks were asked for.')),
    trace: v.pipe(v.string(), v.description('Folder of what it recorded, on the target.')),
    jobFolder: v.pipe(v.string(), v.description('Folder of its job, on the target.')),
    seconds: v.pipe(v.number(), v.description('Wall-clock seconds of the job.')),
    searched: v.optional(
      v.pipe(
        v.object({
          iterations: v.pipe(v.number(), v.description('Iterations that were searched.')),
          found: v.pipe(v.number(), v.description('Hypotheses that are true.')),
          cost: v.pipe(
            v.number(),
            v.description('Share of the time that recording took at most, by the number of events.'),
          ),
        }),
        v.description(
          'What was found while it ran, where it was searched; all of it is in search.json of the experiment.',
        ),
      ),
    ),
    steered: v.optional(
      v.pipe(steered, v.description('What was found while it ran, where what is measured was adapted meanwhile.')),
    ),
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
  /** Its job, once it was handed in. */
  job: v.optional(v.object({ id: v.string(), jobFolder: v.string() })),
  /** Where what it records goes while it runs. */
  records: v.optional(v.object({ target: v.string(), folder: v.string() })),
  /** How far the job's output was read. */
  offset: v.optional(v.number()),
});
export type SavedByRun = v.InferOutput<typeof savedByRun>;

/** What a run step keeps to go on after an interruption; nothing where it kept nothing, or another step did. */
export function savedBy(saved: ValueRecord | undefined): SavedByRun {
  const read = v.safeParse(savedByRun, saved ?? {});
  return read.success ? read.output : {};
}
