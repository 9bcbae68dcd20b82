import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Run } from './run.js';
import { nextToPointer, type TipSubject } from './tipSpot.js';
import { type TimelineHost, useAt } from './useTimeline.js';

/** Milliseconds without motion of the pointer after which a tip is shown. */
const TIP_REST_MS = 300;

/** The subject of a tip, and the position of the pointer in the window in CSS pixels. */
export interface TipSpot {
  readonly x: number;
  readonly y: number;
  readonly about: TipSubject;
}

/** The spot on which the pointer rests. Any key, and leaving the window, hides the tip. */
export function useTipSpot() {
  const [spot, setSpot] = useState<TipSpot>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    setSpot(undefined);
  };
  /** @param spotNow is called once the pointer rests */
  const move = (spotNow: () => TipSpot | undefined): void => {
    hide();
    timer.current = setTimeout(() => setSpot(spotNow()), TIP_REST_MS);
  };
  useEffect(() => {
    window.addEventListener('keydown', hide);
    window.addEventListener('blur', hide);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('keydown', hide);
      window.removeEventListener('blur', hide);
    };
  }, []);
  return { spot, move, hide };
}

interface TipProps {
  readonly host: TimelineHost;
  readonly run: Run;
  readonly spot: TipSpot | undefined;
  readonly isSteps: boolean;
}

/** The sentence on the moment or message under the pointer, or the whole name of a row. Keys reach all without a pointer. */
export function Tip({ host, run, spot, isSteps }: TipProps) {
  const about = spot?.about;
  const at = useAt(host, run, about !== undefined && 'cursor' in about ? about.cursor : undefined, isSteps);
  if (spot === undefined || about === undefined) return null;
  const text = 'text' in about ? about.text : at?.is === 'answered' ? at.head.sentence : undefined;
  return text === undefined ? null : <TipBox key={text} spot={spot} text={text} />;
}

function TipBox({ spot: { x, y }, text }: { readonly spot: TipSpot; readonly text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: element } = box;
    if (element === null) return;
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const view = { width: window.innerWidth, height: window.innerHeight };
    const place = nextToPointer({ x, y }, size, view);
    element.style.left = `${place.x}px`;
    element.style.top = `${place.y}px`;
  }, [x, y, text]);
  return (
    <div ref={box} class="tip" aria-hidden="true">
      {text}
    </div>
  );
}
