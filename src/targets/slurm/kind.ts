/** A cluster with Slurm, over ssh or from its login node. */
import { present } from '../../base/present.js';
import * as v from 'valibot';
import type { Seconds } from '../../base/units.js';
import { commonEntries, commonOf, type Described, PLAIN, type TargetConfiguration } from '../configuration.js';
import { askMachine, type Answers } from '../describe.js';
import { inheritedEnvironment } from '../environment.js';
import type { TargetKind } from '../kind.js';
import { onThisMachine } from '../local/machine.js';
import { MachineTarget } from '../machineTarget.js';
import { LocalShell } from '../shell/localShell.js';
import { connectionTo, host, loginEntries, loginFields, placeOf } from '../ssh/login.js';
import { overSsh } from '../ssh/machine.js';
import type { TargetDescription } from '../target.js';
import { connectToNode } from './nodeRelay.js';
import { schedulerOf, type SchedulerOptions, schedulerSchema } from './scheduler.js';
import { SlurmJobs } from './slurmJobs.js';

interface SlurmConfiguration extends TargetConfiguration {
  readonly scheduler: SchedulerOptions;
}

/** How long a scheduler that does not answer is waited for when submitting. */
const DEFAULT_PATIENCE: Seconds = 60;

const schema = v.pipe(
  v.strictObject({
    kind: v.literal('slurm'),
    host: v.optional(host),
    ...loginEntries,
    scheduler: v.optional(schedulerSchema, { options: [] }),
    ...commonEntries,
  }),
  v.transform((entry): Described<SlurmConfiguration> => ({
    ...commonOf(entry),
    kind: entry.kind,
    connection: entry.host === undefined ? undefined : connectionTo(entry.host, entry),
    scheduler: schedulerOf(entry.scheduler),
  })),
);

const capabilities = { queues: true, isDescribed: true };

export const slurm: TargetKind<SlurmConfiguration> = {
  name: 'slurm',
  description: 'a cluster with Slurm, over ssh when host is given, else this machine is its login node',
  schema,
  capabilities,
  form: {
    title: 'Slurm cluster',
    detail: 'Jobs are submitted with sbatch, on a login node or over ssh',
    fields: loginFields({
      prompt: 'Its login node as ssh takes it, such as an alias of your ssh_config; empty when this machine is one.',
      mayBeEmpty: true,
    }),
  },
  here: {
    title: 'Slurm',
    configuration: { ...PLAIN, name: 'cluster', kind: 'slurm', connection: undefined, scheduler: { options: [] } },
  },
  place: (configuration) => {
    const { partition } = configuration.scheduler;
    return placeOf('Slurm on', configuration, ...(partition === undefined ? [] : [`partition ${partition}`]));
  },
  recorded: ({ scheduler }) => ({ scheduler }),
  open: (configuration, options) => {
    const { connection, scheduler, limits } = configuration;
    const { environment = inheritedEnvironment() } = options;
    const machine =
      connection === undefined
        ? onThisMachine(new LocalShell(environment), environment)
        : overSsh(connection, { ...options, environment });
    const { shell } = machine;
    // On the login node itself there are no connection options.
    const patience = connection === undefined ? undefined : options.connection?.patience;
    return new MachineTarget(configuration, {
      ...machine,
      capabilities,
      connect: (to, signal) => connectToNode(shell, to, signal),
      ...present({ timeLimit: scheduler.timeLimit }),
      jobs: new SlurmJobs(shell, scheduler, limits.jobs, patience ?? DEFAULT_PATIENCE),
      describe: (signal) => askMachine(configuration, shell, QUESTIONS, (get) => described(shell.place, get), signal),
    });
  },
};

/** Questions in addition to those for all machines. */
const QUESTIONS = {
  slurm: 'squeue --version 2>&1 | tail -n 1',
  nodes: "sinfo --noheader --format='%P|%a|%D' 2>&1",
};

function described(place: string, get: Answers): TargetDescription {
  const version = /^slurm\S* (\S+)$/.exec(get('slurm'))?.[1];
  if (version === undefined)
    return { text: `${place} has no Slurm commands; correct the target's kind or its set-up script.`, ready: false };
  const partitions = get('nodes')
    .split('\n')
    .flatMap((line) => {
      const [, name, state, nodes] = /^([^|\s]+)\|(\w+)\|(\d+)$/.exec(line.trim()) ?? [];
      return name === undefined ? [] : [{ name: name.replace('*', ''), up: state === 'up', nodes: Number(nodes) }];
    });
  if (partitions.length === 0)
    return { text: `${place}: Slurm ${version}, whose controller does not answer now`, ready: false };
  const shown = partitions.slice(0, 4).map(({ name, up, nodes }) => `${name} (${nodes} nodes${up ? '' : ', down'})`);
  const more = partitions.length > 4 ? ` and ${partitions.length - 4} more` : '';
  const mpi = get('mpi') === '' ? '' : `, ${get('mpi')}`;
  return {
    text: `${place}: Slurm ${version}, ${shown.join(', ')}${more}${mpi}`,
    ready: partitions.some(({ up }) => up),
  };
}
