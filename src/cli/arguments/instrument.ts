/** The declarations of `trimtab instrument explain|ranges|reduce` and `trimtab api`. */
import { Command, Option } from '@commander-js/extra-typings';
import { STRATEGIES, type Strategy } from '../../measurement/adaptation/overhead.js';
import { jsonOption, nanoseconds, projectOption, type Submit } from './values.js';

/** Which functions of a program are measured. */
export interface InstrumentRequest {
  readonly command: 'instrument';
  /** An executable or a shared library. */
  readonly program: string;
  readonly json: boolean;
}

/** Which of the marked source lines a program measures. */
export interface RangesRequest {
  readonly command: 'ranges';
  /** An executable or a shared library. */
  readonly program: string;
  readonly json: boolean;
}

export interface ReduceRequest {
  readonly command: 'reduce';
  readonly project: string;
  /** Identifier of an experiment, its beginning, or latest. */
  readonly run: string;
  /** A file with rules, or a strategy; the default rule of tau_reduce otherwise. */
  readonly by: { readonly rules: string } | { readonly strategy: Strategy } | undefined;
  /** Nanoseconds that recording a call costs, instead of the cost in the run. */
  readonly cost: number | undefined;
  /** The file of the selection. */
  readonly output: string | undefined;
  readonly json: boolean;
}

/** Copies the headers that programs use to define regions. */
export interface ApiRequest {
  readonly command: 'api';
  readonly folder: string;
}

export function instrumentCommand(submit: Submit<InstrumentRequest | RangesRequest | ReduceRequest>) {
  return new Command('instrument')
    .summary('show and reduce the measured functions and lines')
    .description('Show which functions and lines a program measures, and exclude expensive functions.')
    .addCommand(
      new Command('explain')
        .description('Show for each function whether it is measured from the start, and why.')
        .argument('<program>', 'an executable or a shared library')
        .addOption(jsonOption())
        .action((program, { json = false }) => submit({ command: 'instrument', program, json })),
    )
    .addCommand(
      new Command('ranges')
        .description('Show which marked source lines a program measures, and why others are missing.')
        .argument('<program>', 'an executable or a shared library')
        .addOption(jsonOption())
        .action((program, { json = false }) => submit({ command: 'ranges', program, json })),
    )
    .addCommand(reduceCommand(submit));
}

const reduceCommand = (submit: Submit<ReduceRequest>) =>
  new Command('reduce')
    .summary('list functions that cost more to record than they contribute')
    .description('List functions that cost more to record than they contribute. --output writes a filter without them.')
    .argument('<experiment>', 'an experiment')
    .addOption(
      new Option(
        '--rules <file>',
        "exclude by rules of tau_reduce, one per line, such as 'numcalls > 1e6 & usecs/call < 2'",
      ).conflicts('strategy'),
    )
    .addOption(
      new Option(
        '--strategy <name>',
        'exclude functions by measurement overhead, relative to their exclusive time: tor, the whole overhead; por, the part that remains in recorded times',
      ).choices(STRATEGIES),
    )
    .option('--cost <ns>', 'the cost of recording a call, if the run does not contain it', nanoseconds)
    .option('--output <file>', 'write the filter: select.tau, a Score-P file (*.filter, *.filt), or trimtab.yaml')
    .addOption(projectOption())
    .addOption(jsonOption())
    .action((run, { rules, strategy, cost, output, project = '.', json = false }) => {
      const by = rules !== undefined ? { rules } : strategy !== undefined ? { strategy } : undefined;
      submit({ command: 'reduce', project, run, by, cost, output, json });
    });

export function apiCommand(submit: Submit<ApiRequest>) {
  return new Command('api')
    .summary('copy trimtab.h and trimtab.F90 to a folder')
    .description(
      'Copy trimtab.h and trimtab.F90 to a folder. With them, a program defines regions, phases, entities, counters and parameters.',
    )
    .argument('[folder]', 'the folder', '.')
    .action((folder) => submit({ command: 'api', folder }));
}
