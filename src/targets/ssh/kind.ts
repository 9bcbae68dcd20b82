/** A machine to log in to, where programs are started as one does by hand. */
import * as v from 'valibot';
import {
  commonEntries,
  commonOf,
  type Connection,
  type Described,
  type TargetConfiguration,
} from '../configuration.js';
import { askMachine, describedByHand } from '../describe.js';
import { SupervisedJobs } from '../jobs/supervised.js';
import type { TargetKind } from '../kind.js';
import { MachineTarget } from '../machineTarget.js';
import { connectionTo, host, loginEntries, loginFields, placeOf } from './login.js';
import { overSsh } from './machine.js';

interface SshConfiguration extends TargetConfiguration {
  readonly connection: Connection;
}

const schema = v.pipe(
  v.strictObject({ kind: v.literal('ssh'), host, ...loginEntries, ...commonEntries }),
  v.transform((entry): Described<SshConfiguration> => ({
    ...commonOf(entry),
    kind: entry.kind,
    connection: connectionTo(entry.host, entry),
  })),
);

const capabilities = { queues: false, isDescribed: true };

export const ssh: TargetKind<SshConfiguration> = {
  name: 'ssh',
  description: 'a machine to log in to',
  schema,
  capabilities,
  form: {
    title: 'Machine over ssh',
    detail: 'Programs are started there with mpirun',
    fields: loginFields({ prompt: 'The machine as ssh takes it, such as an alias of your ssh_config.' }),
  },
  place: (configuration) => placeOf('ssh', configuration),
  recorded: () => ({}),
  open: (configuration, options) => {
    const machine = overSsh(configuration.connection, options);
    const { shell } = machine;
    return new MachineTarget(configuration, {
      ...machine,
      capabilities,
      jobs: new SupervisedJobs(shell),
      describe: (signal) => askMachine(configuration, shell, {}, (get) => describedByHand(shell.place, get), signal),
    });
  },
};
