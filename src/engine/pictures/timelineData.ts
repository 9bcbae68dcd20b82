/** Data of a timeline, from an open experiment. */
import { TrimtabError } from '../../base/problem.js';
import { counted, duration, fileName } from '../../base/text.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { inksOfClasses } from '../../pictures/colors/inks.js';
import {
  type Coloring,
  coloringByClass,
  coloringByFocus,
  coloringByLateness,
  type Functions,
  mainFunctions,
} from '../../pictures/timeline/coloring.js';
import { bundleColumns } from '../../pictures/timeline/bundles.js';
import { dividedOf, stripName } from '../../pictures/timeline/classStrip.js';
import { type Columns, pasted } from '../../pictures/timeline/columns.js';
import { type Window, windowAround } from '../../pictures/timeline/frame.js';
import {
  callSpans,
  collectivesInSteps,
  collectivesInTime,
  messagesInSteps,
  messagesOf,
  pathOf,
  type Rows,
  waitSpans,
} from '../../pictures/timeline/instances.js';
import { MOST_MESSAGES } from '../../pictures/timeline/marks.js';
import type { TimelineData } from '../../pictures/timeline/picture.js';
import { uncertainRows } from '../../pictures/timeline/uncertain.js';
import {
  type Grouping,
  groupingsOf,
  machineNames,
  type Row,
  rowsByLocation,
  rowsOf as groupedRows,
  usualGrouping,
} from '../../pictures/timeline/rowTree.js';
import { namesOf, RunNames, type ShownWait, type Wait, type WaitPlaces } from '../../pictures/timeline/waitSentence.js';
import type { Answer } from '../../protocol/queries/index.js';
import { MOST_STEP_LOCATIONS } from '../../protocol/queries/stepMarks.js';
import type { AskRun } from './openedRun.js';

const TILE = 256;
/** Default number of rows of a picture. */
const MOST_ROWS = 512;
/** A picture has so many columns for a pixel at least. */
const FINER = 2;

/** The part of a run to draw, and its presentation. */
export interface TimelineChoice {
  /** Seconds from the trace's start, or steps in logical order; if omitted, the worst wait with its surroundings. */
  readonly window: Partial<Window>;
  /** Rows by their numbers, from 0; all if omitted. */
  readonly rows?: readonly number[];
  /** Grouping of locations into rows; the default for their count if omitted. */
  readonly group?: Grouping;
  /** Criterion of the colors. */
  readonly color: 'class' | 'function' | 'lateness';
  readonly axis: 'time' | 'logical';
  /** CSS pixels. */
  readonly width: number;
}

/**
 * @param isBounded whether the window has to lie within the run; what is asked for beyond its end is empty otherwise
 * @throws TrimtabError where the experiment has no timeline, or rows are asked for that it has not
 */
export function timelineData(ask: AskRun, title: string, request: TimelineChoice, isBounded = true): TimelineData {
  const { head, columns: run } = ask('timeline', {});
  if (head.span <= 0) throw new TrimtabError(head.missing ?? 'This experiment has no events.');
  const isSteps = request.axis === 'logical';
  if ((isSteps || request.color === 'lateness') && head.steps === 0)
    throw new TrimtabError('This experiment has no operations between processes, so it has no logical order.');
  const { definitions, metrics } = ask('definitions', {}).head;
  const { regions } = definitions;
  const functions = ask('functions', {}).columns;
  const all = namesOf(run);
  const { rows, isPart } = rowsShown(head, run, all, request);
  const locations = rows.flatMap((row) => row.locations);
  const told = new RunNames({ metrics, regions, region: functions.region, locations: run.location, names: all });
  const rowOf = rowsByLocation(rows);
  const single = new Map([...rowOf].filter(([, row]) => rows[row]?.isGroup === false));
  const coloring = coloringOf(head, functions, regions, request);

  const wait =
    head.waits > 0 && !isSteps
      ? ask('worst', { locations, leading: true, ...windowAsked(request, head.span) }).head.wait
      : undefined;
  const span = { from: 0, to: isSteps ? head.steps : head.span };
  const window = isBounded ? windowOf(request.window, span, wait, isSteps) : { ...span, ...request.window };
  const marks = ask('marks', { ...(isSteps ? { from: 0, to: head.span } : window), locations, most: MOST_MESSAGES });
  const { missing, ...exchanged } = isSteps
    ? stepMarksOf(ask, window, single)
    : { missing: undefined, ...exchangedInTime(ask, marks, { window, locations, rowOf, width: request.width }) };
  const about = { rows, coloring, order: request.axis };
  const part = { span, window, pixels: request.width };
  const tiles = tilesOf(ask, about, part);
  const whole = ask('tiles', { level: 0, tile: 0, locations, rows: [locations.length], ...how(about) });
  const shown = (columns: Pick<Columns, 'shares' | 'waiting'>, count: number): Columns => {
    const waiting = coloring.showsWaiting && !isSteps ? columns.waiting : new Uint8Array(columns.waiting.length);
    return { shares: columns.shares, waiting, rows: count, columns: TILE, classes: coloring.inks };
  };
  const worst = wait === undefined ? undefined : told.told(wait, placesOf(ask, wait));
  const calls = rows.every(({ isGroup }) => !isGroup) ? tiles.map(({ columns }) => columns) : [];
  return {
    title: [title, counted(all.length, 'row')].join(', '),
    ...{ span, window, names: rows.map(({ name }) => name), inkNames: coloring.names },
    unit: isSteps ? 'steps' : 'seconds',
    columns: pasted(tiles.map(({ columns }) => shown(columns, rows.length))),
    columnsWindow: { from: tiles[0]?.head.from ?? 0, to: tiles.at(-1)?.head.to ?? head.span },
    overview: shown(whole.columns, 1),
    ...divisionOf(ask, about, part, { run, shown: (columns) => shown(columns, 1) }),
    spans: [
      ...(coloring.showsWaiting && !isSteps ? waitSpans(marks.columns, single) : []),
      ...callSpans(calls, (node) => told.functionOf(node)),
    ],
    path: isSteps ? [] : pathOf(marks.columns, rowOf),
    uncertain: isSteps ? new Map() : uncertainRows(ask('uncertain', {}).columns, rowOf),
    ...exchanged,
    ...chosenOf(worst, rowOf),
    sentences: [
      ...(worst === undefined ? [] : [`${worst.sentence}.`, ...linesOf(worst)]),
      ...(head.missing === undefined ? [] : [head.missing]),
      ...(missing === undefined ? [] : [missing]),
      ...(isPart ? [`Shows the first ${rows.length} rows; --rows chooses others.`] : []),
    ],
  };
}

/** In logical order, of rows of one location each. */
function stepMarksOf(ask: AskRun, { from, to }: Window, single: Rows) {
  const locations = [...single.keys()].slice(0, MOST_STEP_LOCATIONS);
  const { head, columns } = ask('stepMarks', { from, to, locations, most: MOST_MESSAGES });
  const messages = messagesInSteps(columns, single);
  return {
    messages,
    collectives: collectivesInSteps(columns, single),
    allMessages: head.messages - (columns.messageFrom.length - messages.waiting.length),
    missing: head.missing,
  };
}

/** Returns the requested rows, and whether there are more that the user did not exclude. */
function rowsShown(
  { machines }: Answer<'timeline'>['head'],
  { location, process, machine }: Answer<'timeline'>['columns'],
  names: readonly string[],
  { rows: asked, group }: TimelineChoice,
): { readonly rows: readonly Row[]; readonly isPart: boolean } {
  const run = { locations: [...location], names, process, machine, machineNames: machineNames(machine, machines) };
  const by = group ?? (asked === undefined ? usualGrouping(run) : 'none');
  if (by !== 'none' && !groupingsOf(run).includes(by))
    throw new TrimtabError(`Rows cannot be grouped by ${by} here; --group takes ${groupingsOf(run).join(', ')}.`);
  const all = groupedRows(run, by, new Set());
  if (asked === undefined) return { rows: all.slice(0, MOST_ROWS), isPart: all.length > MOST_ROWS };
  const rows = asked.map((row) => {
    const found = all[row];
    if (found === undefined)
      throw new TrimtabError(`There is no row ${row}: this experiment has rows 0 to ${all.length - 1}.`);
    return found;
  });
  return { rows, isPart: false };
}

function coloringOf(
  { classes, latest }: Answer<'timeline'>['head'],
  functions: Functions,
  regions: readonly { readonly name: string }[],
  { color, axis }: TimelineChoice,
): Coloring {
  const nameOf = (region: number): string => regions[region]?.name ?? 'an unknown function';
  const colored = { classes: inksOfClasses(classes), functions, nameOf };
  if (color === 'lateness' || axis === 'logical') return coloringByLateness(colored, latest);
  if (color === 'class') return coloringByClass(colored);
  const main = mainFunctions(functions);
  if (main.length === 0) throw new TrimtabError('No function of this experiment takes any time.');
  return coloringByFocus(colored, main);
}

/** Returns the part of the run to search for the worst wait, if the user gave one. */
function windowAsked({ window }: TimelineChoice, to: number): { readonly window?: Window } {
  return window.from === undefined && window.to === undefined ? {} : { window: { from: 0, to, ...window } };
}

function windowOf(asked: Partial<Window>, span: Window, wait: Window | undefined, isSteps: boolean): Window {
  if (asked.from === undefined && asked.to === undefined) return wait === undefined ? span : windowAround(span, wait);
  const window = { from: asked.from ?? span.from, to: Math.min(asked.to ?? span.to, span.to) };
  if (window.from >= window.to)
    throw new TrimtabError(
      `The run ends after ${isSteps ? counted(span.to, 'step') : duration(span.to)}; --from must be before.`,
    );
  return window;
}

interface Part {
  readonly span: Window;
  readonly window: Window;
  readonly pixels: number;
}

/** Parameters of requests for tiles. */
interface Drawing {
  readonly rows: readonly Row[];
  readonly coloring: Coloring;
  readonly order: 'time' | 'logical';
}

const how = ({ coloring, order }: Drawing) => ({ color: coloring.asked, order });

/** @param intervals whether single calls are asked for */
function tilesOf(ask: AskRun, about: Drawing, { span, window, pixels }: Part, intervals = true): Answer<'tiles'>[] {
  const wanted = (pixels * FINER * (span.to - span.from)) / (window.to - window.from);
  const level = Math.min(40, Math.max(0, Math.ceil(Math.log2(wanted / TILE))));
  const seconds = (span.to - span.from) / 2 ** level;
  const first = Math.floor((window.from - span.from) / seconds);
  const last = Math.max(first, Math.min(2 ** level, Math.ceil((window.to - span.from) / seconds)) - 1);
  const { rows } = about;
  const locations = rows.flatMap((row) => row.locations);
  const counts = rows.map((row) => row.locations.length);
  return Array.from({ length: last - first + 1 }, (_, at) =>
    ask('tiles', { level, tile: first + at, locations, rows: counts, ...how(about), intervals }),
  );
}

interface Divisible {
  readonly run: Pick<Answer<'timeline'>['columns'], 'location' | 'process'>;
  readonly shown: (columns: Answer<'tiles'>['columns']) => Columns;
}

/** How the locations of the rows are divided; nothing where there is one. */
function divisionOf(
  ask: AskRun,
  about: Drawing,
  part: Part,
  { run, shown }: Divisible,
): Pick<TimelineData, 'division'> {
  const rowOf = rowsByLocation(about.rows);
  if (rowOf.size < 2) return {};
  const all: Row = {
    ...{ key: 'all', name: '', locations: [...rowOf.keys()], isGroup: true, isOpen: false, depth: 0 },
  };
  const tiles = tilesOf(ask, { ...about, rows: [all] }, part, false);
  const process = run.process.filter((_, at) => rowOf.has(run.location[at] ?? -1));
  const name = stripName(dividedOf(process), about.coloring);
  return { division: { columns: pasted(tiles.map(({ columns }) => shown(columns))), name } };
}

function placesOf(ask: AskRun, { node, late }: Wait): WaitPlaces {
  const placeOf = (at: number) => ask('nodePlace', { node: at }).head.place;
  return { own: placeOf(node), cause: late?.node === undefined ? undefined : placeOf(late.node) };
}

/** `It waits at heat2d.c:129 for what is done at heat2d.c:165.` */
function linesOf({ place, cause }: ShownWait): string[] {
  if (place === undefined) return [];
  const text = ({ file, line }: SourcePlace): string => `${fileName(file)}:${line}`;
  const made = cause?.place === undefined ? '' : ` for what is done at ${text(cause.place)}`;
  return [`It waits at ${text(place)}${made}.`];
}

interface Exchanging {
  readonly window: Window;
  readonly locations: readonly number[];
  readonly rowOf: Rows;
  /** CSS pixels of the picture. */
  readonly width: number;
}

/** In order of time. Messages within a row or of other rows, and operations of one row, are not part of this picture. */
function exchangedInTime(ask: AskRun, { head, columns }: Answer<'marks'>, about: Exchanging) {
  const messages = messagesOf(columns, about.rowOf);
  const moments = collectivesInTime(columns, about.rowOf);
  const others = head.messages > columns.messageFrom.length ? bundlesOf(ask, about) : undefined;
  return {
    ...{ messages, moments },
    allMessages: others?.head.messages ?? messages.waiting.length,
    allCollectives: head.collectives - (columns.collectiveLast.length - moments.length),
    ...(others === undefined ? {} : { bundles: others.columns, omittedMessages: others.head.omitted }),
  };
}

function bundlesOf(ask: AskRun, { window, locations, rowOf, width }: Exchanging): Answer<'messageBundles'> {
  return ask('messageBundles', {
    ...{ ...window, locations: [...locations], most: MOST_MESSAGES, columns: bundleColumns(width) },
    ...{ shown: [...rowOf.keys()], rows: [...rowOf.values()] },
  });
}

function chosenOf(worst: ShownWait | undefined, rowOf: Rows): Pick<TimelineData, 'chosen'> {
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
