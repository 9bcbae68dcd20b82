/** Actions of keys and buttons in the timeline, from its current state. */
import { duration } from '../../base/text.js';
import { windowText } from '../../pictures/timeline/axis.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { type Message, messageIn } from '../../pictures/timeline/messages.js';
import { changesOf } from '../../pictures/timeline/instances.js';
import type { KeyAction } from './keys.js';
import { nextMoment, otherEnd } from './moves.js';
import type { Cursor, Run, ShownWait } from './run.js';
import type { Scene } from './scene.js';
import type { ShownBundles } from './useBundles.js';
import type { ColorView } from './useColoring.js';
import type { useMarked } from './useMarked.js';
import { locationOf, type RowView } from './useRows.js';
import type { TimelineHost, TimeView, useMarks, useWorst } from './useTimeline.js';

/** Panel that is open over the picture. */
export type Panel = 'keys' | 'table' | 'find' | 'export';

/** Current state of the timeline, and its setters. */
export interface Shown {
  readonly host: TimelineHost;
  readonly run: Run;
  readonly view: TimeView;
  readonly rows: RowView;
  readonly colors: ColorView;
  readonly worst: ReturnType<typeof useWorst>;
  readonly marks: ReturnType<typeof useMarks>;
  /** Messages that have no line. */
  readonly bundles: ShownBundles | undefined;
  readonly marked: ReturnType<typeof useMarked>;
  readonly scene: Scene | undefined;
  /** Whether steps of logical order are shown. */
  readonly isSteps: boolean;
  readonly setOrder: (order: 'time' | 'logical') => void;
  readonly cursor: Cursor | undefined;
  /** @param message the one with an end at the cursor */
  readonly setCursor: (cursor: Cursor | undefined, message?: Message) => void;
  /** The wait described in the footer. */
  readonly chosen: ShownWait | undefined;
  /** The call under the cursor. */
  readonly interval: Window | undefined;
  /** The line of what is under the cursor. */
  readonly place: ShownWait['place'];
  /** Selects a part of the run in all views; all of it where there is none. */
  readonly selectTime: (window: Window | undefined) => void;
  readonly setDropped: (wait: ShownWait | undefined) => void;
  readonly open: Panel | undefined;
  readonly setOpen: (panel: Panel | undefined) => void;
  readonly close: () => void;
  readonly findNext: () => void;
  readonly tell: (sentence: string) => void;
}

/** Part of the window by which A and D move, and what W and S zoom by. */
const [MOVED, ZOOMED] = [0.15, 0.7];

export function actionsOf(shown: Shown): Readonly<Record<KeyAction, () => void>> {
  const { run, view, rows, colors, worst, marked, isSteps, setOrder, cursor, setCursor, chosen, interval } = shown;
  const { open, setOpen } = shown;
  const panel = (one: Panel) => (): void => setOpen(open === one ? undefined : one);
  return {
    zoomIn: () => view.zoom(ZOOMED, cursor?.time),
    zoomOut: () => view.zoom(1 / ZOOMED, cursor?.time),
    earlier: () => view.move(-MOVED),
    later: () => view.move(MOVED),
    left: () => step(shown, -1),
    right: () => step(shown, 1),
    up: () => changeRow(shown, -1),
    down: () => changeRow(shown, 1),
    sender: () => goAlong(shown, 'sender'),
    receiver: () => goAlong(shown, 'receiver'),
    open: () => {
      const one = rows.rows[rows.rowOf.get(hereIn(shown).location) ?? 0];
      if (one !== undefined) rows.toggle(one);
    },
    color: () => colors.next(),
    order: () => run.steps !== undefined && setOrder(isSteps ? 'time' : 'logical'),
    mark: () => mark(shown, false),
    keepMark: () => mark(shown, true),
    selectTime: () =>
      isSteps ? shown.tell('Time ranges are selected in order of time.') : shown.selectTime(view.shown),
    selectAllTime: () => shown.selectTime(undefined),
    find: () => setOpen('find'),
    findNext: shown.findNext,
    worst: () => goToWorst(shown, worst.isNone ? 0 : worst.rank + 1),
    worse: () => goToWorst(shown, worst.rank - 1),
    cause: () => openPlace(shown, chosen?.cause?.place, 'The cause is unknown: no call was recorded there.'),
    line: () => openPlace(shown, shown.place ?? chosen?.place, 'Its source line was not recorded.'),
    frame: () => {
      const window = isSteps ? undefined : (chosen ?? interval);
      if (window !== undefined) view.around(window);
    },
    all: view.all,
    table: panel('table'),
    export: panel('export'),
    keys: panel('keys'),
    leave: () => {
      if (open !== undefined) shown.close();
      else if (marked.all.length > 0) marked.clear();
      else if (cursor !== undefined) setCursor(undefined);
      else shown.setDropped(worst.wait);
    },
  };
}

/** The time about the cursor in which its row does one thing, as far as single calls are known. */
export function intervalAt(
  scene: Scene | undefined,
  rowOf: ReadonlyMap<number, number>,
  { location, time }: Cursor,
): Window | undefined {
  const changes = changesOf(scene?.calls() ?? [], rowOf.get(location) ?? -1);
  const to = changes.find((moment) => moment > time);
  const from = changes.findLast((moment) => moment <= time);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The cursor; where there is none, the middle of what is chosen, or of the window. */
export function hereIn({ run, view, isSteps, cursor, chosen }: Shown): Cursor {
  const start = isSteps ? undefined : chosen;
  const location = start?.location ?? run.locations[0] ?? 0;
  return cursor ?? { location, time: (start?.from ?? view.shown.from) / 2 + (start?.to ?? view.shown.to) / 2 };
}

function openPlace({ host, run, tell }: Shown, place: ShownWait['place'], otherwise: string): void {
  if (place === undefined) tell(otherwise);
  else host.act({ do: 'open', experiment: run.experiment, place });
}

function goToWorst({ setOrder, setCursor, setDropped, worst, isSteps, view }: Shown, rank: number): void {
  if (rank < 0) return;
  setOrder('time');
  setCursor(undefined);
  setDropped(undefined);
  if (rank === worst.rank && worst.wait !== undefined && !isSteps) view.around(worst.wait);
  worst.setRank(rank);
}

function step(shown: Shown, by: -1 | 1): void {
  const { scene, rows, view, isSteps, setCursor } = shown;
  const { location, time } = hereIn(shown);
  const changes = isSteps ? [] : changesOf(scene?.calls() ?? [], rows.rowOf.get(location) ?? 0);
  const next = isSteps ? Math.floor(time) + by + 0.5 : nextMoment(changes, time, by, view.shown);
  const within = Math.min(view.span.to, Math.max(view.span.from, next));
  setCursor({ location, time: within });
  if (within < view.shown.from || within > view.shown.to) view.move(by / 2);
}

function changeRow(shown: Shown, by: -1 | 1): void {
  const { rows, cursor, setCursor } = shown;
  const { location, time } = hereIn(shown);
  const now = rows.rowOf.get(location) ?? 0;
  const next = rows.rows[Math.min(rows.rows.length - 1, Math.max(0, cursor === undefined ? now : now + by))];
  if (next !== undefined) setCursor({ location: locationOf(next), time });
}

function goAlong(shown: Shown, end: 'sender' | 'receiver'): void {
  const { marks, isSteps, interval, chosen, rows, view, setCursor, tell } = shown;
  const columns = marks?.answer.columns;
  if (isSteps) return;
  const place = hereIn(shown);
  // Messages of a range that was seen before are not those near the cursor.
  const isKnown = marks !== undefined && marks.window.from <= view.shown.from && marks.window.to >= view.shown.to;
  if (columns === undefined || !isKnown) {
    tell('The messages of this time range are not loaded yet; press the key again.');
    return;
  }
  const next = otherEnd(columns, place, end, interval ?? chosen);
  if (next === undefined) {
    const what = end === 'sender' ? 'received' : 'sent';
    tell(`No message of those drawn is ${what} here; zoom in where not all are.`);
    return;
  }
  const { cursor } = next;
  rows.show(cursor.location);
  setCursor(cursor, messageIn(columns, next.row));
  if (cursor.time < view.shown.from || cursor.time > view.shown.to)
    view.around({ from: Math.min(place.time, cursor.time), to: Math.max(place.time, cursor.time) });
}

function mark({ view, isSteps, cursor, chosen, interval, marked, tell }: Shown, keeps: boolean): void {
  if (isSteps) return;
  const window = chosen ?? interval ?? (cursor === undefined ? view.shown : { from: cursor.time, to: cursor.time });
  marked.add({ from: window.from, to: window.to }, keeps);
  tell(
    window.to > window.from
      ? `Marked ${windowText(window)}: ${duration(window.to - window.from)}.`
      : `Marked ${window.from.toFixed(6)} s.`,
  );
}
