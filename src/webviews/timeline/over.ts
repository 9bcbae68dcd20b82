/** Items above the bars of the timeline. Independent of the browser. */
import type { Drawn } from '../../pictures/drawing/drawList.js';
import type { Coloring } from '../../pictures/timeline/coloring.js';
import { counterLanes, type GivenCounters, levelBars, levelNote } from '../../pictures/timeline/details.js';
import { type Frame, type Window, xOf, yOf } from '../../pictures/timeline/frame.js';
import {
  callSpans,
  collectivesInSteps,
  collectivesInTime,
  type GivenCalls,
  type GivenStepMarks,
  messagesInSteps,
  messagesOf,
  pathOf,
  waitSpans,
} from '../../pictures/timeline/instances.js';
import { bundleLines } from '../../pictures/timeline/bundles.js';
import { type Message, selectedMessage } from '../../pictures/timeline/messages.js';
import {
  causeLine,
  chosenEdge,
  collectiveLines,
  collectiveMoments,
  labels,
  messageLines,
  type NamedSpan,
  pathLines,
} from '../../pictures/timeline/marks.js';
import { type GivenUncertain, uncertainAreas, uncertainRows } from '../../pictures/timeline/uncertain.js';
import { type Row, rowsByLocation } from '../../pictures/timeline/rowTree.js';
import type { Cursor, MarksAnswer, Run, ShownWait } from './run.js';
import type { ShownBundles } from './useBundles.js';

export interface TimelineLook {
  readonly window: Window;
  /** All that can be shown: seconds, or steps. */
  readonly span: Window;
  /** CSS pixels that rows are scrolled by. */
  readonly scroll: number;
  readonly rows: readonly Row[];
  /** Keys of rows that show their calls and counters. */
  readonly opened: ReadonlySet<string>;
  readonly coloring: Coloring;
  readonly order: 'time' | 'logical';
  readonly chosen?: ShownWait | undefined;
  readonly cursor?: Cursor | undefined;
  /** The message that the cursor is at an end of. */
  readonly message?: Message | undefined;
  /** The call under the cursor. */
  readonly under?: Window | undefined;
  readonly marked: readonly Window[];
  /** The part of the run that is selected in all views. */
  readonly selectedTime?: Window | undefined;
  readonly marks?: { readonly window: Window; readonly answer: MarksAnswer } | undefined;
  /** Locations whose values are uncertain. */
  readonly uncertain?: GivenUncertain | undefined;
  /** Messages that have no line in order of time. */
  readonly bundles?: ShownBundles | undefined;
  /** Interactions between rows in logical order. */
  readonly steps?: GivenStepMarks | undefined;
  /** By location. */
  readonly counters: ReadonlyMap<number, GivenCounters>;
  readonly functionNames: readonly string[];
  readonly showsPath: boolean;
  readonly showsMessages: boolean;
}

interface Known {
  readonly run: Run;
  readonly calls: readonly GivenCalls[];
  /** Why calls are not known. */
  readonly inexact: string | undefined;
  readonly below: (row: number) => { readonly levels: number };
  /** Whether rows are high enough for writing. */
  readonly hasNames: boolean;
}

export function overItems(frame: Frame, look: TimelineLook, known: Known): Drawn[] {
  const rowOf = rowsByLocation(look.rows);
  const single = new Map([...rowOf].filter(([, row]) => look.rows[row]?.isGroup === false));
  const columns = look.order === 'time' ? look.marks?.answer.columns : undefined;
  const nameOf = (node: number): string => look.functionNames[node] ?? '';
  const spans: NamedSpan[] = known.hasNames
    ? [
        ...(columns === undefined || !look.coloring.showsWaiting ? [] : waitSpans(columns, single)),
        ...callSpans(known.calls, nameOf),
      ]
    : [];
  const steps = look.order === 'logical' && look.showsMessages ? look.steps : undefined;
  const uncertain = look.order === 'time' ? look.uncertain : undefined;
  return [
    ...(uncertain === undefined ? [] : uncertainAreas(frame, uncertainRows(uncertain, rowOf))),
    ...look.rows.flatMap((row, at) => (look.opened.has(row.key) ? details(frame, at, row, look, known) : [])),
    ...(columns !== undefined && look.showsPath ? pathLines(frame, pathOf(columns, rowOf)) : []),
    ...(columns !== undefined && look.showsMessages
      ? [
          ...(look.bundles?.rows === look.rows ? bundleLines(frame, look.bundles.answer.columns) : []),
          ...collectiveMoments(frame, collectivesInTime(columns, rowOf)),
          ...messageLines(frame, messagesOf(columns, rowOf)),
        ]
      : []),
    ...(steps === undefined
      ? []
      : [
          ...collectiveLines(frame, collectivesInSteps(steps, rowOf)),
          ...messageLines(frame, messagesInSteps(steps, rowOf)),
        ]),
    ...labels(frame, spans),
  ];
}

function details(
  frame: Frame,
  at: number,
  { locations }: Row,
  look: TimelineLook,
  { calls, inexact, run, below }: Known,
): Drawn[] {
  const calling = {
    nameOf: (node: number) => look.functionNames[node] ?? '',
    inkOf: (node: number) => look.coloring.inkOf(node),
  };
  const bars = calls.flatMap((part) => levelBars(frame, at, part, calling));
  const counters = look.counters.get(locations[0] ?? -1);
  const why = look.order === 'time' ? inexact : 'Calls by level are shown in order of time.';
  return [
    ...bars,
    ...(bars.length === 0 && why !== undefined ? [levelNote(frame, at, why)] : []),
    ...(counters === undefined || look.order === 'logical'
      ? []
      : counterLanes(frame, at, below(at).levels, counters, run.counters)),
  ];
}

/** Returns the items of the selection and the cursor. */
export function selectionItems(
  frame: Frame,
  { chosen, cursor, message, under, order }: TimelineLook,
  rowOf: ReadonlyMap<number, number>,
): Drawn[] {
  const drawn: Drawn[] = [];
  const row = chosen === undefined ? undefined : rowOf.get(chosen.location);
  if (chosen !== undefined && row !== undefined && order === 'time') {
    const wait = { row, from: chosen.from, to: chosen.to };
    const causeRow = chosen.cause === undefined ? undefined : rowOf.get(chosen.cause.location);
    if (chosen.cause !== undefined && causeRow !== undefined)
      drawn.push(causeLine(frame, wait, { row: causeRow, time: chosen.cause.time }));
    drawn.push(chosenEdge(frame, wait));
  }
  if (message !== undefined && order === 'time') drawn.push(...selectedMessage(frame, rowOf, message));
  const at = cursor === undefined ? undefined : rowOf.get(cursor.location);
  if (cursor !== undefined && at !== undefined) {
    if (chosen === undefined && message === undefined && under !== undefined)
      drawn.push(chosenEdge(frame, { row: at, ...under }));
    const x = xOf(frame, cursor.time);
    const y = yOf(frame, at);
    drawn.push({ is: 'line', points: [x, y - 3, x, y + frame.rowHeight + 3], ink: 'chosen', thickness: 2, rim: 1 });
  }
  return drawn;
}
