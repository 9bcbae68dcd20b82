/** How people describe a target, in trimtab.yaml (`targets:`) or in the editor's settings. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { TrimtabError } from '../model/problem.js';
import type { Seconds } from '../model/units.js';
import type { PathMapping } from './target.js';

/** How programs are started on several nodes. */
export type Launcher = 'srun' | 'mpirun' | readonly string[];

export interface SchedulerOptions {
  readonly partition?: string;
  readonly account?: string;
  readonly qos?: string;
  readonly timeLimit?: Seconds;
  readonly nodes?: number;
  readonly tasksPerNode?: number;
  readonly threadsPerRank?: number;
  /** Whether Slurm may start a job again after a node failed; the site's choice when left out. */
  readonly requeue?: boolean;
  /** Further options of sbatch, each one argument such as `--constraint=haswell`. */
  readonly options: readonly string[];
}

interface Common {
  readonly name: string;
  /** Lines of POSIX sh run before everything, such as `module load openmpi`. */
  readonly setup: string;
  /** Variables set on the target, after `setup`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly launcher: Launcher | undefined;
  readonly limits: { readonly ranks?: number; readonly time?: Seconds; readonly jobs?: number };
  readonly pathMap: readonly PathMapping[];
}

/** Where and how to log in with the system's ssh. */
export interface Connection {
  /** As ssh takes it: an alias of ssh_config, or `user@machine`. */
  readonly host: string;
  /** Another file than the person's own ssh_config. */
  readonly sshConfig: string | undefined;
  /** Absolute, or below the home folder there (`~/...`). */
  readonly workFolder: string;
  readonly transfer: 'auto' | 'rsync' | 'tar';
}

export type TargetConfiguration = Common &
  (
    | { readonly kind: 'local' }
    | { readonly kind: 'ssh'; readonly connection: Connection }
    | {
        readonly kind: 'slurm';
        /** Undefined on a login node itself. */
        readonly connection: Connection | undefined;
        readonly scheduler: SchedulerOptions;
      }
  );

/** This machine, when nothing else is said. */
export const LOCAL: TargetConfiguration = {
  name: 'local',
  kind: 'local',
  setup: '',
  environment: {},
  launcher: undefined,
  limits: {},
  pathMap: [],
};

/** The work folder on a machine that is logged in to. */
const DEFAULT_WORK_FOLDER = '~/trimtab';

/** Options of sbatch that Trimtab sets itself, or that would make another job of it. */
const RESERVED =
  /^--(array|chdir|dependency|error|export|export-file|input|job-name|no-kill|ntasks|output|parsable|test-only|version|help|usage|wait|wrap)(=|$)/;

const printable = (message: string) => v.pipe(v.string(message), v.regex(/^[^\p{Cc}]+$/u, message));
const word = (message: string) => v.pipe(v.string(message), v.regex(/^[\w.+][\w.,:+@/-]*$/, message));
const count = (message = 'write a whole number such as 4') =>
  v.pipe(v.number(message), v.integer(message), v.minValue(1, 'write 1 or more'), v.maxValue(1_000_000, message));

/** Seconds, or Slurm's own way to write a time: [days-]hours:minutes[:seconds]. */
const time = v.pipe(
  v.union([v.number(), v.string()], 'write seconds, or a time such as "1:30:00"'),
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
const folderThere = v.pipe(
  printable('write an absolute path, or one that begins with ~/'),
  v.regex(/^(\/|~\/)[^/]/, 'write an absolute path, or one that begins with ~/ (a folder of its own)'),
  v.check((path) => !path.split('/').includes('..'), 'write a path without ".."'),
);
const setup = v.pipe(
  v.union([v.string(), v.array(v.string())], 'write lines of sh, such as "module load openmpi"'),
  v.transform((value) => (typeof value === 'string' ? value : value.join('\n'))),
);
const variableName = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'names of variables have letters, digits and _'));
const variable = v.pipe(
  v.union([v.string(), v.number(), v.boolean()], 'write a text, such as "1"'),
  v.transform(String),
);
const launcher = v.union(
  [
    v.picklist(['srun', 'mpirun']),
    v.pipe(v.array(printable('write each argument as a text')), v.minLength(1), v.includes('{ranks}')),
  ],
  'write srun, mpirun, or a list with {ranks} such as [aprun, -n, "{ranks}"]',
);
const host = v.pipe(
  v.string('write a host as ssh takes it'),
  v.regex(/^[\w[][\w.@:%+[\]-]*$/, 'write a host as ssh takes it, such as an alias of ssh_config'),
);
const option = v.pipe(
  printable('write options as texts such as "--constraint=haswell"'),
  v.regex(/^--[a-z]/, 'write long options of sbatch such as "--constraint=haswell"'),
  v.check((text) => !RESERVED.test(text), 'leave out options that Trimtab sets itself'),
);
const scheduler = v.strictObject({
  partition: v.optional(word('write the name of a partition')),
  account: v.optional(word('write the name of an account')),
  qos: v.optional(word('write the name of a quality of service')),
  time: v.optional(time),
  nodes: v.optional(count()),
  tasksPerNode: v.optional(count()),
  threadsPerRank: v.optional(count()),
  requeue: v.optional(v.boolean('write true or false')),
  options: v.optional(v.array(option, 'write a list of options'), []),
});

const common = {
  setup: v.optional(setup, ''),
  environment: v.optional(v.record(variableName, variable), {}),
  launcher: v.optional(launcher),
  limits: v.optional(
    v.strictObject({ ranks: v.optional(count()), time: v.optional(time), jobs: v.optional(count()) }),
    {},
  ),
  pathMap: v.optional(v.record(absolute, printable('write a local path')), {}),
};
const connection = {
  sshConfig: v.optional(printable('write the path of an ssh_config')),
  workFolder: v.optional(folderThere, DEFAULT_WORK_FOLDER),
  transfer: v.optional(v.picklist(['auto', 'rsync', 'tar'], 'write auto, rsync or tar'), 'auto'),
};

/** Schema of one target's entry; `parseTargets` gives it its name. */
export const targetSchema = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('local'), ...common }),
    v.strictObject({ kind: v.literal('ssh'), host, ...connection, ...common }),
    v.strictObject({
      kind: v.literal('slurm'),
      host: v.optional(host),
      ...connection,
      scheduler: v.optional(scheduler, { options: [] }),
      ...common,
    }),
  ],
  'write local, ssh or slurm',
);

/** Name of a target: used in file names and shown in lists. */
export const targetName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][\w.-]{0,63}$/, 'names of targets begin with a letter and have letters, digits, ".", "_" and "-"'),
);

/** Schema of `targets:`, name by name. */
export const targetsSchema = v.pipe(
  v.record(targetName, targetSchema),
  v.transform((entries) => Object.entries(entries).map(([name, entry]) => complete(name, entry))),
);

/**
 * Targets from the editor's settings.
 * @throws TrimtabError naming the target and what to write
 */
export function parseTargets(value: unknown, where = 'The setting trimtab.targets'): readonly TargetConfiguration[] {
  const parsed = v.safeParse(targetsSchema, value);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const keys = (issue.path ?? []).map((item) => String(item.key)).join('.');
  const known = issue.type !== 'strict_object' || issue.expected !== 'never';
  const problem = known ? issue.message : 'it is not known here; remove it or correct its spelling';
  throw new TrimtabError(`${where}${keys === '' ? '' : `, ${keys}`}: ${problem}.`);
}

/**
 * The target of a name: from the first list that has it (trimtab.yaml before the settings).
 * @throws TrimtabError when no list has it
 */
export function findTarget(name: string, ...lists: readonly (readonly TargetConfiguration[])[]): TargetConfiguration {
  const all = [...lists.flat(), LOCAL];
  const found = all.find((target) => target.name === name);
  if (found !== undefined) return found;
  const names = [...new Set(all.map((target) => target.name))].join(', ');
  throw new TrimtabError(
    `There is no target "${name}"; describe it under "targets" in trimtab.yaml or in the settings, or choose one of: ${names}.`,
  );
}

/**
 * A target whose ssh_config has an absolute path: ssh is not started where the description stands.
 * @param folder where a relative path begins; `~/` is the home folder
 */
export function withAbsoluteConfig(target: TargetConfiguration, folder: string): TargetConfiguration {
  const connection = target.kind === 'local' ? undefined : target.connection;
  const path = connection?.sshConfig;
  if (target.kind === 'local' || connection === undefined || path === undefined) return target;
  const sshConfig = path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(folder, path);
  return { ...target, connection: { ...connection, sshConfig } };
}

type Entry = v.InferOutput<typeof targetSchema>;

function complete(name: string, entry: Entry): TargetConfiguration {
  const shared = {
    name,
    setup: entry.setup,
    environment: entry.environment,
    launcher: entry.launcher,
    limits: present(entry.limits),
    pathMap: Object.entries(entry.pathMap).map(([remote, local]) => ({ remote, local })),
  };
  switch (entry.kind) {
    case 'local':
      return { ...shared, kind: 'local' };
    case 'ssh':
      return { ...shared, kind: 'ssh', connection: connectionOf(entry, entry.host) };
    case 'slurm': {
      const { time: timeLimit, ...rest } = entry.scheduler;
      return {
        ...shared,
        kind: 'slurm',
        connection: entry.host === undefined ? undefined : connectionOf(entry, entry.host),
        scheduler: { ...present(rest), options: rest.options, ...(timeLimit === undefined ? {} : { timeLimit }) },
      };
    }
  }
}

function connectionOf(entry: Extract<Entry, { workFolder: string }>, alias: string): Connection {
  const { sshConfig, workFolder, transfer } = entry;
  return { host: alias, sshConfig, workFolder, transfer };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the keys whose value is undefined. */
function present<T extends object>(value: T): Present<T> {
  const result: Present<T> = {};
  for (const key in value) {
    const item = value[key];
    if (isPresent(item)) result[key] = item;
  }
  return result;
}

function isPresent<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}
