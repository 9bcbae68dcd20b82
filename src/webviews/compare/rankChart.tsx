import { useEffect, useRef, useState } from 'preact/hooks';
import { duration, grouped } from '../../base/text.js';
import { themeChanges } from '../kit/theme.js';
import { drawRanks, hasBars, type RankScale, stepOf } from './rankDrawing.js';
import { largestOf, type RankProfile } from './rankProfile.js';

/** The values of one experiment as a picture; arrow keys and the pointer read one after the other. */
export function RankChart({
  profile,
  scale,
  label,
}: {
  readonly profile: RankProfile;
  readonly scale: RankScale;
  /** Description of the picture for screen readers. */
  readonly label: string;
}) {
  const [at, setAt] = useState<number>();
  const { values, nameOf } = profile;
  const { canvas, width } = useDrawing(values, scale, at);

  const keys = (event: KeyboardEvent) => {
    const next = positionOf(event.key, at, values.length);
    if (next === undefined) return;
    setAt(next);
    event.preventDefault();
  };
  const point = (event: PointerEvent) => {
    if (width === 0) return;
    const x = Math.max(0, event.offsetX);
    const position = hasBars(values.length, width)
      ? Math.floor(x / stepOf(values.length, width))
      : largestOf(values, Math.min(Math.floor(x), Math.floor(width) - 1), Math.floor(width));
    setAt(position < values.length ? position : undefined);
  };
  const shared = Math.ceil(values.length / Math.max(1, Math.floor(width)));
  return (
    <div class="rank-chart">
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Left and right arrows move along the values.`}
        tabIndex={0}
        onKeyDown={keys}
      >
        <canvas ref={canvas} aria-hidden="true" onPointerMove={point} />
      </div>
      <p class={isFull(values.length, width) ? 'reading quiet' : 'reading quiet few'}>
        <span>{nameOf(0)}</span>
        <span role="status">{at === undefined ? ' ' : `${nameOf(at)}: ${duration(values[at] ?? 0)}`}</span>
        <span>{values.length > 1 && isFull(values.length, width) ? nameOf(values.length - 1) : ''}</span>
      </p>
      {width > 0 && !hasBars(values.length, width) && (
        <p class="quiet">
          Up to {grouped(shared)} in a column of pixels: full to the least, light to the most, a line for the mean.
        </p>
      )}
    </div>
  );
}

/** Draws on a canvas, again when its width or the theme changes. */
function useDrawing(values: Float64Array, scale: RankScale, at: number | undefined) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [theme, setTheme] = useState(0);
  useEffect(() => themeChanges(() => setTheme((count) => count + 1)), []);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const resized = new ResizeObserver(() => setWidth(element.clientWidth));
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current !== null) drawRanks(canvas.current, values, scale, at);
  }, [values, scale.low, scale.high, at, width, theme]);
  return { canvas, width };
}

/** Reports whether the bars reach the end of the picture, below which the last name is shown. */
const isFull = (count: number, width: number): boolean => stepOf(count, width) * count > width - 1;

/** The position that a key moves to, if it moves. */
function positionOf(key: string, at: number | undefined, count: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10));
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: (at ?? count) - 1,
    ArrowRight: (at ?? -1) + 1,
    PageUp: (at ?? count) - page,
    PageDown: (at ?? -1) + page,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
