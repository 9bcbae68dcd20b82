/** The grammar of `trimtab picture …`. */
import type { ExplorerChoice } from '../engine/pictures/explorerRun.js';
import type { TimelineChoice } from '../engine/pictures/timelineData.js';
import type { FlameWay } from '../pictures/explorer/flameBoxes.js';
import type { Fold } from '../pictures/explorer/systemLayout.js';
import { type PixelValue, pixelValues, type RowOrder, rowOrders } from '../pictures/dynamics/mapRows.js';
import type { Window } from '../pictures/timeline/frame.js';
import { groupings } from '../pictures/timeline/rowTree.js';
import { checkOptions, type View, viewOf } from './pictureViews.js';
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

const amounts = ['bytes', 'count', 'waiting'] as const;

const boxKinds = ['path', 'property', 'rank'] as const;

export interface PictureRequest extends ExplorerChoice, TimelineChoice {
  readonly command: 'picture';
  /** The project whose experiments are meant. */
  readonly project: string;
  /** An experiment, by the beginning of its identifier. */
  readonly run: string;
  readonly view: View;
  /** Of a scatter plot: the unique name of the metric across. */
  readonly against: string;
  /** Of a flame graph: whether callers or callees come first. */
  readonly flame: FlameWay;
  /** What has a box of a box plot. */
  readonly boxes: (typeof boxKinds)[number];
  /** How locations of a map are folded. */
  readonly fold: Fold;
  /** Which topology is drawn; that of the program when left out. */
  readonly topology?: string;
  /** What a matrix is of. */
  readonly of: (typeof amounts)[number];
  /** Of dynamics: the number of what changes, from 1, that which costs most first. */
  readonly change: number;
  readonly order: RowOrder;
  readonly pixel: PixelValue;
  /** Another experiment: its timeline below on the same scale; the colors of a flame graph show the change from it. */
  readonly compare?: string;
  readonly theme: 'light' | 'dark';
  readonly out: string;
  readonly format: 'svg' | 'png';
}

export const PICTURE_HELP = `  trimtab picture [experiment] --out <file.svg|file.png>
                                        draw the timeline around the worst wait, or of --from to --to; --view selects a
                                        picture of the Explorer, or changes by iteration (dynamics)
`;

export const PICTURE_OPTIONS_HELP = `  --view <name>        the picture: timeline, bars, histogram, scatter, boxes, matrix, flame, map, topology, time,
                       valuemap, search or dynamics (picture)
  --property <name>    the metric, such as mpi_latesender; time by default (picture)
  --function <name>    only this function, inclusive; for valuemap and boxes --by rank, the function whose visits are
                       drawn (picture)
  --against <name>     for scatter: the metric on the horizontal axis; time by default (picture)
  --by <what>          for flame: path (from the top down) or callee; for boxes: path, property, or rank (the visits of
                       --function) (picture)
  --fold <how>         for map: thread (threads of a process in each row), node (a node in each row), or a number of
                       columns; by default, what suits the run (picture)
  --topology <name>    the topology to draw; that of the program by default (picture)
  --of <what>          bytes, count or waiting of a matrix (picture)
  --change <n>         for dynamics: the n-th change; the first costs most (picture)
  --pixel <name>       for dynamics: the value of a pixel, mean or largest (picture)
  --from, --to <s>     the time window, in seconds from the start, or in steps (picture)
  --rows <list>        only these rows, such as 0-3,8 (picture)
  --group <how>        one row per location (none), process, machine, or n locations (picture)
  --color <what>       color by class, function or lateness (picture)
  --order <name>       time, or logical: by causality, step by step; for dynamics: ranks by number or cluster (picture)
  --compare <run>      another experiment: its timeline below, on the same scale from the start; for flame, colors show
                       the change from it (picture)
  --width <pixels>     the width in pixels; 1200 by default (picture)
  --theme <name>       light or dark (picture)
  --out <file>         the output file: .svg, or .png with twice the pixels (picture)
`;

const options = {
  project: { type: 'string' },
  view: { type: 'string' },
  property: { type: 'string' },
  function: { type: 'string' },
  against: { type: 'string' },
  by: { type: 'string' },
  fold: { type: 'string' },
  topology: { type: 'string' },
  of: { type: 'string' },
  change: { type: 'string' },
  order: { type: 'string' },
  pixel: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  rows: { type: 'string' },
  group: { type: 'string' },
  color: { type: 'string' },
  compare: { type: 'string' },
  width: { type: 'string' },
  theme: { type: 'string' },
  out: { type: 'string' },
} as const;

const formats = ['svg', 'png'] as const;

/** Rows that a list may name. */
const MOST_ROWS = 4096;

/** @param args the words after `picture` @throws UsageError */
export function pictureRequest(args: readonly string[]): PictureRequest {
  const { values, positionals } = readWords(args, options);
  const [run = 'latest', extra] = positionals;
  if (extra !== undefined) throw new UsageError(`picture does not take "${extra}".`);
  const view = viewOf(values.view);
  checkOptions(view, values);
  const theme = oneOf('theme', values.theme ?? 'light', ['light', 'dark'] as const);
  return {
    ...{ command: 'picture', project: values.project ?? '.', run, view },
    ...metricsOf(view, values),
    ...(values.topology === undefined ? {} : { topology: values.topology }),
    ...byOf(view, values),
    fold: foldOf(values.fold),
    of: oneOf('of', values.of ?? 'bytes', amounts),
    ...dynamicsOf(view === 'dynamics' ? values : {}),
    window: windowOf(view, values),
    ...timelineOf(view, values),
    ...{ width: widthOf(values.width ?? '1200'), theme, ...fileOf(values.out) },
  };
}

type Values = ReturnType<typeof readWords<typeof options>>['values'];

/** What is drawn of which function. */
function metricsOf(
  view: View,
  { property, function: name, against = 'time' }: Values,
): Pick<PictureRequest, 'property' | 'function' | 'against'> {
  if (view === 'scatter' && (property ?? 'time') === against)
    throw new UsageError(
      `scatter draws two metrics, and both are ${against}: choose them with --property and --against, such as --against visits.`,
    );
  return {
    against,
    ...(property === undefined ? {} : { property }),
    ...(name === undefined ? {} : { function: name }),
  };
}

/** What boxes of a view stand for. @throws UsageError */
function byOf(view: View, { by, function: name }: Values): Pick<PictureRequest, 'flame' | 'boxes'> {
  const path = oneOf('by', (view === 'flame' ? by : undefined) ?? 'path', ['path', 'callee'] as const);
  const boxes = oneOf('by', (view === 'boxes' ? by : undefined) ?? 'path', boxKinds);
  if (boxes === 'rank' && name === undefined)
    throw new UsageError('--by rank draws the visits of one function: name it with --function.');
  return { flame: path === 'path' ? 'down' : path, boxes };
}

/** Locations of a map in a row. */
const MOST_COLUMNS = 4096;

function foldOf(text: string | undefined): Fold {
  if (text === undefined) return 'usual';
  if (text === 'thread' || text === 'node') return text;
  const columns = Number(text);
  if (Number.isInteger(columns) && columns >= 1 && columns <= MOST_COLUMNS) return columns;
  throw new UsageError(`--fold takes thread, node, or a number of columns from 1 to ${MOST_COLUMNS}, not "${text}".`);
}

function timelineOf(
  view: View,
  { rows, group, color, order, compare }: Values,
): Pick<PictureRequest, 'rows' | 'group' | 'color' | 'axis' | 'compare'> {
  const axis = oneOf('order', (view === 'timeline' ? order : undefined) ?? 'time', ['time', 'logical'] as const);
  if (compare !== undefined && axis === 'logical')
    throw new UsageError('--compare draws both experiments in order of time: leave --order out.');
  return {
    ...(rows === undefined ? {} : { rows: rowsOf(rows) }),
    ...(group === undefined ? {} : { group: oneOf('group', group, groupings) }),
    ...{ color: oneOf('color', color ?? 'class', ['class', 'function', 'lateness'] as const), axis },
    ...(compare === undefined ? {} : { compare }),
  };
}

function fileOf(out: string | undefined): Pick<PictureRequest, 'out' | 'format'> {
  if (out === undefined) throw new UsageError('picture needs a file to write: --out picture.svg.');
  const format = formats.find((one) => out.toLowerCase().endsWith(`.${one}`));
  if (format !== undefined) return { out, format };
  throw new UsageError(
    `Pictures are written as SVG or PNG: give --out a name that ends with .svg or .png, not "${out}".`,
  );
}

function windowOf(view: View, { from, to, compare, by }: Values): Partial<Window> {
  const window = { ...moment('from', from), ...moment('to', to) };
  const isPart = from !== undefined || to !== undefined;
  if (isPart && view === 'flame' && compare !== undefined)
    throw new UsageError('--compare colors changes of whole runs: leave --from and --to out.');
  if (isPart && view === 'boxes' && by === 'rank')
    throw new UsageError('--by rank draws all visits of the run: leave --from and --to out.');
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to)
    throw new UsageError('--from must be before --to.');
  return window;
}

function dynamicsOf({
  change = '1',
  order = 'number',
  pixel = 'mean',
}: Values): Pick<PictureRequest, 'change' | 'order' | 'pixel'> {
  const number = Number(change);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`--change takes a number from 1, not "${change}".`);
  return { change: number, order: oneOf('order', order, rowOrders), pixel: oneOf('pixel', pixel, pixelValues) };
}

function oneOf<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new UsageError(`--${name} takes ${words.join(' or ')}, not "${text}".`);
  return word;
}

function moment(name: 'from' | 'to', text: string | undefined): Partial<Window> {
  if (text === undefined) return {};
  const time = Number(text);
  if (text.trim() === '' || !Number.isFinite(time) || time < 0)
    throw new UsageError(`--${name} takes seconds from the start of the run, such as 16.2, not "${text}".`);
  return { [name]: time };
}

function widthOf(text: string): number {
  const width = Number(text);
  if (!Number.isInteger(width) || width < 240 || width > 10_000)
    throw new UsageError(`--width takes pixels from 240 to 10000, not "${text}".`);
  return width;
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
