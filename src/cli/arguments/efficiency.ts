/** The declaration of `trimtab efficiency`. */
import { Command } from '@commander-js/extra-typings';
import { parseCriterion } from '../../experiments/compare/acceptance.js';
import type { Scaling } from '../../model/findings/efficiency.js';
import { understood, UsageError } from './usageError.js';
import { collect, jsonOption, type Submit } from './values.js';

export interface EfficiencyRequest {
  readonly command: 'efficiency';
  /** Experiments, by the beginnings of their identifiers, traces or profiles; by default, those of the newest program. */
  readonly runs: readonly string[];
  /** A part of the program; the whole program by default. */
  readonly region?: string;
  /** Several parts, such as phases, shown side by side; may be empty. */
  readonly parts: readonly string[];
  readonly scaling: Scaling;
  /** Criteria that the run with most threads must meet. */
  readonly accept: readonly string[];
  readonly json: boolean;
}

export function efficiencyCommand(submit: Submit<EfficiencyRequest>) {
  return new Command('efficiency')
    .summary('print the POP efficiency metrics of runs side by side')
    .description(
      'Print the POP efficiency metrics of experiments, traces or profiles side by side: load balance, communication, threads, scalability. List the lines that cause the losses.',
    )
    .argument('[run...]', 'experiments, traces or profiles; by default, the experiments of the newest program')
    .option(
      '--region <name>',
      'a function, construct or phase, inclusive, instead of the whole program; repeat it to compare several',
      collect,
    )
    .option('--weak', 'weak scaling: the work grows with the ranks; strong scaling by default')
    .option(
      '--accept <criterion>',
      'exit with code 1 if missed, such as "parallel efficiency >= 80 %"; may be repeated',
      criterionOf,
    )
    .addOption(jsonOption())
    .action((runs, { region: regions = [], weak, accept = [], json = false }) => {
      const [region] = regions;
      const parts = regions.length > 1 ? [...new Set(regions)] : [];
      if (parts.length > 0 && accept.length > 0)
        throw new UsageError('--accept takes one --region, or the whole program.');
      submit({
        ...{ command: 'efficiency', runs, parts, accept, json },
        ...(region === undefined || parts.length > 0 ? {} : { region }),
        scaling: weak === true ? 'weak' : 'strong',
      });
    });
}

function criterionOf(text: string, before: string[] | undefined): string[] {
  const { kind } = understood(() => parseCriterion(text));
  if (kind !== 'efficiency')
    throw new UsageError(`"${text}" is not about an efficiency; write for instance "parallel efficiency >= 80 %".`);
  return collect(text, before);
}
