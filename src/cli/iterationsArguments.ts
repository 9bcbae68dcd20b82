/** The grammar of `trimtab iterations …`. */
import { MISSING, type Missing } from '../measurement/series/missing.js';
import { isSeriesMetric, SERIES_METRICS, type SeriesMetric } from '../measurement/series/model.js';
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

export interface IterationsRequest {
  readonly command: 'iterations';
  /** An experiment, by the beginning of its identifier, or a profile or trace, or the folder of one. */
  readonly run: string;
  readonly format: 'text' | 'csv' | 'json';
  readonly metric: SeriesMetric;
  readonly missing: Missing;
  /** Whether threads of a process stay apart. */
  readonly threads: boolean;
}

export const ITERATIONS_HELP = `  trimtab iterations [run]              show each call path in each iteration of the progress loop (measure.phase); of
                                        an experiment (default: the latest) or a profile; --csv or --json prints all
                                        values
`;

export const ITERATIONS_OPTIONS_HELP = `  --csv                one row per call path, rank and iteration (iterations)
  --metric <name>      time, inclusive_time, visits, messages_sent, bytes_received, ... (iterations)
  --missing <how>      the value of paths without a visit: zero, hold (the value before) or linear (iterations)
  --threads            list threads separately (iterations)
`;

const options = {
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  metric: { type: 'string' },
  missing: { type: 'string' },
  threads: { type: 'boolean' },
} as const;

/** @param args the words after `iterations` */
export function iterationsRequest(args: readonly string[]): IterationsRequest {
  const { values, positionals } = readWords(args, options);
  const [run = 'latest', extra] = positionals;
  if (extra !== undefined) throw new UsageError(`iterations does not take "${extra}".`);
  const { metric = 'time' } = values;
  if (!isSeriesMetric(metric))
    throw new UsageError(`"${metric}" is not known of iterations; --metric takes ${SERIES_METRICS.join(', ')}.`);
  const missing = MISSING.find((known) => known === (values.missing ?? 'zero'));
  if (missing === undefined) throw new UsageError(`--missing takes ${MISSING.join(', ')}.`);
  if (values.csv === true && values.json === true) throw new UsageError('Use either --csv or --json.');
  const format = values.csv === true ? 'csv' : values.json === true ? 'json' : 'text';
  return { command: 'iterations', run, format, metric, missing, threads: values.threads === true };
}
