/** A timeline as a standalone picture: title, the whole run as a strip, axis, rows, and its description. */
import { duration, grouped } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Drawn, Picture, Rectangle } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';
import { lowered } from '../drawing/lowered.js';
import { axis, windowText } from './axis.js';
import { bundleLines, type GivenBundles } from './bundles.js';
import { STRIP_SPACE, stripFrame, stripScale } from './classStrip.js';
import type { Columns } from './columns.js';
import { bottomOf, type Frame, ROW_HEIGHTS, rowSize, type Window, xOf, yOf } from './frame.js';
import { type InkNames, inksIn, legend } from './legend.js';
import {
  causeLine,
  collectiveLines,
  type CollectiveMoment,
  collectiveMoments,
  type CollectiveStep,
  chosenEdge,
  labels,
  messageLines,
  type Messages,
  type NamedSpan,
  omittedTexts,
  pathLines,
  rowNames,
  type Span,
} from './marks.js';
import { overviewBars, overviewWindow } from './overview.js';
import { rowBars } from './rows.js';
import { uncertainAreas } from './uncertain.js';

export interface TimelineData {
  /** Title of the run, such as `heat2d, 4 ranks`. */
  readonly title: string;
  /** All of the run. */
  readonly span: Window;
  readonly window: Window;
  readonly names: readonly string[];
  readonly columns: Columns;
  /** From the beginning of the first column to the end of the last one; the window is within. */
  readonly columnsWindow: Window;
  /** All locations together, in one row, over the whole run. */
  readonly overview: Columns;
  /** The locations of the rows combined, in one row of the same columns; omitted for one location. */
  readonly division?: { readonly columns: Columns; readonly name: string };
  /** By row, the moment from which on its values are uncertain; in order of time only. */
  readonly uncertain?: ReadonlyMap<number, Seconds>;
  /** Named spans in the rows, the most important first. */
  readonly spans: readonly NamedSpan[];
  readonly path: readonly Span[];
  readonly messages: Messages;
  /** In logical order only. */
  readonly collectives?: readonly CollectiveStep[];
  /** In order of time only, the one waited in longest first. */
  readonly moments?: readonly CollectiveMoment[];
  /** Messages of the window, also those without a line. */
  readonly allMessages: number;
  /** Those without a line; in order of time only. */
  readonly bundles?: GivenBundles;
  /** Messages in bundles that are omitted. */
  readonly omittedMessages?: number;
  /** The same of collective operations. */
  readonly allCollectives?: number;
  readonly chosen?: {
    readonly wait: Span;
    readonly cause?: { readonly row: number; readonly time: Seconds };
  };
  /** Description of the picture, a line each. */
  readonly sentences: readonly string[];
  /** Names of the inks of bars; those of classes if omitted. */
  readonly inkNames?: InkNames;
  /** Unit of times; seconds if omitted. */
  readonly unit?: Frame['unit'];
}

export interface TimelineOptions {
  /** CSS pixels. */
  readonly width: number;
  /** Height of rows; depends on their number if omitted. */
  readonly rowHeight?: number;
  /** Begin of the time axis; depends on the names if omitted. */
  readonly left?: number;
}

const MARGIN = 16;
const TITLE = 15;
const TEXT = 13;
const STRIP = { top: 40, height: 24 } as const;
const AXIS_TOP = STRIP.top + STRIP.height + 14;
const ROWS_TOP = AXIS_TOP + 20;
/** Default total height of rows. */
const ROOM = 900;

/** Returns the width of the names, after which the time axis begins. */
export function gutter(names: readonly string[], width: number, size = 12): number {
  const widest = names.reduce((most, name) => Math.max(most, widthOfText(name, size)), 40);
  return Math.round(MARGIN + Math.min(widest, width / 4) + 8);
}

/** Several runs below one another, with time on one scale. */
export function timelinePictures(all: readonly TimelineData[], options: TimelineOptions): Picture {
  const left = all.reduce((most, data) => Math.max(most, gutter(namesIn(data), options.width)), 0);
  const pictures = all.map((data) => timelinePicture(data, { ...options, left }));
  let height = 0;
  const items = pictures.flatMap((picture) => {
    const moved = lowered(picture.items, height);
    height += picture.height;
    return moved;
  });
  const [title, ...others] = pictures.map((picture) => picture.title);
  return {
    ...{ width: options.width, height, items },
    title: [title, ...others].join('; below, on the same scale: '),
    description: pictures.map(({ description }) => description).join(' '),
  };
}

export function timelinePicture(data: TimelineData, options: TimelineOptions): Picture {
  const { width, rowHeight } = options;
  const { span, window, names, columns, unit } = data;
  const left = options.left ?? gutter(namesIn(data), width);
  const size = ROW_HEIGHTS.find(({ height }) => height === rowHeight) ?? rowSize(names.length, ROOM);
  const frame: Frame = {
    ...{ window, left, width: width - left - MARGIN, top: ROWS_TOP },
    ...{ rowHeight: size.height, gap: size.gap, rows: names.length },
    ...(unit === undefined ? {} : { unit }),
  };
  const strip: Rectangle = { x: left, y: STRIP.top, width: frame.width, height: STRIP.height };
  const rowsBottom = bottomOf(frame);
  const bottom = rowsBottom + (data.division === undefined ? 0 : STRIP_SPACE);
  const { lines, texts } = axis(frame, AXIS_TOP, bottom);
  const shown = {
    path: data.path.length > 0,
    messages: data.messages.waiting.length > 0,
    collectives: (data.moments ?? data.collectives ?? []).length > 0,
    uncertain: (data.uncertain?.size ?? 0) > 0,
  };
  const key = legend(inksIn(columns), shown, { x: left, y: bottom + 16, right: width - MARGIN }, data.inkNames);
  const said = [...data.sentences, ...omitted(data)];
  const below = bottom + 16 + key.height + 6;
  return {
    width,
    height: below + said.length * 19 + 10,
    title: `Timeline of ${data.title}`,
    description: [`${shownTime(data)}.`, ...said].join(' '),
    items: [
      ...heading(data, width, left),
      ...overviewBars(data.overview, strip),
      ...overviewWindow(strip, span, window),
      ...lines,
      ...texts,
      ...rowNames(frame, names),
      {
        is: 'clip',
        x: left,
        y: ROWS_TOP - 4,
        width: frame.width,
        height: rowsBottom - ROWS_TOP + 8,
        items: body(data, frame),
      },
      ...divided(data, stripFrame(frame, bottom - STRIP_SPACE + 10)),
      ...key.items,
      ...said.map((text, at) => sentence(text, MARGIN, below + 13 + at * 19, width)),
    ],
  };
}

const namesIn = ({ names, division }: TimelineData): readonly string[] =>
  division === undefined ? names : [...names, division.name];

/** The strip below the rows. */
function divided({ division, columnsWindow }: TimelineData, frame: Frame): Drawn[] {
  if (division === undefined) return [];
  const { left, width, top: y, rowHeight: height } = frame;
  const [from, to] = [xOf(frame, columnsWindow.from), xOf(frame, columnsWindow.to)];
  const items = rowBars(division.columns, 0, { x: from, y, width: to - from, height });
  return [...stripScale(frame, division.name), { is: 'clip', x: left, y, width, height, items }];
}

function body(data: TimelineData, frame: Frame): Drawn[] {
  const { columns, columnsWindow, chosen } = data;
  const [from, to] = [xOf(frame, columnsWindow.from), xOf(frame, columnsWindow.to)];
  const box = (row: number): Rectangle => ({
    ...{ x: from, y: yOf(frame, row), width: to - from, height: frame.rowHeight },
  });
  return [
    ...Array.from({ length: frame.rows }, (_, row) => rowBars(columns, row, box(row))).flat(),
    ...uncertainAreas(frame, data.uncertain ?? new Map()),
    ...pathLines(frame, data.path),
    ...collectiveLines(frame, data.collectives ?? []),
    ...collectiveMoments(frame, data.moments ?? []),
    ...(data.bundles === undefined ? [] : bundleLines(frame, data.bundles)),
    ...messageLines(frame, data.messages),
    ...(chosen?.cause === undefined ? [] : [causeLine(frame, chosen.wait, chosen.cause)]),
    ...labels(frame, data.spans),
    ...(chosen === undefined ? [] : [chosenEdge(frame, chosen.wait)]),
  ];
}

const shownTime = ({ span, window, unit }: TimelineData): string =>
  `${windowText(window, unit)} of ${unit === 'steps' ? grouped(span.to - span.from) : duration(span.to - span.from)}`;

function heading(data: TimelineData, width: number, left: number): Drawn[] {
  const { title } = data;
  const shown = shownTime(data);
  const room = width - MARGIN * 3 - widthOfText(shown, TEXT);
  return [
    { is: 'text', x: MARGIN, y: 26, text: shortened(title, TITLE, room), ink: 'text', size: TITLE, isBold: true },
    { is: 'text', x: width - MARGIN, y: 26, text: shown, ink: 'quiet', size: TEXT, anchor: 'end' },
    { is: 'text', x: left - 8, y: STRIP.top + 16, text: 'all', ink: 'quiet', size: 12, anchor: 'end' },
  ];
}

const sentence = (text: string, x: number, y: number, width: number): Drawn => ({
  ...{ is: 'text', x, y, text: shortened(text, TEXT, width - 2 * MARGIN), ink: 'text', size: TEXT },
});

function omitted({ allMessages: all, messages, bundles, omittedMessages = 0, allCollectives = 0 }: TimelineData) {
  const bundled = bundles === undefined ? undefined : { bundles: bundles.count.length, omitted: omittedMessages };
  const drawn = messages.waiting.length;
  return omittedTexts({ drawn, all, ...(bundled === undefined ? {} : { bundled }) }, allCollectives).map(
    (text) => `${text}.`,
  );
}
