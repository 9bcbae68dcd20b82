/**
 * Comparison of experiments, tracking of values across them and export, in a worker thread. Its input (CUBE files,
 * definitions of traces, sources) may be untrusted, and is slow to read. Results that are open already are not read
 * again.
 */
import type { RunResults } from '../../experiments/compare/measuredRun.js';
import type {
  Comparison,
  Experiment,
  ExperimentGroup,
  ExportFormat,
  Series,
  SeriesRequest,
  TracedComparison,
} from '../../experiments/index.js';
import { askOnce } from '../analysis/askOnce.js';
import { findBundle } from '../analysis/boundedWorker.js';
import type { FailureMessage } from '../analysis/failure.js';
import { memoryLimit } from '../analysis/memoryLimit.js';
import { knownResults } from '../measurements/knownResults.js';
import type { Measurements } from '../measurements/measurements.js';
import { sent, type SentExperiment } from '../analysis/sentExperiment.js';

export type ComparisonTask =
  | {
      readonly kind: 'compare';
      readonly groups: readonly { readonly label?: string; readonly experiments: readonly SentExperiment[] }[];
      /** By identifier: results that need not be read. */
      readonly known: ReadonlyMap<string, RunResults>;
      readonly readsOutside: boolean;
    }
  | { readonly kind: 'follow'; readonly request: SeriesRequest; readonly experiments: readonly SentExperiment[] }
  | {
      readonly kind: 'report';
      readonly comparison: Comparison;
      readonly before: SentExperiment;
      readonly after: SentExperiment;
    }
  | {
      readonly kind: 'export';
      readonly experiment: SentExperiment;
      readonly to: ExportFormat;
      /** Absolute: of the file, or of the folder of several. */
      readonly path: string;
      /** Absolute, of the project's folder. */
      readonly project: string;
    };

/** Message of the worker, sent once. */
export type ComparisonMessage =
  | { readonly kind: 'compared'; readonly traced: TracedComparison }
  | { readonly kind: 'followed'; readonly series: Series }
  | { readonly kind: 'reported'; readonly html: string }
  | { readonly kind: 'exported'; readonly files: number }
  | FailureMessage;

export interface ComparisonOptions {
  readonly signal?: AbortSignal;
  /** Source of results that are open, or may be opened; without it, all are read. */
  readonly measurements?: Measurements;
  /**
   * Whether traces outside of their experiments' folders may be read if older versions kept no names; true if omitted.
   */
  readonly readsOutside?: boolean;
  /** The worker's bundle; next to the running bundle if omitted. */
  readonly workerPath?: string;
  /** Bytes of memory the worker may take; see memoryLimit when not given. */
  readonly memoryLimit?: number;
}

/**
 * As `compareExperiments`, in a worker thread.
 * @throws what that throws; TrimtabError when the worker ends without a result; CancelledError
 */
export async function compareApart(
  groups: readonly ExperimentGroup[],
  options: ComparisonOptions = {},
): Promise<Comparison> {
  return (await traceApart(groups, options)).comparison;
}

/** As compareApart, with what leads from the comparison back to its runs. */
export async function traceApart(
  groups: readonly ExperimentGroup[],
  options: ComparisonOptions = {},
): Promise<TracedComparison> {
  const experiments = groups.flatMap((group) => group.experiments);
  const { measurements, readsOutside = true, signal } = options;
  const known = measurements === undefined ? new Map() : await knownResults(measurements, experiments, signal);
  const task: ComparisonTask = {
    kind: 'compare',
    groups: groups.map((group) => ({ ...group, experiments: group.experiments.map(sent) })),
    known,
    readsOutside,
  };
  const answer = await ask(task, options);
  if (answer.kind === 'compared') return answer.traced;
  throw new Error(`The comparison's thread answered ${answer.kind}.`);
}

/**
 * As `seriesOf`, in a worker thread.
 * @throws TrimtabError when the worker ends without a result; CancelledError
 */
export async function followApart(
  request: SeriesRequest,
  experiments: readonly Experiment[],
  options: ComparisonOptions = {},
): Promise<Series> {
  const answer = await ask({ kind: 'follow', request, experiments: experiments.map(sent) }, options);
  if (answer.kind === 'followed') return answer.series;
  throw new Error(`The comparison's thread answered ${answer.kind}.`);
}

/**
 * A comparison as a web page with pictures of two of its experiments, in a worker thread. Only what lies in the folders of the
 * experiments is drawn.
 * @throws TrimtabError when the worker ends without a result; CancelledError
 */
export async function reportApart(
  comparison: Comparison,
  [before, after]: readonly [Experiment, Experiment],
  options: ComparisonOptions = {},
): Promise<string> {
  const about = { what: 'The report of this comparison', remedy: 'export another form of it' };
  const answer = await ask({ kind: 'report', comparison, before: sent(before), after: sent(after) }, options, about);
  if (answer.kind === 'reported') return answer.html;
  throw new Error(`The thread that reports answered ${answer.kind}.`);
}

/**
 * Writes an experiment's results for other tools, in a worker thread. @returns how many files were written
 * @throws TrimtabError where it has none, or the path cannot be written to; CancelledError
 */
export async function exportApart(
  experiment: Experiment,
  where: { readonly to: ExportFormat; readonly path: string; readonly project: string },
  options: ComparisonOptions = {},
): Promise<number> {
  const about = { what: `Writing ${experiment.id}`, remedy: 'export another form of it' };
  const answer = await ask({ kind: 'export', experiment: sent(experiment), ...where }, options, about);
  if (answer.kind === 'exported') return answer.files;
  throw new Error(`The thread that exports answered ${answer.kind}.`);
}

type Answer = Exclude<ComparisonMessage, FailureMessage>;

function ask(
  task: ComparisonTask,
  { signal, ...options }: ComparisonOptions,
  about = { what: 'The comparison of these experiments', remedy: 'compare fewer or smaller ones' },
): Promise<Answer> {
  return askOnce<ComparisonMessage>({
    path: options.workerPath ?? findBundle('comparisonWorker.cjs'),
    task,
    limit: options.memoryLimit ?? memoryLimit(),
    signal,
    about,
  });
}
