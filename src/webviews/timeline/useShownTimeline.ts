/** State of the timeline: how it looks, where it is, and what is known of what is seen. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { windowIn } from '../../model/selection.js';
import { windowText } from '../../pictures/timeline/axis.js';
import { type Window, windowWithin } from '../../pictures/timeline/frame.js';
import type { Message } from '../../pictures/timeline/messages.js';
import type { TimelineState } from '../../protocol/pages/timeline.js';
import { isOneOf, useKept } from '../kit/kept.js';
import type { PageProps } from '../kit/start.js';
import { intervalAt } from './actions.js';
import type { Cursor, Run, ShownWait } from './run.js';
import type { Scene } from './scene.js';
import { useBundles } from './useBundles.js';
import { useColoring } from './useColoring.js';
import { useFind } from './useFind.js';
import { useMarked } from './useMarked.js';
import { openedLocations, type RowView, singleLocations, useRows } from './useRows.js';
import {
  type Named,
  selectWait,
  type TimelineHost,
  type TimeView,
  useAt,
  useCounters,
  useMarks,
  useRested,
  useSeen,
  useSelected,
  useStepMarks,
  useUncertain,
  useWindow,
  useWorst,
} from './useTimeline.js';

export interface TimelineProps extends PageProps<TimelineState, Parameters<TimelineHost['act']>[0]> {
  readonly run: Run;
  readonly name: string;
  readonly named: Named;
  /** Warning: the reason why its numbers are unreliable. */
  readonly doubt: string | undefined;
}

const isShown = isOneOf(['yes', 'no'] as const);
const isOrder = isOneOf(['time', 'logical'] as const);

/** Returns the presentation settings that the page keeps. */
function useLook(host: TimelineHost, run: Run) {
  const [wantedOrder, setOrder] = useKept(host, 'order', 'time', isOrder);
  const order = run.steps === undefined ? 'time' : wantedOrder;
  const [waits, setWaits] = useKept(host, 'waits', 'yes', isShown);
  const [path, setPath] = useKept(host, 'path', 'yes', isShown);
  const [messages, setMessages] = useKept(host, 'messages', 'yes', isShown);
  const word = (shows: boolean) => (shows ? 'yes' : 'no');
  return {
    ...{ order, setOrder, isSteps: order === 'logical' },
    ...{ showsWaiting: waits === 'yes', setWaiting: (shows: boolean) => setWaits(word(shows)) },
    ...{ showsPath: path === 'yes', setPath: (shows: boolean) => setPath(word(shows)) },
    ...{ showsMessages: messages === 'yes', setMessages: (shows: boolean) => setMessages(word(shows)) },
  };
}

type Look = ReturnType<typeof useLook>;

/** Returns the position of the cursor, and the message with an end there. */
function useCursor() {
  const [{ cursor, message }, setPointer] = useState<{
    readonly cursor?: Cursor | undefined;
    readonly message?: Message | undefined;
  }>({});
  const setCursor = (next: Cursor | undefined, along?: Message): void => setPointer({ cursor: next, message: along });
  return { cursor, message, setCursor };
}

/** Returns the data of the visible rows and time. */
function useSeenData(
  host: TimelineHost,
  run: Run,
  { isSteps, showsMessages }: Look,
  { shown, rows, width }: { readonly shown: Window; readonly rows: RowView; readonly width: number },
) {
  const { seen, seeRows } = useSeen(shown, rows.rows);
  const rested = useRested(seen);
  const marks = useMarks(host, run, isSteps ? undefined : rested);
  const bundles = useBundles(host, run, {
    ...{ marks, rows: rows.rows, width },
    rested: isSteps || !showsMessages ? undefined : rested,
  });
  const singles = useMemo(() => singleLocations(rows.rows), [rows.rows]);
  const steps = useStepMarks(host, run, isSteps && showsMessages ? rested : undefined, singles);
  return { seeRows, marks, bundles, steps };
}

/** Returns the part of the run in the shared selection. @param tell receives messages about the selection */
function useSelectedTime(
  { host, state, run }: TimelineProps,
  { order, isSteps }: Look,
  view: TimeView,
  tell: (sentence: string) => void,
) {
  // A part of the run that is selected, such as an iteration, is what is shown, whatever is worst in it.
  const selectedTime = windowIn(state.selected);
  const window = state.selected?.instance === undefined ? selectedTime : undefined;
  const ownTime = useRef<Window>(undefined);
  useEffect(() => {
    const isOwn = window !== undefined && ownTime.current?.from === window.from && ownTime.current.to === window.to;
    if (window !== undefined && !isOwn && !isSteps && !state.isFollowed) view.set(window);
  }, [window?.from, window?.to, order]);
  const selectTime = (time: Window | undefined): void => {
    if (time !== undefined && !(time.from < time.to)) return;
    ownTime.current = time;
    tell(time === undefined ? 'The whole run is selected.' : `Selected ${windowText(time)} in all views.`);
    host.act({ do: 'selectWindow', experiment: run.experiment, window: time === undefined ? null : { ...time } });
  };
  return { selectedTime, selectTime, isWindow: window !== undefined };
}

/** Brings what a link shows, and the worst wait, into view. @param isWindow whether a part of the run is selected */
function useBroughtIntoView(
  { host, state, run }: TimelineProps,
  { order, setOrder, isSteps }: Look,
  view: TimeView,
  worst: ReturnType<typeof useWorst>,
  isWindow: boolean,
  setCursor: (cursor: Cursor | undefined) => void,
): void {
  const shownAbout = useRef<string>(undefined);
  const about = aboutOf(state, order);
  const visibleTurn = useRef(0);
  // The target of a link is shown first, regardless of the worst wait of its selection.
  useEffect(() => {
    const { visible } = state;
    if (visible === undefined || visible.turn === visibleTurn.current) return;
    if (isSteps) setOrder('time');
    else {
      visibleTurn.current = visible.turn;
      shownAbout.current = about;
      setCursor(undefined);
      view.set(windowWithin(run.span, visible));
    }
  }, [state.visible?.turn, order]);

  // The picture moves to the worst wait.
  useEffect(() => {
    const { wait } = worst;
    if (wait === undefined || isSteps) return;
    // If only the selected time was changed here, the picture does not move.
    if (worst.isGoneTo || (!isWindow && about !== shownAbout.current)) view.around(wait);
    shownAbout.current = about;
    // The item to which the user moved is selected in all views.
    if (worst.isGoneTo) host.act(selectWait(run, wait));
  }, [worst.wait, order]);
}

/** Goes to a call: its row is opened, and it is brought into view. */
function callShower(
  { isSteps, setOrder }: Look,
  view: TimeView,
  rows: RowView,
  setCursor: (cursor: Cursor) => void,
): (call: { readonly location: number; readonly from: number; readonly to: number }) => void {
  return (call) => {
    rows.show(call.location);
    if (isSteps) setOrder('time');
    setCursor({ location: call.location, time: (call.from + call.to) / 2 });
    const isSeen = call.from >= view.shown.from && call.to <= view.shown.to;
    if (!isSeen && !isSteps) view.around(call);
  };
}

/** All that the timeline shows, and how it is changed. */
export function useShownTimeline(props: TimelineProps) {
  const { host, state, run, named } = props;
  const look = useLook(host, run);
  const { order, isSteps, showsWaiting } = look;
  const view = useWindow(isSteps && run.steps !== undefined ? run.steps : run.span);
  const worst = useWorst(host, run, state);
  const rows = useRows(host, run);
  const colors = useColoring(host, run, { ...named, nodes: state.selected?.nodes, showsWaiting, isSteps });
  const { cursor, message, setCursor } = useCursor();
  const [dropped, setDropped] = useState<ShownWait>();
  const [told, setMessage] = useState<string>();
  const scene = useRef<Scene>(undefined);
  const data = useSeenData(host, run, look, { shown: view.shown, rows, width: scene.current?.plotWidth ?? 0 });
  const at = useAt(host, run, cursor, isSteps);
  const under = at?.is === 'answered' ? at.head : undefined;
  const found = worst.wait === dropped ? undefined : worst.wait;
  const uncertain = useUncertain(host, run);
  const marked = useMarked(host, run);
  const counters = useCounters(host, run, openedLocations(rows));
  const goToCall = callShower(look, view, rows, setCursor);
  const finding = useFind(host, run, { ...named, goToCall, tell: setMessage });
  const { selectedTime, selectTime, isWindow } = useSelectedTime(props, look, view, setMessage);
  useBroughtIntoView(props, look, view, worst, isWindow, setCursor);
  useSelected(host, run, cursor, isSteps ? undefined : under);
  useEffect(() => setCursor(undefined), [order]);
  useEffect(() => setMessage(undefined), [cursor, worst.wait, order]);
  return {
    ...{ look, view, worst, rows, colors, cursor, message, setCursor, setDropped, told, setMessage, scene },
    ...data,
    ...{ at, under, found, uncertain, marked, counters, finding, selectedTime, selectTime },
    /** The wait described in the footer. */
    chosen: cursor === undefined ? found : (under?.wait ?? undefined),
    interval: cursor === undefined || isSteps ? undefined : intervalAt(scene.current, rows.rowOf, cursor),
  };
}

export type ShownTimeline = ReturnType<typeof useShownTimeline>;

/** Returns the key of the worst wait's parameters, except the part of the run. */
function aboutOf({ selected }: TimelineState, order: 'time' | 'logical'): string {
  const { property, nodes, locations, instance } = selected ?? {};
  return JSON.stringify([property, nodes, locations, instance, order]);
}
