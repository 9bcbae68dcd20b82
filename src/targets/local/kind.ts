/** This machine. */
import * as v from 'valibot';
import { THIS_MACHINE } from '../../model/thisMachine.js';
import { commonEntries, commonOf, type Described, PLAIN, type TargetConfiguration } from '../configuration.js';
import { askMachine, describedByHand } from '../describe.js';
import { inheritedEnvironment } from '../environment.js';
import { NEAR } from '../jobs/pace.js';
import { SupervisedJobs } from '../jobs/supervised.js';
import type { TargetKind } from '../kind.js';
import { MachineTarget } from '../machineTarget.js';
import { LocalShell } from '../shell/localShell.js';
import { LocalObserver } from './localObserver.js';
import { onThisMachine } from './machine.js';
import { describeLocalTarget } from './tools.js';

const schema = v.pipe(
  v.strictObject({ kind: v.literal('local'), ...commonEntries }),
  v.transform((entry): Described => ({ ...commonOf(entry), kind: entry.kind })),
);

const capabilities = { queues: false, isDescribed: false };

export const local: TargetKind = {
  name: 'local',
  description: 'this machine',
  schema,
  capabilities,
  place: () => 'this machine',
  recorded: () => ({}),
  open: (configuration, { environment = inheritedEnvironment(), outside = [] }) => {
    const shell = new LocalShell(environment);
    return new MachineTarget(configuration, {
      ...onThisMachine(shell, environment),
      capabilities,
      jobs: new SupervisedJobs(shell, NEAR, LocalObserver.on(shell)),
      describe: async (signal) => {
        const { setup, environment: own } = configuration;
        // The effects of a set-up script exist in a shell only.
        if (setup !== '')
          return askMachine(configuration, shell, {}, (get) => describedByHand(shell.place, get), signal);
        const { description, ready } = await describeLocalTarget({ ...environment, ...own }, outside);
        return { text: description, ready };
      },
    });
  },
};

/** This machine, the default. */
export const LOCAL: TargetConfiguration = {
  name: THIS_MACHINE,
  kind: local.name,
  ...PLAIN,
};
