/** Actions of wheel and pointer in the picture. */
import { type Frame, rowAt, timeAt, type Window } from '../../pictures/timeline/frame.js';
import type { MessageHit } from '../../pictures/timeline/messages.js';
import { frameNow, type PictureParts, show } from './pictureParts.js';
import type { Cursor } from './run.js';
import { type TipSubject, tipSubject } from './tipSpot.js';
import { locationOf } from './useRows.js';

/** Pixels that a pointer may move before it drags. */
const STILL = 4;
/** How much a turn of the wheel by one pixel zooms. */
const TURN = 0.002;

/** Rows may go on below the strip of classes, where they are not seen. */
const isAboveStrip = ({ scene }: PictureParts, y: number): boolean => y < (scene.current?.rowsBottom ?? Infinity);

/** Moves in time, scrolls rows, or zooms. */
export function turnWheel(parts: PictureParts, event: WheelEvent): void {
  const { scene, scroll, tip, latest } = parts;
  tip.hide();
  const { current } = scene;
  const frame = frameNow(parts);
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
    show(parts);
    return;
  }
  view.zoom(Math.exp(event.deltaY * TURN), timeAt(frame, event.offsetX));
}

/** Begins to drag, to select time, or to go through the strip of the whole run. */
export function pressPointer(parts: PictureParts, event: PointerEvent): void {
  const { canvas, scene, scroll, drag, selecting, tip, latest } = parts;
  tip.hide();
  const strip = scene.current?.strip;
  if (event.button !== 0 || strip === undefined) return;
  const inStrip = event.offsetY <= strip.y + strip.height + 2;
  const inRows = event.offsetY >= (frameNow(parts)?.top ?? 0) + scroll.current && isAboveStrip(parts, event.offsetY);
  selecting.current = undefined;
  const selects = !inStrip && (event.shiftKey || !inRows) && latest.current.selectTime !== undefined;
  drag.current = { x: event.offsetX, y: event.offsetY, moves: false, inStrip, selects };
  canvas.current?.setPointerCapture(event.pointerId);
  if (inStrip) jump(parts, event.offsetX);
}

/** Shows the time at a place of the strip of the whole run. */
function jump({ scene, latest }: PictureParts, x: number): void {
  const strip = scene.current?.strip;
  if (strip === undefined) return;
  const { view } = latest.current;
  const { from, to } = view.span;
  const time = from + ((x - strip.x) / strip.width) * (to - from);
  const half = (view.shown.to - view.shown.from) / 2;
  view.move((time - half - view.shown.from) / (2 * half));
}

/** A tip is shown once the pointer rests, unless it drags. */
function rest(parts: PictureParts, { offsetX: x, offsetY: y, clientX, clientY, buttons }: PointerEvent): void {
  if (buttons !== 0) return;
  const { tip, scroll, latest } = parts;
  tip.move(() => {
    const frame = frameNow(parts);
    if (frame === undefined) return undefined;
    const inRows = (): TipSubject | undefined =>
      messageUnder(parts, { x, y }) ?? tipSubject(frame, latest.current.rows, { x, y }, frame.top + scroll.current);
    const about = stripUnder(parts, { x, y }) ?? (isAboveStrip(parts, y) ? inRows() : undefined);
    return about === undefined ? undefined : { x: clientX, y: clientY, about };
  });
}

interface PointerPosition {
  readonly x: number;
  readonly y: number;
}

/** The message or the bundle of messages at a point of the rows. */
function messageUnder(parts: PictureParts, point: PointerPosition): TipSubject | undefined {
  const frame = frameNow(parts);
  if (frame === undefined || point.y < frame.top + parts.scroll.current || point.x < frame.left) return undefined;
  const text = parts.scene.current?.exchangedAt(point);
  return text === undefined ? undefined : { text };
}

/** How locations are divided at a point of the strip of classes. */
function stripUnder({ scene }: PictureParts, point: PointerPosition): TipSubject | undefined {
  const text = scene.current?.divisionAt(point);
  return text === undefined ? undefined : { text };
}

export function movePointer(parts: PictureParts, event: PointerEvent): void {
  const { scene, scroll, drag, selecting, latest } = parts;
  const { current: start } = drag;
  if (start === undefined) rest(parts, event);
  const frame = frameNow(parts);
  if (start === undefined || frame === undefined) return;
  if (start.inStrip) {
    jump(parts, event.offsetX);
    return;
  }
  const [dx, dy] = [event.offsetX - start.x, event.offsetY - start.y];
  if (!start.moves && Math.hypot(dx, dy) < STILL) return;
  if (start.selects && latest.current.order === 'time') {
    drag.current = { ...start, moves: true };
    selecting.current = timeBetween(frame, start.x, event.offsetX, latest.current.view.span);
    show(parts);
    return;
  }
  drag.current = { ...start, x: event.offsetX, y: event.offsetY, moves: true };
  scroll.current = Math.min(scene.current?.mostScroll ?? 0, Math.max(0, scroll.current - dy));
  latest.current.view.move(-dx / frame.width);
}

/** Selects the time that was dragged over; without dragging, opens a row or sets the cursor. */
export function releasePointer(parts: PictureParts, event: PointerEvent): void {
  const { scene, drag, selecting, latest } = parts;
  const { current: start } = drag;
  drag.current = undefined;
  const frame = frameNow(parts);
  if (selecting.current !== undefined) {
    // It is drawn until it is selected.
    latest.current.selectTime?.(selecting.current);
    return;
  }
  if (start === undefined || start.moves || start.inStrip || frame === undefined) return;
  const row = isAboveStrip(parts, event.offsetY) ? rowAt(frame, event.offsetY) : undefined;
  const time = timeAt(frame, event.offsetX);
  const { rows: all, setCursor, toggle } = latest.current;
  const one = row === undefined ? undefined : all[row];
  const hit = scene.current?.messageAt({ x: event.offsetX, y: event.offsetY });
  if (one !== undefined && event.offsetX < frame.left) toggle(one);
  else if (hit !== undefined) setCursor(cursorAt(hit), hit.message);
  else setCursor(one === undefined ? undefined : { location: locationOf(one), time });
}

/** Cancels the pointer action in progress. */
export function cancelPointer(parts: PictureParts): void {
  parts.drag.current = parts.selecting.current = undefined;
  show(parts);
}

const cursorAt = ({ message, end }: MessageHit): Cursor =>
  end === 'sender' ? { location: message.from, time: message.send } : { location: message.to, time: message.receive };

/** The time between two places, as far as there is any. */
function timeBetween(frame: Frame, one: number, other: number, span: Window): Window {
  const within = (x: number): number => Math.min(span.to, Math.max(span.from, timeAt(frame, x)));
  return { from: within(Math.min(one, other)), to: within(Math.max(one, other)) };
}
