/** Common settings of all targets, and their notation. */
import * as v from 'valibot';
import { present } from '../base/present.js';
import { record, strictObject } from '../base/schemas.js';
import type { Seconds } from '../base/units.js';
import type { PathMapping } from '../base/paths/pathMap.js';

/** How programs are started on several nodes. */
export type Launcher = 'srun' | 'mpirun' | readonly string[];

/** Address and options of the login with the system's ssh. */
export interface Connection {
  /** As ssh takes it: an alias of ssh_config, or `user@machine`. */
  readonly host: string;
  /** Another file than the person's own ssh_config. */
  readonly sshConfig: string | undefined;
  /** Absolute, or below the home folder there (`~/...`). */
  readonly workFolder: string;
  readonly transfer: 'auto' | 'rsync' | 'tar';
}

/** A target as described by the user. Plain data; each kind adds its own fields. */
export interface TargetConfiguration {
  readonly name: string;
  /** Name of its kind. */
  readonly kind: string;
  /** Lines of POSIX sh run before everything, such as `module load openmpi`. */
  readonly setup: string;
  /** Variables set on the target, after `setup`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly launcher: Launcher | undefined;
  readonly limits: { readonly ranks?: number; readonly time?: Seconds; readonly jobs?: number };
  readonly pathMap: readonly PathMapping[];
  /** How to log in; undefined where programs are started on this machine. */
  readonly connection?: Connection | undefined;
}

/** All fields but the name, which is outside of the description. */
export type Described<Configuration extends TargetConfiguration = TargetConfiguration> = Omit<Configuration, 'name'>;

/** Valid names of targets. */
export const TARGET_NAME = /^[A-Za-z][\w.-]{0,63}$/;

/** Name of a target: used in file names and shown in lists. */
export const targetName = v.pipe(
  v.string(),
  v.regex(TARGET_NAME, 'names of targets begin with a letter and have letters, digits, ".", "_" and "-"'),
);

/** Defaults of a target. */
export const PLAIN: Omit<Described, 'kind' | 'connection'> = {
  setup: '',
  environment: {},
  launcher: undefined,
  limits: {},
  pathMap: [],
};

export const printable = (message: string) => v.pipe(v.string(message), v.regex(/^[^\p{Cc}]+$/u, message));
export const count = (message = 'write a whole number such as 4') =>
  v.pipe(v.number(message), v.integer(message), v.minValue(1, 'write 1 or more'), v.maxValue(1_000_000, message));

/** Seconds, or Slurm's own way to write a time: [days-]hours:minutes[:seconds]. */
export const time = v.pipe(
  v.union([v.number(), v.string()], 'write seconds, or a time such as "1:30:00"'),
  v.description('Seconds, or a time such as "1:30:00".'),
  v.examples(['0:30:00']),
  v.transform((value) => (typeof value === 'number' ? value : parseTime(value))),
  v.number('write seconds, or a time such as "1:30:00"'),
  v.finite('write seconds, or a time such as "1:30:00"'),
  v.minValue(1, 'write at least 1 second'),
);

/** @returns NaN when it is no time */
function parseTime(text: string): Seconds {
  const match = /^(?:(\d+)-)?(\d+):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (match === null) return Number.NaN;
  const [days = '0', hours = '0', minutes = '0', seconds = '0'] = match
    .slice(1)
    .map((part: string | undefined) => part);
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
}

const absolute = v.pipe(
  printable('write an absolute path'),
  v.startsWith('/', 'write an absolute path'),
  v.check((path) => !path.split('/').includes('..'), 'write a path without ".."'),
);
const setup = v.pipe(
  v.union([v.string(), v.array(v.string())], 'write lines of sh, such as "module load openmpi"'),
  v.description('Lines of sh run there before every build and run.'),
  v.examples(['module load openmpi']),
  v.transform((value) => (typeof value === 'string' ? value : value.join('\n'))),
);
const variableName = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'names of variables have letters, digits and _'));
const variable = v.pipe(
  v.union([v.string(), v.number(), v.boolean()], 'write a text, such as "1"'),
  v.transform(String),
);
const launcher = v.pipe(
  v.union(
    [
      v.picklist(['srun', 'mpirun']),
      v.pipe(v.array(printable('write each argument as a text')), v.minLength(1), v.includes('{ranks}')),
    ],
    'write srun, mpirun, or a list with {ranks} such as [aprun, -n, "{ranks}"]',
  ),
  v.description('Starts the ranks in the place of the launcher in run.command. srun takes --mpi=pmix for Open MPI.'),
  v.examples([['srun', '--mpi=pmix', '-n', '{ranks}']]),
);
const limits = v.pipe(
  strictObject({ ranks: v.optional(count()), time: v.optional(time), jobs: v.optional(count()) }),
  v.description(
    'ranks: more is refused before anything is submitted. time: no job asks for more. jobs: how many of a sweep run at once.',
  ),
);

/** The keys that targets of all kinds have. */
export const commonEntries = {
  setup: v.optional(setup, ''),
  environment: v.optional(v.pipe(record(variableName, variable), v.description('Variables set there.')), {}),
  launcher: v.optional(launcher),
  limits: v.optional(limits, {}),
  pathMap: v.optional(
    v.pipe(
      record(absolute, printable('write a local path')),
      v.description('Folders there and the folders here that hold the same sources.'),
    ),
    {},
  ),
};

type CommonEntry = v.InferOutput<v.StrictObjectSchema<typeof commonEntries, undefined>>;

/** Returns the common keys of a description, completed with defaults. */
export function commonOf(entry: CommonEntry): Omit<Described, 'kind' | 'connection'> {
  return {
    setup: entry.setup,
    environment: entry.environment,
    launcher: entry.launcher,
    limits: present(entry.limits),
    pathMap: Object.entries(entry.pathMap).map(([remote, local]) => ({ remote, local })),
  };
}
