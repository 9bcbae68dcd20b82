import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { elementAt } from '../../base/elements.js';
import type { Line } from './line.js';
import { lookOf } from './look.js';
import { pointPaths } from './points.js';
import { color, themeChanges } from './theme.js';

export interface ChartProps {
  /** Description of the chart for screen readers. */
  readonly label: string;
  /** Values along the x axis; seconds since 1970 when `time` is set. */
  readonly x: readonly number[];
  readonly lines: readonly Line[];
  readonly time?: boolean;
  /** How values along the axes are written; `room` in pixels from one point to the next. */
  readonly formatX?: (value: number, room: number) => string;
  readonly formatY: (value: number) => string;
  /** Titles of the axes. */
  readonly titleX: string;
  readonly titleY: string;
  /** Marks along the x axis only where values are. */
  readonly ticksAtValues?: boolean;
  /** Places along the x axis at which something begins: dashed lines from top to bottom. */
  readonly marks?: readonly number[];
  /** Returns the text of a point; with it, points can be reached with the arrow keys. */
  readonly describe: (index: number) => string;
  readonly onOpen?: (index: number) => void;
}

const height = 240;

/** A line chart in the theme's colors. Arrow keys move along its points, Enter opens one, and so does a click. */
export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [theme, setTheme] = useState(0);
  const [at, setAt] = useState<number>();
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => themeChanges(() => setTheme((count) => count + 1)), []);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const chart = new uPlot(options(props, element.clientWidth, setAt), dataOf(props), element);
    plot.current = chart;
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    const clicked = () => {
      const index = chart.cursor.idx;
      if (typeof index === 'number') latest.current.onOpen?.(index);
    };
    chart.over.addEventListener('click', clicked);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [theme, props.x, props.lines, props.label, props.marks]);

  const move = (index: number) => {
    const chart = plot.current;
    if (chart === undefined || props.x.length === 0) return;
    const next = Math.max(0, Math.min(props.x.length - 1, index));
    const y = props.lines.map((line) => line.values[next]).find((value) => typeof value === 'number') ?? 0;
    chart.setCursor({ left: chart.valToPos(elementAt(props.x, next), 'x'), top: chart.valToPos(y, 'y') });
    setAt(next);
  };
  const keys = (event: KeyboardEvent) => {
    const step = stepOf(event.key, at, props.x.length);
    if (event.key === 'Enter' && at !== undefined) props.onOpen?.(at);
    else if (step !== undefined) move(step);
    else return;
    event.preventDefault();
  };
  return (
    <div class="chart">
      <div
        ref={box}
        class="plot"
        role="application"
        aria-roledescription="chart"
        aria-label={`${props.label}. Left and right arrows move along the points${props.onOpen === undefined ? '' : ', Enter opens one'}.`}
        tabIndex={0}
        onKeyDown={keys}
      />
      <p class="quiet reading" role="status">
        {at === undefined || at >= props.x.length ? ' ' : props.describe(at)}
      </p>
    </div>
  );
}

/**
 * Returns the point to which a key moves from the current one, if any; it may be outside the first and the last one.
 */
function stepOf(key: string, at: number | undefined, points: number): number | undefined {
  if (key === 'ArrowLeft') return (at ?? points) - 1;
  if (key === 'ArrowRight') return (at ?? -1) + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? points - 1 : undefined;
}

function dataOf({ x, lines }: ChartProps): uPlot.AlignedData {
  return [[...x], ...lines.map((line) => [...line.values])];
}

function options(props: ChartProps, width: number, point: (index: number | undefined) => void): uPlot.Options {
  const text = color('--vscode-descriptionForeground', '--vscode-foreground');
  const grid = `color-mix(in srgb, ${text} 28%, transparent)`;
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = {
    stroke: text,
    font,
    labelFont: font,
    labelSize: 20,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1 },
  };
  const { formatX, formatY } = props;
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 9 } },
    hooks: {
      setCursor: [(chart) => point(chart.cursor.idx ?? undefined)],
      draw: [(chart) => drawMarks(chart, props.marks ?? [])],
    },
    scales: {
      x: { time: props.time === true, ...padded(props) },
      y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        label: props.titleX,
        ...(formatX === undefined
          ? {}
          : { values: (chart, marks) => marks.map((mark) => formatX(mark, chart.width / props.x.length)) }),
        ...(props.ticksAtValues === true ? { splits: () => [...props.x] } : {}),
      },
      { ...axis, label: props.titleY, size: 76, values: (_chart, marks) => marks.map(formatY) },
    ],
    series: [{}, ...props.lines.map((line) => (line.reference === true ? referenceOf(line, text) : seriesOf(line)))],
  };
}

function drawMarks(plot: uPlot, marks: readonly number[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = color('--vscode-charts-orange', '--vscode-foreground');
  ctx.lineWidth = uPlot.pxRatio;
  ctx.setLineDash([4 * uPlot.pxRatio, 4 * uPlot.pxRatio]);
  for (const mark of marks) {
    const x = Math.round(plot.valToPos(mark, 'x', true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** Returns a margin at the outermost points, so that they are not cut in half, even if there is only one. */
function padded({ x }: ChartProps): Pick<uPlot.Scale, 'range'> {
  const [first = 0, last = 1] = [x.at(0), x.at(-1)];
  const room = first === last ? Math.max(1, Math.abs(first) * 1e-5) : (last - first) * 0.03;
  return { range: () => [first - room, last + room] };
}

function seriesOf({ label, look: index, isApart = false }: Line): uPlot.Series {
  const look = lookOf(index);
  const stroke = color(`--vscode-charts-${look.color}`, '--vscode-foreground');
  // Points of several lines coincide if none has losses: a rim distinguishes them.
  const rim = color('--vscode-editor-background');
  const points = { show: true, size: 10, width: 1, stroke: rim, fill: stroke, paths: pointPaths(look) };
  // Lines are joined over positions at which only another line has a value.
  if (isApart) return { label, stroke, width: 0, points, paths: () => null };
  return { label, stroke, width: 2, spanGaps: true, dash: look.dash.map((length) => length * uPlot.pxRatio), points };
}

function referenceOf({ label }: Line, stroke: string): uPlot.Series {
  return { label, stroke, width: 1, dash: [6 * uPlot.pxRatio, 4 * uPlot.pxRatio], points: { show: false } };
}
