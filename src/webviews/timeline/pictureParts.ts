/** The parts of a picture that stay from one drawing to the next, and how they are drawn. */
import { type RowRange, type Window, yOf } from '../../pictures/timeline/frame.js';
import type { Message } from '../../pictures/timeline/messages.js';
import { type Row, rowsByLocation } from '../../pictures/timeline/rowTree.js';
import type { TimelineLook } from './over.js';
import type { Cursor, Run } from './run.js';
import type { Scene } from './scene.js';
import type { useTipSpot } from './tip.js';
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

export interface PictureProps extends Omit<TimelineLook, 'window' | 'span' | 'scroll'> {
  readonly host: TimelineHost;
  readonly run: Run;
  readonly view: TimeView;
  readonly setCursor: (cursor: Cursor | undefined, message?: Message) => void;
  readonly toggle: (row: Row) => void;
  /** Selects a part of the run; omitted if that is impossible. */
  readonly selectTime?: ((window: Window | undefined) => void) | undefined;
  readonly setProgress: (progress: Progress) => void;
  /** Gets the rows that are seen. */
  readonly seeRows?: ((rows: RowRange | undefined) => void) | undefined;
  /** Handed the scene that draws. */
  readonly found?: ((scene: Scene | undefined) => void) | undefined;
}

/** Position at which a pointer was pressed, or to which it has moved. */
export interface Drag {
  readonly x: number;
  readonly y: number;
  readonly moves: boolean;
  /** Whether it began in the strip of the whole run. */
  readonly inStrip: boolean;
  /** Whether it selects time. */
  readonly selects: boolean;
}

interface Part<T> {
  current: T;
}

/** References, which handlers of events read when they are called. */
export interface PictureParts {
  readonly canvas: { readonly current: HTMLCanvasElement | null };
  readonly scene: Part<Scene | undefined>;
  /** CSS pixels that rows are scrolled by. */
  readonly scroll: Part<number>;
  /** Action of the pointer while a button is held. */
  readonly drag: Part<Drag | undefined>;
  /** The time that is being selected. */
  readonly selecting: Part<Window | undefined>;
  readonly tip: ReturnType<typeof useTipSpot>;
  /** The current properties. */
  readonly latest: { readonly current: PictureProps };
}

/** Draws what is shown now. */
export function show({ scene, scroll, selecting, latest }: PictureParts): void {
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
}

/** Returns the positions of rows and times in the picture; undefined before the first drawing. */
export function frameNow({ scene, scroll, latest }: PictureParts) {
  const { view: now, rows: all, opened: open, order: axis } = latest.current;
  return scene.current?.frameOf({ window: now.shown, scroll: scroll.current, rows: all, opened: open, order: axis });
}

/** The row of what is chosen is scrolled to. */
export function scrollToChosen(parts: PictureParts): void {
  const { scene, scroll, latest } = parts;
  const frame = frameNow(parts);
  const { current } = scene;
  const { chosen: wait, cursor: place, rows: all } = latest.current;
  const row = rowsByLocation(all).get(place?.location ?? wait?.location ?? -1);
  if (current === undefined || frame === undefined || row === undefined) return;
  const [y, top] = [yOf(frame, row), frame.top + scroll.current];
  const bottom = current.rowsBottom - frame.rowHeight;
  if (y < top) scroll.current = Math.max(0, scroll.current + y - top);
  else if (y > bottom) scroll.current = Math.min(current.mostScroll, scroll.current + y - bottom);
  show(parts);
}
