import { useEffect, useRef } from 'preact/hooks';
import { rowAt, timeAt, yOf } from '../../pictures/timeline/frame.js';
import { timelinePage } from '../../protocol/pages/timeline.js';
import { askOnce } from '../kit/questions.js';
import { themeChanges } from '../kit/theme.js';
import type { Run } from './run.js';
import { type AskTile, type Look, Scene } from './scene.js';
import { TILE_ROWS } from './tiles.js';
import type { TimelineHost, useWindow } from './useTimeline.js';

interface PictureProps extends Pick<Look, 'chosen' | 'cursor' | 'marks' | 'showsPath' | 'showsMessages'> {
  readonly host: TimelineHost;
  readonly run: Run;
  readonly functionNames: readonly string[];
  readonly view: ReturnType<typeof useWindow>;
  readonly setCursor: (cursor: { row: number; time: number } | undefined) => void;
  readonly setLoading: (isLoading: boolean) => void;
}

/** Pixels that a pointer may move before it drags. */
const STILL = 4;
/** How much a turn of the wheel by one pixel zooms. */
const TURN = 0.002;

/** The canvas, which follows wheel and pointer. */
export function Picture(props: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<Scene>(undefined);
  const scroll = useRef(0);
  const drag = useRef<{ x: number; y: number; moves: boolean; inStrip: boolean }>(undefined);
  const latest = useRef(props);
  latest.current = props;

  const show = (): void => {
    const { view, chosen, cursor, marks, showsPath, showsMessages } = latest.current;
    scroll.current = Math.min(scroll.current, scene.current?.mostScroll ?? 0);
    const look = { window: view.shown, scroll: scroll.current, chosen, cursor, marks, showsPath, showsMessages };
    scene.current?.show(look);
  };

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const { host, run } = latest.current;
    const made = new Scene(element, run, askTile(host, run), () => latest.current.setLoading(made.isLoading));
    scene.current = made;
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
    };
  }, [props.run]);
  useEffect(() => {
    if (scene.current !== undefined) scene.current.functions = props.functionNames;
  }, [props.functionNames]);
  useEffect(show, [props.view.shown, props.chosen, props.cursor, props.marks, props.showsPath, props.showsMessages]);
  useEffect(() => inSight(), [props.cursor, props.chosen]);

  /** The row of what is chosen is scrolled to. */
  const inSight = (): void => {
    const { current } = scene;
    const { chosen, cursor, run, view } = latest.current;
    const row = cursor?.row ?? run.rowOf.get(chosen?.location ?? -1);
    if (current === undefined || row === undefined) return;
    const frame = current.frameOf({ window: view.shown, scroll: scroll.current });
    const [y, top] = [yOf(frame, row), frame.top + scroll.current];
    const bottom = (canvas.current?.clientHeight ?? 0) - frame.rowHeight;
    if (y < top) scroll.current = Math.max(0, scroll.current + y - top);
    else if (y > bottom) scroll.current = Math.min(current.mostScroll, scroll.current + y - bottom);
    show();
  };

  const frameNow = () => scene.current?.frameOf({ window: latest.current.view.shown, scroll: scroll.current });
  const wheel = (event: WheelEvent): void => {
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
    const strip = scene.current?.strip;
    if (event.button !== 0 || strip === undefined) return;
    const inStrip = event.offsetY <= strip.y + strip.height + 2;
    drag.current = { x: event.offsetX, y: event.offsetY, moves: false, inStrip };
    canvas.current?.setPointerCapture(event.pointerId);
    if (inStrip) jump(event.offsetX);
  };
  const jump = (x: number): void => {
    const strip = scene.current?.strip;
    if (strip === undefined) return;
    const { view, run } = latest.current;
    const { from, to } = run.span;
    const time = from + ((x - strip.x) / strip.width) * (to - from);
    const half = (view.shown.to - view.shown.from) / 2;
    view.move((time - half - view.shown.from) / (2 * half));
  };
  const move = (event: PointerEvent): void => {
    const { current: start } = drag;
    const frame = frameNow();
    if (start === undefined || frame === undefined) return;
    if (start.inStrip) {
      jump(event.offsetX);
      return;
    }
    const [dx, dy] = [event.offsetX - start.x, event.offsetY - start.y];
    if (!start.moves && Math.hypot(dx, dy) < STILL) return;
    drag.current = { ...start, x: event.offsetX, y: event.offsetY, moves: true };
    scroll.current = Math.min(scene.current?.mostScroll ?? 0, Math.max(0, scroll.current - dy));
    latest.current.view.move(-dx / frame.width);
  };
  const up = (event: PointerEvent): void => {
    const { current: start } = drag;
    drag.current = undefined;
    const frame = frameNow();
    if (start === undefined || start.moves || start.inStrip || frame === undefined) return;
    const row = rowAt(frame, event.offsetY);
    const time = timeAt(frame, event.offsetX);
    latest.current.setCursor(row === undefined ? undefined : { row, time });
  };
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => (drag.current = undefined)}
    />
  );
}

function askTile({ questions }: TimelineHost, { experiment, locations }: Run): AskTile {
  return ({ level, index, block }, hear) => {
    const some = locations.slice(block * TILE_ROWS, (block + 1) * TILE_ROWS);
    const ask = { level, tile: index, locations: some, intervals: true };
    return askOnce(questions, 'tiles', timelinePage.questions.tiles, { experiment, ask }, (outcome) =>
      hear(outcome.is === 'answered' ? outcome : undefined),
    );
  };
}
