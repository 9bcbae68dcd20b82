/** The declaration of `trimtab analyze`, and of the tasks that `--distributed` starts. */
import { Command, Option } from '@commander-js/extra-typings';
import type { Compensate } from '../../analysis/trace/index.js';
import { present } from '../../base/present.js';
import { type Format, formatOf, formatOptions } from './formats.js';
import { UsageError } from './usageError.js';
import { nanoseconds, type Submit, wholeNumber } from './values.js';

export interface AnalyzeRequest {
  readonly command: 'analyze';
  readonly path: string;
  readonly format: Format;
  readonly cubex?: string;
  /** Whether times are corrected if clocks disagree. */
  readonly correctClocks: boolean;
  /** Whether and how measurement overhead is subtracted from all times. */
  readonly compensate?: Compensate;
  /** Name of the metric that a profile is ranked by. */
  readonly metric?: string;
  /** Number of tasks that read the archive in separate processes. */
  readonly distributed?: number;
  /** Folder for the files that these processes exchange. */
  readonly exchange?: string;
}

export type TaskRequest =
  | { readonly command: 'task'; readonly step: 'read'; readonly exchange: string; readonly part: number }
  | { readonly command: 'task'; readonly step: 'reduce'; readonly exchange: string };

export const cubexOption = () => new Option('--cubex <file>', 'also write the results as a CUBE 4 file');

export function analyzeCommand(submit: Submit<AnalyzeRequest>) {
  return new Command('analyze')
    .alias('analyse')
    .summary('analyze a trace, a profile, or the raw records of a run')
    .description('Analyze a trace (OTF2), a profile, or the raw records of a run.')
    .argument('<file|folder>', 'a trace or profile: its file (*.otf2, *.cubex, *.cube, ...) or its folder')
    .addOption(formatOptions.json())
    .addOption(formatOptions.tsv())
    .addOption(formatOptions.metrics())
    .addOption(formatOptions.flat())
    .addOption(cubexOption())
    .addOption(
      new Option('--metric <name>', 'rank functions, lines and call paths of a profile by this metric instead of time')
        .argParser(nonEmpty)
        .conflicts(['compensate', 'distributed']),
    )
    .option(
      '--compensate',
      'subtract measurement overhead from all times, including the waiting it caused on other ranks',
    )
    .option('--cost <ns>', 'the cost of recording a call, if the trace does not contain it', nanoseconds)
    .option('--no-clock-correction', 'keep recorded times, even if clocks disagree')
    .option(
      '--distributed <n>',
      "read an archive with n tasks in parallel: a job array if Slurm is available, otherwise processes; Slurm's SBATCH_PARTITION, SBATCH_ACCOUNT and so on apply",
      wholeNumber('--distributed', { least: 1, of: 'a number of tasks' }),
    )
    .option(
      '--exchange <folder>',
      'the folder in which these tasks exchange files, on a file system that all machines can access; next to the archive by default',
    )
    .action(
      (path, { clockCorrection: correctClocks, compensate, cost, cubex, metric, distributed, exchange, ...rest }) => {
        if (exchange !== undefined && distributed === undefined)
          throw new UsageError('--exchange has an effect only with --distributed.');
        if (cost !== undefined && compensate === undefined)
          throw new UsageError('--cost has an effect only with --compensate.');
        submit({
          ...{ command: 'analyze', path, format: formatOf(rest), correctClocks },
          ...(compensate === true ? { compensate: cost === undefined ? {} : { cost: cost / 1e9 } } : {}),
          ...present({ cubex, metric, distributed, exchange }),
        });
      },
    );
}

function nonEmpty(name: string): string {
  if (name !== '') return name;
  throw new UsageError('--metric takes the name of a metric, such as PAPI_TOT_CYC.');
}

export function taskCommand(submit: Submit<TaskRequest>) {
  return new Command('task')
    .description('A task of "trimtab analyze --distributed", which starts it.')
    .addCommand(
      new Command('read')
        .argument('<exchange>')
        .argument('<part>', 'its number', wholeNumber('part'))
        .action((exchange, part) => submit({ command: 'task', step: 'read', exchange, part })),
    )
    .addCommand(
      new Command('reduce')
        .argument('<exchange>')
        .action((exchange) => submit({ command: 'task', step: 'reduce', exchange })),
    );
}
