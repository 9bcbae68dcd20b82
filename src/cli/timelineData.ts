/** What a timeline is drawn from, asked of an open experiment. */
import { absent, elementAt } from '../base/elements.js';
import { TrimtabError } from '../base/problem.js';
import { counted, duration, fileName } from '../base/text.js';
import type { SourcePlace } from '../model/findings.js';
import { inksOfClasses } from '../pictures/colors/inks.js';
import { meanOf, pasted } from '../pictures/timeline/columns.js';
import { type Window, windowAround } from '../pictures/timeline/frame.js';
import { callSpans, messagesOf, pathOf, type Rows, waitSpans } from '../pictures/timeline/instances.js';
import { MOST_MESSAGES } from '../pictures/timeline/marks.js';
import type { TimelineData } from '../pictures/timeline/picture.js';
import { namesOf, RunNames, type ToldWait, type Wait, type WaitPlaces } from '../pictures/timeline/told.js';
import type { Answer, Ask, QueryKind } from '../protocol/queries/index.js';
import type { PictureRequest } from './pictureArguments.js';

const TILE = 256;
/** Rows that a picture shows where nobody says which. */
const MOST_ROWS = 512;
/** A picture has so many columns for a pixel at least. */
const FINER = 2;

/** Asks an open experiment, as the editor does. */
export type AskRun = <K extends QueryKind>(kind: K, ask: Ask<K>) => Answer<K>;

/** @throws TrimtabError where the experiment has no timeline, or rows are asked for that it has not */
export function timelineData(ask: AskRun, title: string, request: PictureRequest): TimelineData {
  const { head, columns: run } = ask('timeline', {});
  if (head.span <= 0) throw new TrimtabError(head.missing ?? 'This experiment has no events.');
  const { definitions, metrics } = ask('definitions', {}).head;
  const { regions } = definitions;
  const { region } = ask('callTree', {}).columns;
  const all = namesOf(run);
  const rows = rowsOf(request.rows, all.length);
  const locations = rows.map((row) => elementAt(run.location, row));
  const names = rows.map((row) => all[row] ?? absent(row));
  const told = new RunNames({ metrics, regions, region, locations: run.location, names: all });
  const rowOf = new Map(locations.map((location, row) => [location, row]));

  const wait = head.waits > 0 ? ask('worst', { locations, ...windowAsked(request, head.span) }).head.wait : undefined;
  const span = { from: 0, to: head.span };
  const window = windowOf(request.window, span, wait);
  const marks = ask('marks', { ...window, locations, most: MOST_MESSAGES });
  const tiles = tilesOf(ask, { span, window, pixels: request.width, locations });
  const classes = inksOfClasses(head.classes);
  const whole = ask('tiles', { level: 0, tile: 0, locations });
  const worst = wait === undefined ? undefined : told.told(wait, placesOf(ask, wait));
  return {
    title: [title, counted(all.length, 'row')].join(', '),
    ...{ span, window, names },
    columns: pasted(tiles.map(({ columns }) => ({ ...columns, rows: rows.length, columns: TILE, classes }))),
    columnsWindow: { from: tiles[0]?.head.from ?? 0, to: tiles.at(-1)?.head.to ?? head.span },
    overview: meanOf({ ...whole.columns, rows: rows.length, columns: TILE, classes }),
    spans: [
      ...waitSpans(marks.columns, rowOf),
      ...callSpans(
        tiles.map(({ columns }) => columns),
        (node) => told.functionOf(node),
      ),
    ],
    path: pathOf(marks.columns, rowOf),
    ...shownMessages(marks, rowOf),
    ...chosenOf(worst, rowOf),
    sentences: [
      ...(worst === undefined ? [] : [`${worst.sentence}.`, ...linesOf(worst)]),
      ...(head.missing === undefined ? [] : [head.missing]),
      ...(rows.length < all.length && request.rows === undefined
        ? [`Shows the first ${rows.length} of ${all.length} rows; --rows chooses others.`]
        : []),
    ],
  };
}

function rowsOf(asked: readonly number[] | undefined, count: number): readonly number[] {
  if (asked === undefined) return Array.from({ length: Math.min(count, MOST_ROWS) }, (_, row) => row);
  const missing = asked.find((row) => row >= count);
  if (missing !== undefined)
    throw new TrimtabError(`There is no row ${missing}: this experiment has rows 0 to ${count - 1}.`);
  return asked;
}

/** What of the run is looked at for the worst wait, where the person says it. */
function windowAsked({ window }: PictureRequest, to: number): { readonly window?: Window } {
  return window.from === undefined && window.to === undefined ? {} : { window: { from: 0, to, ...window } };
}

function windowOf(asked: Partial<Window>, span: Window, wait: Window | undefined): Window {
  if (asked.from === undefined && asked.to === undefined) return wait === undefined ? span : windowAround(span, wait);
  const window = { from: asked.from ?? span.from, to: Math.min(asked.to ?? span.to, span.to) };
  if (window.from >= window.to)
    throw new TrimtabError(`The run ends after ${duration(span.to)}; --from must be before.`);
  return window;
}

interface Part {
  readonly span: Window;
  readonly window: Window;
  readonly pixels: number;
  readonly locations: number[];
}

function tilesOf(ask: AskRun, { span, window, pixels, locations }: Part): Answer<'tiles'>[] {
  const wanted = (pixels * FINER * (span.to - span.from)) / (window.to - window.from);
  const level = Math.min(40, Math.max(0, Math.ceil(Math.log2(wanted / TILE))));
  const seconds = (span.to - span.from) / 2 ** level;
  const first = Math.floor((window.from - span.from) / seconds);
  const last = Math.max(first, Math.min(2 ** level, Math.ceil((window.to - span.from) / seconds)) - 1);
  return Array.from({ length: last - first + 1 }, (_, at) =>
    ask('tiles', { level, tile: first + at, locations, intervals: true }),
  );
}

function placesOf(ask: AskRun, { node, late }: Wait): WaitPlaces {
  const placeOf = (at: number) => ask('nodePlace', { node: at }).head.place;
  return { own: placeOf(node), cause: late?.node === undefined ? undefined : placeOf(late.node) };
}

/** `It waits at heat2d.c:129 for what is done at heat2d.c:165.` */
function linesOf({ place, cause }: ToldWait): string[] {
  if (place === undefined) return [];
  const text = ({ file, line }: SourcePlace): string => `${fileName(file)}:${line}`;
  const made = cause?.place === undefined ? '' : ` for what is done at ${text(cause.place)}`;
  return [`It waits at ${text(place)}${made}.`];
}

function shownMessages(
  { head, columns }: Answer<'marks'>,
  rowOf: Rows,
): Pick<TimelineData, 'messages' | 'allMessages'> {
  const messages = messagesOf(columns, rowOf);
  // Those to and from other rows are not of this picture.
  return { messages, allMessages: head.messages - (columns.messageFrom.length - messages.waiting.length) };
}

function chosenOf(worst: ToldWait | undefined, rowOf: Rows): Pick<TimelineData, 'chosen'> {
  const row = worst === undefined ? undefined : rowOf.get(worst.location);
  if (worst === undefined || row === undefined) return {};
  const { from, to, cause } = worst;
  const causeRow = cause === undefined ? undefined : rowOf.get(cause.location);
  return {
    chosen: {
      wait: { row, from, to },
      ...(cause === undefined || causeRow === undefined ? {} : { cause: { row: causeRow, time: cause.time } }),
    },
  };
}
