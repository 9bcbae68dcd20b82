/** The declarations of `trimtab targets list|check`. */
import { Command } from '@commander-js/extra-typings';
import { present } from '../../base/present.js';
import { jsonOption, type Submit } from './values.js';

export interface TargetsRequest {
  readonly command: 'targets';
  readonly json: boolean;
  /** Whether targets are checked, not only listed. */
  readonly check: boolean;
  /** The target to check; all by default. */
  readonly name?: string;
  /** Whether commands in their descriptions are accepted without a question. */
  readonly isAccepted: boolean;
}

export function targetsCommand(submit: Submit<TargetsRequest>) {
  return new Command('targets')
    .summary('list and check targets and their software')
    .description('List and check the targets of trimtab.yaml.')
    .addCommand(
      new Command('list')
        .description('List the targets of trimtab.yaml. "trimtab targets" is the same.')
        .addOption(jsonOption())
        .action(({ json = false }) => submit({ command: 'targets', json, check: false, isAccepted: false })),
    )
    .addCommand(
      new Command('check')
        .description(
          'Check a target: the machine, and measurement systems (Score-P, TAU, ompP, EZTrace, HPCToolkit, Caliper) that measure.with may name.',
        )
        .argument('[name]', 'the target; all by default')
        .option('--yes', 'use setup and sshConfig of trimtab.yaml without asking')
        .addOption(jsonOption())
        .action((name, { json = false, yes = false }) =>
          submit({ command: 'targets', json, check: true, ...present({ name }), isAccepted: yes }),
        ),
    );
}
