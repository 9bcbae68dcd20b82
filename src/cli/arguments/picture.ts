/** The declaration of `trimtab picture`. */
import { Command, Option } from '@commander-js/extra-typings';
import { present } from '../../base/present.js';
import type { ExplorerChoice } from '../../engine/pictures/explorerRun.js';
import type { TimelineChoice } from '../../engine/pictures/timelineData.js';
import type { FlameWay } from '../../pictures/explorer/flameBoxes.js';
import type { Fold } from '../../pictures/explorer/systemLayout.js';
import { type PixelValue, pixelValues, type RowOrder, rowOrders } from '../../pictures/dynamics/mapRows.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { groupings } from '../../pictures/timeline/rowTree.js';
import { checkOptions, type View, views } from './pictureViews.js';
import { UsageError } from './usageError.js';
import { projectOption, type Submit, wholeNumber } from './values.js';

const DEFAULT_WIDTH = 1200;

const amounts = ['bytes', 'count', 'waiting'] as const;

const boxKinds = ['path', 'property', 'rank'] as const;

export interface PictureRequest extends ExplorerChoice, TimelineChoice {
  readonly command: 'picture';
  /** The project of the experiments. */
  readonly project: string;
  /** An experiment, by the beginning of its identifier. */
  readonly run: string;
  readonly view: View;
  /** Of a scatter plot: the unique name of the metric across. */
  readonly against: string;
  /** Of a flame graph: whether callers or callees come first. */
  readonly flame: FlameWay;
  /** The entries of a box plot. */
  readonly boxes: (typeof boxKinds)[number];
  /** How locations of a map are folded. */
  readonly fold: Fold;
  /** Topology to draw; that of the program if omitted. */
  readonly topology?: string;
  /** The values of a matrix. */
  readonly of: (typeof amounts)[number];
  /** Of dynamics: the number of a change, from 1; the first costs most. */
  readonly change: number;
  readonly order: RowOrder;
  readonly pixel: PixelValue;
  /** Another experiment: its timeline below on the same scale; the colors of a flame graph show the change from it. */
  readonly compare?: string;
  readonly theme: 'light' | 'dark';
  readonly out: string;
  readonly format: 'svg' | 'png';
}

const formats = ['svg', 'png'] as const;

/** The most rows of a list. */
const MOST_ROWS = 4096;

const declaration = () =>
  new Command('picture')
    .summary('draw an experiment as SVG or PNG')
    .description(
      'Draw an experiment as SVG or PNG: the timeline around the worst wait, or of --from to --to. --view selects a picture of the Explorer, or changes by iteration (dynamics).',
    )
    .argument('[experiment]', 'an experiment, trace or profile', 'latest')
    .requiredOption('--out <file>', 'the output file: .svg, or .png with twice the pixels')
    .addOption(new Option('--view <name>', 'the picture').choices(views).default('timeline' as const))
    .option('--property <name>', 'the metric, such as mpi_latesender; time by default')
    .option(
      '--function <name>',
      'only this function, inclusive; for valuemap and boxes --by rank, the function whose visits are drawn',
    )
    .option('--against <name>', 'for scatter: the metric on the horizontal axis; time by default')
    .option(
      '--by <what>',
      'for flame: path (from the top down) or callee; for boxes: path, property, or rank (the visits of --function)',
    )
    .option(
      '--fold <how>',
      'for map: thread (threads of a process in each row), node (a node in each row), or a number of columns; by default, what suits the run',
      foldOf,
    )
    .option('--topology <name>', 'the topology; that of the program by default')
    .addOption(new Option('--of <amount>', 'for matrix: the values').choices(amounts))
    .option(
      '--change <n>',
      'for dynamics: the n-th change; the first costs most',
      wholeNumber('--change', { least: 1, of: 'the number of a change' }),
    )
    .addOption(new Option('--pixel <name>', 'for dynamics: the value of a pixel').choices(pixelValues))
    .option('--from <s>', 'the begin of the time window, in seconds from the start, or in steps', (text: string) =>
      moment('--from', text),
    )
    .option('--to <s>', 'the end of the time window', (text: string) => moment('--to', text))
    .option('--rows <list>', 'only these rows, such as 0-3,8', rowsOf)
    .addOption(
      new Option('--group <how>', 'rows by location, process or machine, or a number of locations').choices(groupings),
    )
    .addOption(new Option('--color <what>', 'the meaning of colors').choices(['class', 'function', 'lateness']))
    .option('--order <name>', 'time, or logical: by causality, step by step; for dynamics: ranks by number or cluster')
    .option(
      '--compare <run>',
      'another experiment: its timeline below, on the same scale from the start; for flame, colors show the change from it',
    )
    .option(
      '--width <pixels>',
      'the width',
      wholeNumber('--width', { least: 240, most: 10_000, of: 'pixels' }),
      DEFAULT_WIDTH,
    )
    .addOption(new Option('--theme <name>', 'the colors').choices(['light', 'dark']).default('light' as const))
    .addOption(projectOption());

type Values = ReturnType<ReturnType<typeof declaration>['opts']>;

export function pictureCommand(submit: Submit<PictureRequest>) {
  return declaration().action((run, values) => {
    const { view, project = '.', topology, fold = 'usual', of = 'bytes', width, theme } = values;
    checkOptions(view, values);
    submit({
      ...{ command: 'picture', project, run, view },
      ...metricsOf(values),
      ...present({ topology }),
      ...byOf(values),
      ...{ fold, of },
      ...dynamicsOf(values),
      window: windowOf(values),
      ...timelineOf(values),
      ...{ width, theme, ...fileOf(values.out) },
    });
  });
}

/** The metrics and the function of a picture. @throws UsageError */
function metricsOf({
  view,
  property,
  function: name,
  against = 'time',
}: Values): Pick<PictureRequest, 'property' | 'function' | 'against'> {
  if (view === 'scatter' && (property ?? 'time') === against)
    throw new UsageError(
      `scatter draws two metrics, and both are ${against}: choose them with --property and --against, such as --against visits.`,
    );
  return { against, ...present({ property, function: name }) };
}

/** The boxes of a view. @throws UsageError */
function byOf({ view, by, function: name }: Values): Pick<PictureRequest, 'flame' | 'boxes'> {
  const path = oneOf('--by', (view === 'flame' ? by : undefined) ?? 'path', ['path', 'callee'] as const);
  const boxes = oneOf('--by', (view === 'boxes' ? by : undefined) ?? 'path', boxKinds);
  if (boxes === 'rank' && name === undefined)
    throw new UsageError('--by rank draws the visits of one function: name it with --function.');
  return { flame: path === 'path' ? 'down' : path, boxes };
}

/** The most locations of a map in a row. */
const MOST_COLUMNS = 4096;

function foldOf(text: string): Fold {
  if (text === 'thread' || text === 'node') return text;
  const columns = Number(text);
  if (Number.isInteger(columns) && columns >= 1 && columns <= MOST_COLUMNS) return columns;
  throw new UsageError(`--fold takes thread, node, or a number of columns from 1 to ${MOST_COLUMNS}, not "${text}".`);
}

function timelineOf({
  view,
  rows,
  group,
  color = 'class',
  order,
  compare,
}: Values): Pick<PictureRequest, 'rows' | 'group' | 'color' | 'axis' | 'compare'> {
  const axis = oneOf('--order', (view === 'timeline' ? order : undefined) ?? 'time', ['time', 'logical'] as const);
  if (compare !== undefined && axis === 'logical')
    throw new UsageError('--compare draws both experiments in order of time: omit --order.');
  return { ...present({ rows, group, compare }), color, axis };
}

function fileOf(out: string): Pick<PictureRequest, 'out' | 'format'> {
  const format = formats.find((one) => out.toLowerCase().endsWith(`.${one}`));
  if (format !== undefined) return { out, format };
  throw new UsageError(`Pictures are SVG or PNG files: end the name of --out with .svg or .png, not "${out}".`);
}

function windowOf({ view, from, to, compare, by }: Values): Partial<Window> {
  const isPart = from !== undefined || to !== undefined;
  if (isPart && view === 'flame' && compare !== undefined)
    throw new UsageError('--compare colors changes of whole runs: omit --from and --to.');
  if (isPart && view === 'boxes' && by === 'rank')
    throw new UsageError('--by rank draws all visits of the run: omit --from and --to.');
  if (from !== undefined && to !== undefined && from >= to) throw new UsageError('--from must be before --to.');
  return present({ from, to });
}

function dynamicsOf({
  view,
  change = 1,
  order = 'number',
  pixel = 'mean',
}: Values): Pick<PictureRequest, 'change' | 'order' | 'pixel'> {
  return { change, order: view === 'dynamics' ? oneOf('--order', order, rowOrders) : 'number', pixel };
}

function oneOf<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new UsageError(`${option} takes ${words.join(' or ')}, not "${text}".`);
  return word;
}

function moment(option: string, text: string): number {
  const time = Number(text);
  if (text.trim() !== '' && Number.isFinite(time) && time >= 0) return time;
  throw new UsageError(`${option} takes seconds from the start of the run, such as 16.2, not "${text}".`);
}

function rowsOf(text: string): number[] {
  const rows = text.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d{1,7})(?:-(\d{1,7}))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || to < from || to - from >= MOST_ROWS)
      throw new UsageError(`--rows takes numbers of rows such as 0-3,8, not "${text}".`);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  if (rows.length > MOST_ROWS) throw new UsageError(`--rows takes at most ${MOST_ROWS} rows.`);
  return [...new Set(rows)];
}
