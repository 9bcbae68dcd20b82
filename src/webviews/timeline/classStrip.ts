/** The strip below the rows: all locations as one row, in separate tiles. */
import type { Drawn } from '../../pictures/drawing/drawList.js';
import {
  type Divided,
  dividedOf,
  divisionText,
  STRIP_HEIGHT,
  STRIP_SPACE,
  stripFrame,
  stripName,
  stripScale,
} from '../../pictures/timeline/classStrip.js';
import { bottomOf, type Frame, rowSize, timeAt } from '../../pictures/timeline/frame.js';
import type { Paints } from '../../pictures/timeline/raster.js';
import type { Row } from '../../pictures/timeline/rowTree.js';
import { type AskTile, Bars } from './bars.js';
import type { TimelineLook } from './over.js';
import type { Run } from './run.js';

/** Locations of the strip at most. */
export const MOST_IN_STRIP = 1 << 16;
/** Pictures that are lower have no strip. */
const LOWEST_WITH_STRIP = 160;
/** Bytes of its tiles: one row each. */
const MEMORY = 4 << 20;

export class ClassStrip {
  readonly bars: Bars;
  private readonly rows: readonly [Row];
  private readonly divided: Divided;

  constructor(run: Run, ask: AskTile, changed: () => void) {
    this.bars = new Bars(ask, changed, MEMORY);
    const locations = run.locations.slice(0, MOST_IN_STRIP);
    this.divided = dividedOf(Array.from(run.process).slice(0, MOST_IN_STRIP));
    // Neither a cursor nor marks are on this row: it is not among those of the picture.
    this.rows = [{ key: 'all', name: '', locations, isGroup: true, isOpen: false, depth: 0 }];
  }

  /** Returns the strip's height in a picture: zero with one location, or if it would shrink the rows. */
  spaceIn(rows: number, height: number, rowsTop: number): number {
    if (this.divided.count < 2 || height < LOWEST_WITH_STRIP) return 0;
    const [whole, less] = [height - rowsTop, height - rowsTop - STRIP_SPACE].map((room) => rowSize(rows, room).height);
    return whole === less ? STRIP_SPACE : 0;
  }

  nameIn({ coloring }: Pick<TimelineLook, 'coloring'>): string {
    return stripName(this.divided, coloring);
  }

  show({ coloring, order, span }: Pick<TimelineLook, 'coloring' | 'order' | 'span'>): void {
    this.bars.show({ rows: this.rows, coloring, order, span });
  }

  /** Below the rows, where they end before the picture does. @param rowsEnd where rows end at most */
  frameOf(frame: Frame, rowsEnd: number): Frame {
    return stripFrame(frame, Math.min(bottomOf(frame), rowsEnd) + STRIP_SPACE - STRIP_HEIGHT);
  }

  want(frame: Frame): void {
    this.bars.want(frame, frame.top, frame.top + STRIP_HEIGHT, false);
  }

  scale(frame: Frame, look: Pick<TimelineLook, 'coloring'>): Drawn[] {
    return stripScale(frame, this.nameIn(look));
  }

  items(frame: Frame): Drawn[] {
    return this.bars.items(frame, frame.top, frame.top + STRIP_HEIGHT);
  }

  draw(pen: CanvasRenderingContext2D, frame: Frame, paints: Paints, end: number): void {
    const dots = Math.max(1, Math.round(window.devicePixelRatio));
    const scale = { height: STRIP_HEIGHT * dots, gap: 0, paints };
    pen.save();
    pen.beginPath();
    pen.rect(frame.left, frame.top, frame.width, STRIP_HEIGHT);
    pen.clip();
    this.bars.draw(pen, frame, [frame.top, frame.top + STRIP_HEIGHT], scale, end);
    pen.restore();
  }

  /** How locations are divided at a point of the strip, in words; undefined outside of it and before it is known. */
  textAt(
    frame: Frame,
    { x, y }: { readonly x: number; readonly y: number },
    { coloring }: Pick<TimelineLook, 'coloring'>,
  ): string | undefined {
    const isIn = y >= frame.top && y <= frame.top + STRIP_HEIGHT && x >= frame.left && x <= frame.left + frame.width;
    const found = isIn ? this.bars.columnsAt(frame, 0, timeAt(frame, x)) : undefined;
    return found === undefined ? undefined : divisionText(found.columns, found.column, this.divided, coloring.names);
  }
}
