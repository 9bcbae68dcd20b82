/** The declarations of `trimtab experiments …`. */
import { Command, Option } from '@commander-js/extra-typings';
import { present } from '../../base/present.js';
import { parseCriterion } from '../../experiments/compare/acceptance.js';
import { type ExportFormat, exportForms, isExportFormat } from '../../experiments/export/formats.js';
import type { HistoryFilter, RetentionRule } from '../../experiments/index.js';
import { type Format, formatOf, formatOptions } from './formats.js';
import { understood, UsageError } from './usageError.js';
import { collect, jsonOption, projectOption, type Submit, wholeNumber } from './values.js';

/** The forms of a comparison. */
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
      /** Identifiers of repeats, group by group; a single group is compared with the baseline. */
      readonly groups: readonly (readonly string[])[];
      readonly accept: readonly string[];
    }
  | {
      readonly command: 'scaling';
      readonly format: 'table' | 'json';
      /** By default, those of the newest experiment's program and target. */
      readonly ids: readonly string[];
      /** Rank count of the prediction. */
      readonly at?: number;
    }
  | {
      readonly command: 'changes';
      readonly format: 'table' | 'json';
      /** By default, those of the newest experiment's program, target and size. */
      readonly ids: readonly string[];
      /** Metrics that are followed in addition to run time and total time. */
      readonly metrics: readonly string[];
      readonly accept: readonly string[];
    }
  | { readonly command: 'predictions'; readonly format: 'table' | 'json' }
  | { readonly command: 'export'; readonly id: string; readonly to: ExportFormat; readonly output?: string }
  | {
      readonly command: 'representatives';
      readonly id: string;
      readonly format: 'table' | 'json';
      /** The new folder; by default, in the experiment's folder. */
      readonly output?: string;
      /** The largest number of iterations. */
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

type SubmitAction = Submit<ExperimentsRequest>;

export function experimentsCommand(submit: SubmitAction) {
  const group = new Command('experiments')
    .summary('list, compare, export and remove experiments')
    .description('List, show, compare, export and remove the experiments of a project.');
  for (const declare of [
    listAction,
    showAction,
    compareAction,
    scalingAction,
    changesAction,
    predictionsAction,
    exportAction,
    representativesAction,
    reproduceAction,
    tagAction,
    pruneAction,
    usageAction,
    deleteAction,
  ])
    group.addCommand(declare(submit));
  return group;
}

const action = (name: string, description: string) =>
  new Command(name).description(description).addOption(projectOption());

const tableOrJson = (json: true | undefined): 'table' | 'json' => (json === true ? 'json' : 'table');

const ID = 'an experiment: its identifier, the beginning of it, or latest';

const STATES = ['complete', 'failed', 'cancelled', 'running', 'damaged'] as const;
type State = (typeof STATES)[number];

const listAction = (submit: SubmitAction) =>
  action('list', 'List the experiments of this project, newest first.')
    .argument('[words...]', 'only experiments that contain all words')
    .option('--program <text>', 'only experiments of this program; may be repeated', collect)
    .option('--target <name>', 'only experiments of this target; may be repeated', collect)
    .option('--state <state>', `only experiments in this state: ${STATES.join(', ')}; may be repeated`, statesWith)
    .option('--with-tag <tag>', 'only experiments with this tag; may be repeated', collect)
    .option('--starred', 'only starred experiments')
    .addOption(jsonOption())
    .action((words, { program, target, state, withTag, starred, project = '.', json }) => {
      const search = words.length === 0 ? undefined : words.join(' ');
      const parts = { search, programs: program, targets: target, states: state, tags: withTag, baselines: starred };
      const filter: HistoryFilter = present(parts);
      const isFiltered = Object.keys(filter).length > 0;
      submit({ command: 'list', project, format: tableOrJson(json), ...(isFiltered ? { filter } : {}) });
    });

function statesWith(text: string, before: State[] | undefined): State[] {
  const state = STATES.find((known) => known === text);
  if (state === undefined) throw new UsageError(`--state takes ${STATES.join(', ')}, not "${text}".`);
  return [...(before ?? []), state];
}

const showAction = (submit: SubmitAction) =>
  action('show', 'Print the results of an experiment.')
    .argument('<id>', ID)
    .addOption(formatOptions.json())
    .addOption(formatOptions.tsv())
    .addOption(formatOptions.metrics())
    .addOption(formatOptions.flat())
    .action((id, { project = '.', ...rest }) => submit({ command: 'show', project, format: formatOf(rest), id }));

const acceptOption = () =>
  new Option(
    '--accept <criterion>',
    'exit with code 1 if missed, such as "mpi_latesender <= 5 %", "run time <= 10 s", "parallel efficiency >= 80 %", "not slower", "no regression"; may be repeated',
  ).argParser(criteriaWith);

/** A mistake in a criterion is reported before the work. */
function criteriaWith(text: string, before: string[] | undefined): string[] {
  understood(() => parseCriterion(text));
  return collect(text, before);
}

const compareAction = (submit: SubmitAction) =>
  action('compare', 'Show the changes from one experiment to another.')
    .usage('[options] <a> <b>')
    .argument(
      '<id...>',
      'two experiments; repeats are joined by commas: a1,a2,a3 b1,b2,b3; a single one is compared with the starred experiment of its program',
    )
    .addOption(
      new Option('--format <form>', 'html is a report with pictures')
        .choices(comparisonFormats)
        .default('table' as const),
    )
    .addOption(acceptOption())
    .addOption(jsonOption())
    .action((words, { project = '.', format, accept = [], json }) => {
      const groups = words.map((word) => word.split(',').filter((id) => id !== ''));
      if (groups.some((ids) => ids.length === 0)) throw new UsageError('A group to compare has no experiments.');
      submit({ command: 'compare', project, groups, format: json === true ? 'json' : format, accept });
    });

const scalingAction = (submit: SubmitAction) =>
  action('scaling', 'Show how run time, properties, call paths and lines grow with the rank count.')
    .argument('[id...]', 'experiments; by default, those of the newest program')
    .option(
      '--at <ranks>',
      'predict for this rank count; four times the largest by default',
      wholeNumber('--at', { least: 1, of: 'a rank count' }),
    )
    .addOption(jsonOption())
    .action((ids, { project = '.', at, json }) =>
      submit({ command: 'scaling', project, format: tableOrJson(json), ids, ...present({ at }) }),
    );

const changesAction = (submit: SubmitAction) =>
  action(
    'changes',
    'Show from which experiment on the program takes longer or less. With --accept "no regression" the exit code is 1 if the newest ones take longer.',
  )
    .argument('[id...]', 'experiments; by default, those comparable to the newest one')
    .option('--metric <name>', 'follow this metric too; may be repeated', collect)
    .addOption(acceptOption())
    .addOption(jsonOption())
    .action((ids, { project = '.', metric: metrics = [], accept = [], json }) =>
      submit({ command: 'changes', project, format: tableOrJson(json), ids, metrics, accept }),
    );

const outputOption = (text: string) => new Option('-o, --output <file>', text);

const predictionsAction = (submit: SubmitAction) =>
  action('predictions', 'Compare kept predictions (trimtab whatif --try) with the runs that followed.')
    .addOption(jsonOption())
    .action(({ project = '.', json }) => submit({ command: 'predictions', project, format: tableOrJson(json) }));

const exportAction = (submit: SubmitAction) =>
  action('export', 'Write the results of an experiment in the format of another tool.')
    .argument('<id>', ID)
    .requiredOption(
      '--to <form>',
      `${formatNames().join(', ')}; html is a report with pictures; sarif contains findings at lines, for CI systems and code hosts`,
      exportFormatOf,
    )
    .addOption(outputOption('the file; standard output by default'))
    .action((id, { project = '.', to, output }) =>
      submit({ command: 'export', project, id, to, ...present({ output }) }),
    );

const formatNames = (): string[] => Object.keys(exportForms);

function exportFormatOf(text: string): ExportFormat {
  if (isExportFormat(text)) return text;
  throw new UsageError(`--to takes ${formatNames().join(', ')}, not "${text}".`);
}

/** Each iteration is compared with all that are kept. */
const MOST_ITERATIONS = 256;

const representativesAction = (submit: SubmitAction) =>
  action('representatives', 'Write a trace that contains only the iterations that represent all others.')
    .argument('<id>', ID)
    .addOption(outputOption("the folder of the trace; by default, in the experiment's folder"))
    .option(
      '--most <n>',
      'at most n iterations',
      wholeNumber('--most', { least: 2, most: MOST_ITERATIONS, of: 'a number of iterations' }),
    )
    .option('--remove-original', 'remove the whole trace')
    .addOption(jsonOption())
    .action((id, { project = '.', output, most, removeOriginal = false, json }) =>
      submit({
        ...{ command: 'representatives', project, id, format: tableOrJson(json), removeOriginal },
        ...present({ output, most }),
      }),
    );

const reproduceAction = (submit: SubmitAction) =>
  action('reproduce', 'Run an experiment again from its own sources, in a copy, and compare.')
    .argument('<id>', ID)
    .addOption(jsonOption())
    .action((id, { project = '.', json }) => submit({ command: 'reproduce', project, id, format: tableOrJson(json) }));

const tagAction = (submit: SubmitAction) =>
  action('tag', 'Change tags and stars.')
    .argument('<id...>', 'experiments')
    .option('--add <tag>', 'add a tag; may be repeated', collect)
    .option('--remove <tag>', 'remove a tag; may be repeated', collect)
    .addOption(new Option('--star', 'star: the baseline of comparisons').conflicts('unstar'))
    .option('--unstar', 'remove the star')
    .action((ids, { project = '.', add = [], remove = [], star, unstar }) => {
      if (add.length + remove.length === 0 && star !== true && unstar !== true)
        throw new UsageError('experiments tag needs --add, --remove, --star or --unstar.');
      const baseline = star === true ? true : unstar === true ? false : undefined;
      submit({ command: 'tag', project, ids, add, remove, ...present({ baseline }) });
    });

const pruneAction = (submit: SubmitAction) =>
  action(
    'prune',
    'List removable data, or remove it with --yes: traces (results are kept), or with --delete whole experiments. Records of successful workflow runs that are as old, or of removed experiments, are removed too.',
  )
    .argument('[id...]', 'only these experiments')
    .option('--older <days>', 'experiments older than this', wholeNumber('--older'))
    .option('--keep <n>', 'all but the newest n of each program', wholeNumber('--keep'))
    .option('--delete', 'remove whole experiments')
    .option('--yes', 'remove')
    .action((ids, { project = '.', older: olderThanDays, keep: keepNewest, delete: isWhole, yes = false }) => {
      if (olderThanDays === undefined && keepNewest === undefined && ids.length === 0)
        throw new UsageError('experiments prune needs --older <days>, --keep <n> or identifiers.');
      const rule: RetentionRule = {
        action: isWhole === true ? 'delete' : 'drop traces',
        ...present({ olderThanDays, keepNewest }),
        ...(ids.length === 0 ? {} : { ids }),
      };
      submit({ command: 'prune', project, apply: yes, rule });
    });

const usageAction = (submit: SubmitAction) =>
  action('usage', 'Show disk space by experiment.')
    .addOption(jsonOption())
    .action(({ project = '.', json }) => submit({ command: 'usage', project, format: tableOrJson(json) }));

const deleteAction = (submit: SubmitAction) =>
  action('delete', 'Delete experiments with all data.')
    .argument('<id...>', 'experiments')
    .action((ids, { project = '.' }) => submit({ command: 'delete', project, ids }));
