/** The strip above a timeline: the whole run, with the window that is shown. */
import type { Drawn, Rectangle } from '../drawing/drawList.js';
import type { Columns } from './columns.js';
import type { Window } from './frame.js';
import { rowBars } from './rows.js';

/** Pixels that a window is drawn at least, so that it is found. */
const NARROWEST = 6;

/** Returns the position of a window in the strip. */
export function windowInStrip(box: Rectangle, span: Window, window: Window): Rectangle {
  const scale = box.width / (span.to - span.from);
  const [from, to] = [(window.from - span.from) * scale, (window.to - span.from) * scale];
  const width = Math.min(box.width, Math.max(NARROWEST, to - from));
  const x = Math.min(Math.max((from + to - width) / 2, 0), box.width - width);
  return { x: box.x + x, y: box.y, width, height: box.height };
}

/** The shares of all locations over the whole run. */
export const overviewBars = (columns: Columns, box: Rectangle): Drawn[] => rowBars(columns, 0, box);

/** Dims the area outside of the window. */
export function overviewWindow(box: Rectangle, span: Window, window: Window): Drawn[] {
  const shown = windowInStrip(box, span, window);
  const end = shown.x + shown.width;
  const veil = { ink: 'ground', opacity: 0.62 } as const;
  const { y, height } = box;
  return [
    { is: 'area', x: box.x, y, width: shown.x - box.x, height, fill: veil },
    { is: 'area', x: end, y, width: box.x + box.width - end, height, fill: veil },
    { is: 'edge', x: shown.x - 1, y: y - 2, width: shown.width + 2, height: height + 4, ink: 'chosen', thickness: 2 },
  ];
}
