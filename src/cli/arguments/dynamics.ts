/** The declaration of `trimtab dynamics`. */
import { Command, Option } from '@commander-js/extra-typings';
import { present } from '../../base/present.js';
import { UsageError } from './usageError.js';
import { jsonOption, type Submit, wholeNumber } from './values.js';

export interface DynamicsRequest {
  readonly command: 'dynamics';
  /** An experiment, by the beginning of its identifier, or a trace, or the folder of one. */
  readonly run: string;
  readonly json: boolean;
  /** The number of a loop; the selected one by default. */
  readonly level?: number;
  /** Changes are reported from this share of the loop time on. */
  readonly threshold?: number;
  /** Iterations that are judged together, as those of a running program. */
  readonly chunk?: number;
  /** Another run, shown side by side by its progress. */
  readonly beside?: string;
  /** Whether severities and changes are shown by groups of ranks. */
  readonly table?: true;
  /** The largest error of times of calls in the compressed graph of all calls, which is shown then. */
  readonly calls?: number;
  /** A metric whose series are shown. */
  readonly series?: string;
}

export function dynamicsCommand(submit: Submit<DynamicsRequest>) {
  return new Command('dynamics')
    .summary('show changes over the iterations of the main loop')
    .description(
      'Show changes over the iterations of the main loop: peaks, rises and steps, and the affected ranks. The loop is found automatically.',
    )
    .argument('[run]', 'an experiment, trace or profile', 'latest')
    .option('--level <n>', 'another of the loops found; 0 is the selected one', wholeNumber('--level', { most: 999 }))
    .option('--threshold <share>', 'report changes from this share of the loop time on (default: 1%)', (text: string) =>
      shareOf(text, '--threshold'),
    )
    .option(
      '--chunk <n>',
      'judge n iterations at a time, as for a running program (default: all together)',
      wholeNumber('--chunk', { least: 8, most: 9_999_999, of: 'a number of iterations' }),
    )
    .addOption(
      new Option(
        '--beside <run>',
        'another run of the program: shows which of the two is faster in which iterations',
      ).conflicts('series'),
    )
    .addOption(
      new Option(
        '--series <metric>',
        'the values of a metric by iteration: execution, iteration_time, iteration_own_time, a property such as mpi_latesender, or a counter such as page-faults',
      ).conflicts('calls'),
    )
    .option('--table', 'severities and their changes, by groups of similar ranks')
    .option(
      '--calls <share>',
      'the size of the call graph if equal calls are stored once; their times may differ by this share, such as 10%',
      (text: string) => shareOf(text, '--calls'),
    )
    .addOption(jsonOption())
    .action((run, { json = false, ...options }) => submit({ command: 'dynamics', run, json, ...present(options) }));
}

function shareOf(text: string, option: string): number {
  const share = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (/^[\d.]+%?$/.test(text) && share > 0 && share < 1) return share;
  throw new UsageError(`${option} takes a share such as 0.5% or 0.005, not "${text}".`);
}
