/** The grammar of `trimtab experiments …`. */
import {
  type ExportFormat,
  exportForms,
  type HistoryFilter,
  isExportFormat,
  parseCriterion,
  type RetentionRule,
} from '../experiments/index.js';
import { formatOf, type Format } from './formats.js';
import { readWords } from './readWords.js';
import { understood, UsageError } from './usageError.js';

/** What a comparison is written as. */
const comparisonFormats = ['table', 'json', 'csv', 'markdown', 'html'] as const;
export type ComparisonFormat = (typeof comparisonFormats)[number];

export type ExperimentsRequest = { readonly project: string } & (
  | { readonly command: 'list'; readonly format: 'table' | 'json'; readonly filter?: HistoryFilter }
  | { readonly command: 'show'; readonly format: Format; readonly id: string }
  | { readonly command: 'usage'; readonly format: 'table' | 'json' }
  | { readonly command: 'delete'; readonly ids: readonly string[] }
  | {
      readonly command: 'compare';
      readonly format: ComparisonFormat;
      /** Identifiers of runs that repeat one another, group by group; a single group is compared with the baseline. */
      readonly groups: readonly (readonly string[])[];
      readonly accept: readonly string[];
    }
  | {
      readonly command: 'scaling';
      readonly format: 'table' | 'json';
      /** Those of the newest experiment's program and target where there are none. */
      readonly ids: readonly string[];
      /** Number of ranks to predict for. */
      readonly at?: number;
    }
  | {
      readonly command: 'changes';
      readonly format: 'table' | 'json';
      /** Those of the newest experiment's program, target and size where there are none. */
      readonly ids: readonly string[];
      /** Metrics that are followed beside run time and total time. */
      readonly metrics: readonly string[];
      readonly accept: readonly string[];
    }
  | { readonly command: 'export'; readonly id: string; readonly to: ExportFormat; readonly output?: string }
  | {
      readonly command: 'representatives';
      readonly id: string;
      readonly format: 'table' | 'json';
      /** The folder that is made; in the experiment's own where it is left out. */
      readonly output?: string;
      /** Iterations at most. */
      readonly most?: number;
      readonly removeOriginal: boolean;
    }
  | { readonly command: 'reproduce'; readonly id: string; readonly format: 'table' | 'json' }
  | { readonly command: 'prune'; readonly rule: RetentionRule; readonly apply: boolean }
  | {
      readonly command: 'tag';
      readonly ids: readonly string[];
      readonly add: readonly string[];
      readonly remove: readonly string[];
      readonly baseline?: boolean;
    }
);

export const EXPERIMENTS_HELP = `  trimtab experiments list [words]      list the experiments of this project, newest first; only those that contain all
                                        words
  trimtab experiments show <id>         print the results of an experiment; <id> may be the beginning of one, or
                                        "latest"
  trimtab experiments compare <a> <b>   show the changes from a to b; repeats are joined by commas: a1,a2,a3 b1,b2,b3; a
                                        single <id> is compared with the starred experiment of its program
  trimtab experiments scaling [id]...   show how run time, properties, call paths and lines grow with the rank count;
                                        --at <ranks> predicts them; without <id>: the newest program
  trimtab experiments changes [id]...   show from which experiment on the program takes longer or less; without <id>:
                                        those comparable to the newest one; --metric: of these metrics; with --accept
                                        "no regression" the exit code is 1 if the newest ones take longer
  trimtab experiments export <id> --to <form>   write results to --output or standard output: cube, csv, json, markdown,
                                        html (a report with pictures), tau, speedscope, folded, pprof, or sarif
                                        (findings at lines, for CI systems and code hosts)
  trimtab experiments representatives <id>   write a trace of only the iterations that represent all others, to the
                                        experiment's folder or --output; at most --most <n> iterations;
                                        --remove-original removes the whole trace
  trimtab experiments reproduce <id>    run it again from its own sources, in a copy, and compare
  trimtab experiments tag <id>... --add <tag> --remove <tag> --star --unstar   change tags and stars
  trimtab experiments prune --older <days> --keep <newest of each program>     list removable data; --yes removes it:
                                        traces (results are kept), or with --delete whole experiments; also records of
                                        successful workflow runs that are as old, or with their experiments
  trimtab experiments usage             show disk space by experiment
  trimtab experiments delete <id>...    delete experiments with all data
`;

export const EXPERIMENTS_OPTIONS_HELP = `  --format <f>         table, json, csv, markdown or html (a report with pictures) (compare)
  --accept <criterion> exit with code 1 if missed, such as "mpi_latesender <= 5 %", "run time <= 10 s",
                       "parallel efficiency >= 80 %", "not slower" (compare, changes, efficiency; may be repeated)
  --at <ranks>         predict for this rank count; four times the largest by default (scaling)
  --program, --target, --state, --with-tag <text>, --starred   only these experiments (experiments list)
`;

const options = {
  json: { type: 'boolean' },
  tsv: { type: 'boolean' },
  metrics: { type: 'boolean' },
  flat: { type: 'boolean' },
  format: { type: 'string' },
  project: { type: 'string' },
  accept: { type: 'string', multiple: true },
  at: { type: 'string' },
  metric: { type: 'string', multiple: true },
  to: { type: 'string' },
  most: { type: 'string' },
  'remove-original': { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  program: { type: 'string', multiple: true },
  target: { type: 'string', multiple: true },
  state: { type: 'string', multiple: true },
  'with-tag': { type: 'string', multiple: true },
  starred: { type: 'boolean' },
  add: { type: 'string', multiple: true },
  remove: { type: 'string', multiple: true },
  star: { type: 'boolean' },
  unstar: { type: 'boolean' },
  older: { type: 'string' },
  keep: { type: 'string' },
  delete: { type: 'boolean' },
  yes: { type: 'boolean' },
  cubex: { type: 'string' },
} as const;

type Option = keyof typeof options;

/** Which options each action takes, beside --project. */
const TAKES: Readonly<Record<ExperimentsRequest['command'], readonly Option[]>> = {
  list: ['json', 'program', 'target', 'state', 'with-tag', 'starred'],
  show: ['json', 'tsv', 'metrics', 'flat'],
  compare: ['json', 'format', 'accept'],
  scaling: ['json', 'at'],
  changes: ['json', 'metric', 'accept'],
  export: ['to', 'output'],
  representatives: ['json', 'output', 'most', 'remove-original'],
  reproduce: ['json'],
  tag: ['add', 'remove', 'star', 'unstar'],
  prune: ['older', 'keep', 'delete', 'yes'],
  usage: ['json'],
  delete: [],
};

type Values = ReturnType<typeof readWords<typeof options>>['values'];

function isAction(word: string): word is ExperimentsRequest['command'] {
  return Object.hasOwn(TAKES, word);
}

/**
 * @param args the words after `experiments`
 * @throws UsageError
 */
export function experimentsRequest(args: readonly string[]): ExperimentsRequest {
  const { values, positionals } = readWords(args, options);
  const [action = 'list', ...words] = positionals;
  if (values.cubex !== undefined)
    throw new UsageError(
      '--cubex belongs to "trimtab analyze" and "trimtab run"; "trimtab experiments export --to cube" writes one of an experiment.',
    );
  if (!isAction(action))
    throw new UsageError(`"${action}" is no action of experiments; use ${Object.keys(TAKES).join(', ')}.`);
  for (const name of Object.keys(values))
    if (name !== 'project' && !TAKES[action].some((option) => option === name))
      throw new UsageError(
        name === 'json' || name === 'tsv'
          ? `experiments ${action} has no --${name}.`
          : `--${name} does not belong to "trimtab experiments ${action}".`,
      );
  formatOf(values);
  return { project: values.project ?? '.', ...requestOf(action, words, values) };
}

type Action<T> = T extends { readonly project: string } ? Omit<T, 'project'> : never;

function requestOf(
  action: ExperimentsRequest['command'],
  words: readonly string[],
  values: Values,
): Action<ExperimentsRequest> {
  const format = values.json === true ? 'json' : 'table';
  switch (action) {
    case 'list':
      return { command: action, format, ...filterOf(words, values) };
    case 'show':
      return { command: action, format: formatOf(values), id: single(words, action) };
    case 'reproduce':
      return { command: action, format, id: single(words, action) };
    case 'representatives':
      return representativesOf(words, values, format);
    case 'compare':
      return compareOf(words, values);
    case 'scaling':
      return scalingOf(words, values, format);
    case 'changes':
      return changesOf(words, values, format);
    case 'export':
      return exportOf(words, values);
    case 'prune':
      return pruneOf(words, values);
    case 'tag':
      return tagOf(words, values);
    case 'usage':
      if (words.length > 0) throw new UsageError(`experiments usage does not take "${words[0]}".`);
      return { command: action, format };
    case 'delete':
      if (words.length === 0) throw new UsageError('experiments delete needs identifiers of experiments.');
      return { command: action, ids: words };
  }
}

function single(words: readonly string[], action: string): string {
  const id = words.at(0);
  if (id === undefined) throw new UsageError(`experiments ${action} needs the identifier of an experiment.`);
  if (words.length > 1) throw new UsageError(`experiments ${action} does not take "${words[1]}".`);
  return id;
}

const STATES = ['complete', 'failed', 'cancelled', 'running', 'damaged'] as const;

function filterOf(words: readonly string[], values: Values): { filter?: HistoryFilter } {
  const states = values.state?.map((text) => {
    const state = STATES.find((known) => known === text);
    if (state === undefined) throw new UsageError(`"${text}" is no state; use ${STATES.join(', ')}.`);
    return state;
  });
  const filter: HistoryFilter = {
    ...(words.length === 0 ? {} : { search: words.join(' ') }),
    ...(values.program === undefined ? {} : { programs: values.program }),
    ...(values.target === undefined ? {} : { targets: values.target }),
    ...(states === undefined ? {} : { states }),
    ...(values['with-tag'] === undefined ? {} : { tags: values['with-tag'] }),
    ...(values.starred === undefined ? {} : { baselines: true }),
  };
  return Object.keys(filter).length === 0 ? {} : { filter };
}

function oneOf<T extends string>(text: string, known: readonly T[], option: string): T {
  const found = known.find((word) => word === text);
  if (found === undefined) throw new UsageError(`--${option} is one of ${known.join(', ')}, not "${text}".`);
  return found;
}

function compareOf(words: readonly string[], values: Values): Action<ExperimentsRequest> {
  if (words.length === 0)
    throw new UsageError('experiments compare needs two experiments, or one and a starred one of its program.');
  const groups = words.map((word) => word.split(',').filter((id) => id !== ''));
  if (groups.some((ids) => ids.length === 0)) throw new UsageError('A group to compare has no experiments.');
  const format = values.json === true ? 'json' : (values.format ?? 'table');
  const { accept = [] } = values;
  // A mistake in a criterion is told before the work, not after it.
  understood(() => accept.map(parseCriterion));
  return {
    command: 'compare',
    groups,
    format: oneOf(format, comparisonFormats, 'format'),
    accept,
  };
}

function scalingOf(words: readonly string[], values: Values, format: 'table' | 'json'): Action<ExperimentsRequest> {
  const at = wholeNumber(values.at, 'at');
  if (at === 0) throw new UsageError('--at needs a number of ranks of at least 1.');
  return { command: 'scaling', format, ids: words, ...(at === undefined ? {} : { at }) };
}

function changesOf(words: readonly string[], values: Values, format: 'table' | 'json'): Action<ExperimentsRequest> {
  const { accept = [], metric: metrics = [] } = values;
  understood(() => accept.map(parseCriterion));
  return { command: 'changes', format, ids: words, metrics, accept };
}

function exportOf(words: readonly string[], values: Values): Action<ExperimentsRequest> {
  const known = Object.keys(exportForms).filter(isExportFormat);
  if (values.to === undefined) throw new UsageError(`experiments export needs --to ${known.join(', ')}.`);
  const to = oneOf(values.to, known, 'to');
  const id = single(words, 'export');
  return { command: 'export', id, to, ...(values.output === undefined ? {} : { output: values.output }) };
}

function wholeNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--${option} needs a whole number, not "${text}".`);
  return Number(text);
}

/** Each iteration is compared with all that are kept. */
const MOST_ITERATIONS = 256;

function representativesOf(
  words: readonly string[],
  values: Values,
  format: 'table' | 'json',
): Action<ExperimentsRequest> {
  const most = wholeNumber(values.most, 'most');
  if (most !== undefined && (most < 2 || most > MOST_ITERATIONS))
    throw new UsageError(`--most needs a number of iterations from 2 to ${MOST_ITERATIONS}.`);
  const { output } = values;
  return {
    ...{ command: 'representatives', id: single(words, 'representatives'), format },
    removeOriginal: values['remove-original'] === true,
    ...(output === undefined ? {} : { output }),
    ...(most === undefined ? {} : { most }),
  };
}

function pruneOf(words: readonly string[], values: Values): Action<ExperimentsRequest> {
  const [olderThanDays, keepNewest] = [wholeNumber(values.older, 'older'), wholeNumber(values.keep, 'keep')];
  if (olderThanDays === undefined && keepNewest === undefined && words.length === 0)
    throw new UsageError('experiments prune needs --older <days>, --keep <number> or identifiers.');
  return {
    command: 'prune',
    apply: values.yes === true,
    rule: {
      action: values.delete === true ? 'delete' : 'drop traces',
      ...(olderThanDays === undefined ? {} : { olderThanDays }),
      ...(keepNewest === undefined ? {} : { keepNewest }),
      ...(words.length === 0 ? {} : { ids: words }),
    },
  };
}

function tagOf(words: readonly string[], values: Values): Action<ExperimentsRequest> {
  if (words.length === 0) throw new UsageError('experiments tag needs identifiers of experiments.');
  const { add = [], remove = [], star, unstar } = values;
  if (star === true && unstar === true) throw new UsageError('--star and --unstar exclude each other.');
  if (add.length + remove.length === 0 && star !== true && unstar !== true)
    throw new UsageError('experiments tag needs --add, --remove, --star or --unstar.');
  const baseline = star === true ? { baseline: true } : unstar === true ? { baseline: false } : {};
  return { command: 'tag', ids: words, add, remove, ...baseline };
}
