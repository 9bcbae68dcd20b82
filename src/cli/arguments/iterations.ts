/** The declaration of `trimtab iterations`. */
import { Command, Option } from '@commander-js/extra-typings';
import { MISSING, type Missing } from '../../measurement/series/missing.js';
import { SERIES_METRICS, type SeriesMetric } from '../../measurement/series/model.js';
import { jsonOption, type Submit } from './values.js';

export interface IterationsRequest {
  readonly command: 'iterations';
  /** An experiment, by the beginning of its identifier, or a profile or trace, or the folder of one. */
  readonly run: string;
  readonly format: 'text' | 'csv' | 'json';
  readonly metric: SeriesMetric;
  readonly missing: Missing;
  /** Whether threads of a process are listed separately. */
  readonly threads: boolean;
}

export function iterationsCommand(submit: Submit<IterationsRequest>) {
  return new Command('iterations')
    .summary('show the values of call paths by iteration')
    .description(
      'Show each call path in each iteration of the progress loop (measure.phase). --csv and --json print all values.',
    )
    .argument('[run]', 'an experiment or a profile', 'latest')
    .option('--csv', 'one row per call path, rank and iteration')
    .addOption(new Option('--metric <name>', 'the metric').choices(SERIES_METRICS).default('time' as const))
    .addOption(
      new Option('--missing <how>', 'the value of paths without a visit; hold repeats the value before')
        .choices(MISSING)
        .default('zero' as const),
    )
    .option('--threads', 'list threads separately')
    .addOption(jsonOption().conflicts('csv'))
    .action((run, { csv, json, metric, missing, threads = false }) => {
      const format = csv === true ? 'csv' : json === true ? 'json' : 'text';
      submit({ command: 'iterations', run, format, metric, missing, threads });
    });
}
