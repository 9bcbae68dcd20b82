import { useEffect, useRef } from 'preact/hooks';
import type { Window } from '../../pictures/timeline/frame.js';
import { timelinePage } from '../../protocol/pages/timeline.js';
import { askOnce } from '../kit/questions.js';
import { themeChanges } from '../kit/theme.js';
import type { AskTile } from './bars.js';
import { type Drag, type PictureParts, type PictureProps, scrollToChosen, show } from './pictureParts.js';
import { cancelPointer, movePointer, pressPointer, releasePointer, turnWheel } from './pointer.js';
import type { Run } from './run.js';
import { Scene } from './scene.js';
import { Tip, useTipSpot } from './tip.js';
import type { TimelineHost } from './useTimeline.js';

/** The canvas, which follows wheel and pointer. */
export function Picture(props: PictureProps) {
  const parts = useParts(props);
  useScene(parts, props.run);
  useShown(parts, props);
  const { canvas, tip } = parts;
  return (
    <>
      <canvas
        ref={canvas}
        aria-hidden="true"
        onPointerDown={(event) => pressPointer(parts, event)}
        onPointerMove={(event) => movePointer(parts, event)}
        onPointerUp={(event) => releasePointer(parts, event)}
        onPointerLeave={tip.hide}
        onPointerCancel={() => cancelPointer(parts)}
      />
      <Tip host={props.host} run={props.run} spot={tip.spot} isSteps={props.order === 'logical'} />
    </>
  );
}

function useParts(props: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<Scene>(undefined);
  const scroll = useRef(0);
  const drag = useRef<Drag>(undefined);
  const selecting = useRef<Window>(undefined);
  const tip = useTipSpot();
  const latest = useRef(props);
  latest.current = props;
  return { canvas, scene, scroll, drag, selecting, tip, latest };
}

/** Creates a scene for each run, which is redrawn when the canvas or the theme changes. */
function useScene(parts: PictureParts, run: Run): void {
  useEffect(() => {
    const { canvas, scene, latest } = parts;
    const element = canvas.current;
    if (element === null) return;
    const made = new Scene(element, run, askTile(latest.current.host, run), () =>
      latest.current.setProgress({ isLoading: made.isLoading, failure: made.failure, inexact: made.inexact }),
    );
    scene.current = made;
    latest.current.found?.(made);
    show(parts);
    const resized = new ResizeObserver(() => show(parts));
    resized.observe(element);
    const stop = themeChanges(() => made.repaint());
    const turn = (event: WheelEvent): void => turnWheel(parts, event);
    element.addEventListener('wheel', turn, { passive: false });
    return () => {
      resized.disconnect();
      stop();
      element.removeEventListener('wheel', turn);
      made.dispose();
      latest.current.found?.(undefined);
    };
  }, [run]);
}

/** Draws again what has changed, and scrolls to what is chosen. */
function useShown(parts: PictureParts, props: PictureProps): void {
  const { view, rows, opened, coloring, order, chosen, cursor, message, under, marked, marks, steps, counters } = props;
  const { functionNames, showsPath, showsMessages, bundles, uncertain } = props;
  useEffect(
    () => show(parts),
    [
      ...[view.shown, rows, opened, coloring, order, chosen, cursor, message, under, marked, marks, steps, counters],
      ...[functionNames, showsPath, showsMessages, bundles, uncertain],
    ],
  );
  useEffect(() => {
    parts.selecting.current = undefined;
    show(parts);
  }, [props.selectedTime]);
  useEffect(parts.tip.hide, [view.shown, rows, order]);
  useEffect(() => scrollToChosen(parts), [cursor, chosen]);
}

function askTile({ questions }: TimelineHost, { experiment }: Run): AskTile {
  return (ask, hear) =>
    askOnce(questions, 'tiles', timelinePage.questions.tiles, { experiment, ask }, (outcome) =>
      hear(outcome.is === 'answered' ? outcome : { failure: outcome.is === 'failed' ? outcome.sentence : '' }),
    );
}
