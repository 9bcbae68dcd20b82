/** Slurm options for every job of a target. */
import * as v from 'valibot';
import { strictObject } from '../../base/schemas.js';
import type { Seconds } from '../../base/units.js';
import { present } from '../../base/present.js';
import { count, printable, time } from '../configuration.js';

export interface SchedulerOptions {
  readonly partition?: string;
  readonly account?: string;
  readonly qos?: string;
  readonly timeLimit?: Seconds;
  readonly nodes?: number;
  readonly tasksPerNode?: number;
  readonly threadsPerRank?: number;
  /** Whether Slurm may restart a job after a node failed; the site's default if omitted. */
  readonly requeue?: boolean;
  /** Further options of sbatch, each one argument such as `--constraint=haswell`. */
  readonly options: readonly string[];
}

/** Options of sbatch that Trimtab sets itself, or that would make another job of it. */
const RESERVED =
  /^--(array|chdir|dependency|error|export|export-file|input|job-name|no-kill|ntasks|output|parsable|test-only|version|help|usage|wait|wrap)(=|$)/;

const word = (message: string) => v.pipe(v.string(message), v.regex(/^[\w.+][\w.,:+@/-]*$/, message));
const option = v.pipe(
  printable('write options as texts such as "--constraint=haswell"'),
  v.regex(/^--[a-z]/, 'write long options of sbatch such as "--constraint=haswell"'),
  v.check((text) => !RESERVED.test(text), 'omit options that Trimtab sets itself'),
);

export const schedulerSchema = v.pipe(
  strictObject({
    partition: v.optional(word('write the name of a partition')),
    account: v.optional(word('write the name of an account')),
    qos: v.optional(word('write the name of a quality of service')),
    time: v.optional(time),
    nodes: v.optional(count()),
    tasksPerNode: v.optional(count()),
    threadsPerRank: v.optional(count()),
    requeue: v.optional(
      v.pipe(
        v.boolean('write true or false'),
        v.description("Whether a job is started again after its node failed; by default the site's choice."),
      ),
    ),
    options: v.optional(
      v.pipe(
        v.array(option, 'write a list of options'),
        v.description('Further long options of sbatch.'),
        v.examples([['--constraint=haswell']]),
      ),
      [],
    ),
  }),
  v.description('Resources that every job requests from Slurm.'),
);

/** Converts written keys to the names used here. */
export function schedulerOf({ time: timeLimit, ...rest }: v.InferOutput<typeof schedulerSchema>): SchedulerOptions {
  return { ...present(rest), options: rest.options, ...present({ timeLimit }) };
}
