import { useEffect, useRef } from 'preact/hooks';
import { type Frame, rowAt, type RowRange, timeAt, type Window, yOf } from '../../pictures/timeline/frame.js';
import type { Message, MessageHit } from '../../pictures/timeline/messages.js';
import { type Row, rowsByLocation } from '../../pictures/timeline/rowTree.js';
import { timelinePage } from '../../protocol/pages/timeline.js';
import { askOnce } from '../kit/questions.js';
import { themeChanges } from '../kit/theme.js';
import type { AskTile } from './bars.js';
import type { Look } from './over.js';
import type { Cursor, Run } from './run.js';
import { Scene } from './scene.js';
import { Tip, useTipSpot } from './tip.js';
import { type TipSubject, tipSubject } from './tipSpot.js';
import { locationOf } from './useRows.js';
import type { TimelineHost, TimeView } from './useTimeline.js';

/** How far the picture is. */
export interface Progress {
  /** Whether something is fetched. */
  readonly isLoading: boolean;
  /** Why something is not drawn. */
  readonly failure?: string | undefined;
  /** Why single calls are not known. */
  readonly inexact?: string | undefined;
}

export const NOTHING_ASKED: Progress = { isLoading: false };

interface PictureProps extends Omit<Look, 'window' | 'span' | 'scroll'> {
  readonly host: TimelineHost;
  readonly run: Run;
  readonly view: TimeView;
  readonly setCursor: (cursor: Cursor | undefined, message?: Message) => void;
  readonly toggle: (row: Row) => void;
  /** Selects a part of the run; left out where none can be. */
  readonly selectTime?: ((window: Window | undefined) => void) | undefined;
  readonly setProgress: (progress: Progress) => void;
  /** Gets the rows that are seen. */
  readonly seeRows?: ((rows: RowRange | undefined) => void) | undefined;
  /** Handed the scene that draws. */
  readonly found?: ((scene: Scene | undefined) => void) | undefined;
}

/** Pixels that a pointer may move before it drags. */
const STILL = 4;
/** How much a turn of the wheel by one pixel zooms. */
const TURN = 0.002;

/** Where a pointer went down, or has moved to. */
interface Drag {
  readonly x: number;
  readonly y: number;
  readonly moves: boolean;
  /** Whether it began in the strip of the whole run. */
  readonly inStrip: boolean;
  /** Whether it selects time. */
  readonly selects: boolean;
}

/** The canvas, which follows wheel and pointer. */
export function Picture(props: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<Scene>(undefined);
  const scroll = useRef(0);
  const drag = useRef<Drag>(undefined);
  const selecting = useRef<Window>(undefined);
  const tip = useTipSpot();
  const latest = useRef(props);
  latest.current = props;

  const show = (): void => {
    const { current: made } = scene;
    if (made === undefined) return;
    const { view, ...look } = latest.current;
    const selectedTime = selecting.current ?? look.selectedTime;
    const shown = { ...look, selectedTime, window: view.shown, span: view.span };
    made.show({ ...shown, scroll: scroll.current });
    const most = made.mostScroll;
    if (scroll.current > most) {
      scroll.current = most;
      made.show({ ...shown, scroll: most });
    }
    latest.current.seeRows?.(made.visibleRows);
  };

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const { host, run } = latest.current;
    const made = new Scene(element, run, askTile(host, run), () =>
      latest.current.setProgress({ isLoading: made.isLoading, failure: made.failure, inexact: made.inexact }),
    );
    scene.current = made;
    latest.current.found?.(made);
    show();
    const resized = new ResizeObserver(show);
    resized.observe(element);
    const stop = themeChanges(() => made.repaint());
    const turn = (event: WheelEvent): void => wheel(event);
    element.addEventListener('wheel', turn, { passive: false });
    return () => {
      resized.disconnect();
      stop();
      element.removeEventListener('wheel', turn);
      made.dispose();
      latest.current.found?.(undefined);
    };
  }, [props.run]);
  const { view, rows, opened, coloring, order, chosen, cursor, message, under, marked, marks, steps, counters } = props;
  const { functionNames } = props;
  const { showsPath, showsMessages, bundles, uncertain } = props;
  useEffect(show, [
    ...[
      view.shown,
      rows,
      opened,
      coloring,
      order,
      chosen,
      cursor,
      message,
      under,
      marked,
      marks,
      steps,
      counters,
      functionNames,
    ],
    ...[showsPath, showsMessages, bundles, uncertain],
  ]);
  useEffect(() => {
    selecting.current = undefined;
    show();
  }, [props.selectedTime]);
  useEffect(tip.hide, [view.shown, rows, order]);
  useEffect(() => inSight(), [props.cursor, props.chosen]);

  /** The row of what is chosen is scrolled to. */
  const inSight = (): void => {
    const frame = frameNow();
    const { current } = scene;
    const { chosen: wait, cursor: place, rows: all } = latest.current;
    const row = rowsByLocation(all).get(place?.location ?? wait?.location ?? -1);
    if (current === undefined || frame === undefined || row === undefined) return;
    const [y, top] = [yOf(frame, row), frame.top + scroll.current];
    const bottom = current.rowsBottom - frame.rowHeight;
    if (y < top) scroll.current = Math.max(0, scroll.current + y - top);
    else if (y > bottom) scroll.current = Math.min(current.mostScroll, scroll.current + y - bottom);
    show();
  };

  const frameNow = () => {
    const { view: now, rows: all, opened: open, order: axis } = latest.current;
    return scene.current?.frameOf({ window: now.shown, scroll: scroll.current, rows: all, opened: open, order: axis });
  };
  /** Rows may go on below the strip of classes, where they are not seen. */
  const isAboveStrip = (y: number): boolean => y < (scene.current?.rowsBottom ?? Infinity);
  const wheel = (event: WheelEvent): void => {
    tip.hide();
    const { current } = scene;
    const frame = frameNow();
    if (frame === undefined || current === undefined) return;
    event.preventDefault();
    const { view } = latest.current;
    const sideways = event.shiftKey ? event.deltaX + event.deltaY : event.deltaX;
    if (Math.abs(sideways) > 0) {
      view.move(sideways / frame.width);
      return;
    }
    if (!event.ctrlKey && current.mostScroll > 0) {
      scroll.current = Math.min(current.mostScroll, Math.max(0, scroll.current + event.deltaY));
      show();
      return;
    }
    view.zoom(Math.exp(event.deltaY * TURN), timeAt(frame, event.offsetX));
  };
  const down = (event: PointerEvent): void => {
    tip.hide();
    const strip = scene.current?.strip;
    if (event.button !== 0 || strip === undefined) return;
    const inStrip = event.offsetY <= strip.y + strip.height + 2;
    const inRows = event.offsetY >= (frameNow()?.top ?? 0) + scroll.current && isAboveStrip(event.offsetY);
    selecting.current = undefined;
    const selects = !inStrip && (event.shiftKey || !inRows) && latest.current.selectTime !== undefined;
    drag.current = { x: event.offsetX, y: event.offsetY, moves: false, inStrip, selects };
    canvas.current?.setPointerCapture(event.pointerId);
    if (inStrip) jump(event.offsetX);
  };
  const jump = (x: number): void => {
    const strip = scene.current?.strip;
    if (strip === undefined) return;
    const { view } = latest.current;
    const { from, to } = view.span;
    const time = from + ((x - strip.x) / strip.width) * (to - from);
    const half = (view.shown.to - view.shown.from) / 2;
    view.move((time - half - view.shown.from) / (2 * half));
  };
  /** A tip is shown once the pointer rests, unless it drags. */
  const rest = ({ offsetX: x, offsetY: y, clientX, clientY, buttons }: PointerEvent): void => {
    if (buttons !== 0) return;
    tip.move(() => {
      const frame = frameNow();
      if (frame === undefined) return undefined;
      const inRows = (): TipSubject | undefined =>
        messageUnder({ x, y }) ?? tipSubject(frame, latest.current.rows, { x, y }, frame.top + scroll.current);
      const about = stripUnder({ x, y }) ?? (isAboveStrip(y) ? inRows() : undefined);
      return about === undefined ? undefined : { x: clientX, y: clientY, about };
    });
  };
  /** The message or the bundle of messages at a point of the rows. */
  const messageUnder = (point: { readonly x: number; readonly y: number }): TipSubject | undefined => {
    const frame = frameNow();
    if (frame === undefined || point.y < frame.top + scroll.current || point.x < frame.left) return undefined;
    const text = scene.current?.exchangedAt(point);
    return text === undefined ? undefined : { text };
  };
  /** How locations are divided at a point of the strip of classes. */
  const stripUnder = (point: { readonly x: number; readonly y: number }): TipSubject | undefined => {
    const text = scene.current?.divisionAt(point);
    return text === undefined ? undefined : { text };
  };
  const move = (event: PointerEvent): void => {
    const { current: start } = drag;
    if (start === undefined) rest(event);
    const frame = frameNow();
    if (start === undefined || frame === undefined) return;
    if (start.inStrip) {
      jump(event.offsetX);
      return;
    }
    const [dx, dy] = [event.offsetX - start.x, event.offsetY - start.y];
    if (!start.moves && Math.hypot(dx, dy) < STILL) return;
    if (start.selects && latest.current.order === 'time') {
      drag.current = { ...start, moves: true };
      selecting.current = timeBetween(frame, start.x, event.offsetX, latest.current.view.span);
      show();
      return;
    }
    drag.current = { ...start, x: event.offsetX, y: event.offsetY, moves: true };
    scroll.current = Math.min(scene.current?.mostScroll ?? 0, Math.max(0, scroll.current - dy));
    latest.current.view.move(-dx / frame.width);
  };
  const up = (event: PointerEvent): void => {
    const { current: start } = drag;
    drag.current = undefined;
    const frame = frameNow();
    if (selecting.current !== undefined) {
      // It is drawn until it is selected.
      latest.current.selectTime?.(selecting.current);
      return;
    }
    if (start === undefined || start.moves || start.inStrip || frame === undefined) return;
    const row = isAboveStrip(event.offsetY) ? rowAt(frame, event.offsetY) : undefined;
    const time = timeAt(frame, event.offsetX);
    const { rows: all, setCursor, toggle } = latest.current;
    const one = row === undefined ? undefined : all[row];
    const hit = scene.current?.messageAt({ x: event.offsetX, y: event.offsetY });
    if (one !== undefined && event.offsetX < frame.left) toggle(one);
    else if (hit !== undefined) setCursor(cursorAt(hit), hit.message);
    else setCursor(one === undefined ? undefined : { location: locationOf(one), time });
  };
  return (
    <>
      <canvas
        ref={canvas}
        aria-hidden="true"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerLeave={tip.hide}
        onPointerCancel={() => {
          drag.current = selecting.current = undefined;
          show();
        }}
      />
      <Tip host={props.host} run={props.run} spot={tip.spot} isSteps={order === 'logical'} />
    </>
  );
}

const cursorAt = ({ message, end }: MessageHit): Cursor =>
  end === 'sender' ? { location: message.from, time: message.send } : { location: message.to, time: message.receive };

/** The time between two places, as far as there is any. */
function timeBetween(frame: Frame, one: number, other: number, span: Window): Window {
  const within = (x: number): number => Math.min(span.to, Math.max(span.from, timeAt(frame, x)));
  return { from: within(Math.min(one, other)), to: within(Math.max(one, other)) };
}

function askTile({ questions }: TimelineHost, { experiment }: Run): AskTile {
  return (ask, hear) =>
    askOnce(questions, 'tiles', timelinePage.questions.tiles, { experiment, ask }, (outcome) =>
      hear(outcome.is === 'answered' ? outcome : { failure: outcome.is === 'failed' ? outcome.sentence : '' }),
    );
}
