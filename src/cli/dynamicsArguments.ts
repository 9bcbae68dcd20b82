/** The grammar of `trimtab dynamics …`. */
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

export interface DynamicsRequest {
  readonly command: 'dynamics';
  /** An experiment, by the beginning of its identifier, or a trace, or the folder of one. */
  readonly run: string;
  readonly json: boolean;
  /** Which of the loops that were found; left out for the chosen one. */
  readonly level?: number;
  /** The share of the loop's time from which on a change is told. */
  readonly threshold?: number;
  /** Iterations that are judged together, as those of a run that goes on. */
  readonly chunk?: number;
  /** Another run, beside which this one is put by its progress. */
  readonly beside?: string;
  /** Whether amounts and changes are shown by groups of ranks. */
  readonly table?: true;
  /** How much times of calls may be wrong where the graph of all calls is compressed: that is shown. */
  readonly calls?: number;
  /** A metric whose series are to be shown. */
  readonly series?: string;
}

export const DYNAMICS_HELP = `  trimtab dynamics [run]                show changes from iteration to iteration of the main loop: peaks, rises and
                                        steps, and the affected ranks; finds the loop; of an experiment (default: the
                                        latest), trace or profile
`;

export const DYNAMICS_OPTIONS_HELP = `  --level <n>          another of the loops found; 0 is the selected one (dynamics)
  --threshold <share>  report changes from this share of the loop time on, such as 0.5% (dynamics; default: 1%)
  --chunk <n>          judge n iterations at a time, as for a running program (dynamics; default: all together)
  --beside <run>       another run of the program: shows which of the two is faster in which iterations (dynamics)
  --series <metric>    the values of a metric by iteration: execution, iteration_time, iteration_own_time, a property
                       such as mpi_latesender, or a counter such as page-faults (dynamics)
  --table              severities and their changes, by groups of similar ranks (dynamics)
  --calls <share>      the size of the call graph if equal calls are stored once; their times may differ by this share,
                       such as 10% (dynamics)
`;

const options = {
  json: { type: 'boolean' },
  level: { type: 'string' },
  threshold: { type: 'string' },
  chunk: { type: 'string' },
  beside: { type: 'string' },
  series: { type: 'string' },
  calls: { type: 'string' },
  table: { type: 'boolean' },
} as const;

/** @param args the words after `dynamics` */
export function dynamicsRequest(args: readonly string[]): DynamicsRequest {
  const { values, positionals } = readWords(args, options);
  const [run = 'latest', extra] = positionals;
  if (extra !== undefined) throw new UsageError(`dynamics does not take "${extra}".`);
  const { level, threshold, chunk, beside, series, calls } = values;
  if (beside !== undefined && series !== undefined)
    throw new UsageError('dynamics takes --beside or --series, not both.');
  if (series !== undefined && calls !== undefined) throw new UsageError('--series and --calls exclude each other.');
  return {
    command: 'dynamics',
    run,
    json: values.json === true,
    ...(level === undefined ? {} : { level: levelOf(level) }),
    ...(chunk === undefined ? {} : { chunk: chunkOf(chunk) }),
    ...(beside === undefined ? {} : { beside }),
    ...(threshold === undefined ? {} : { threshold: shareOf(threshold, 'threshold') }),
    ...(values.table === true ? { table: true } : {}),
    ...(calls === undefined ? {} : { calls: shareOf(calls, 'calls') }),
    ...(series === undefined ? {} : { series }),
  };
}

function levelOf(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new UsageError(`--level takes the number of a loop, not "${text}".`);
  return Number(text);
}

function chunkOf(text: string): number {
  const size = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (size < 8) throw new UsageError(`--chunk takes a number of iterations, at least 8, not "${text}".`);
  return size;
}

function shareOf(text: string, option: string): number {
  const share = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (/^[\d.]+%?$/.test(text) && share > 0 && share < 1) return share;
  throw new UsageError(`--${option} takes a share such as 0.5% or 0.005, not "${text}".`);
}
