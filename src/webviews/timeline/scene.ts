/** Draws the timeline on a canvas: available data at once, the rest when it arrives. */
import type { Drawn, Picture } from '../../pictures/drawing/drawList.js';
import { axis, windowText } from '../../pictures/timeline/axis.js';
import type { Coloring } from '../../pictures/timeline/coloring.js';
import type { Columns } from '../../pictures/timeline/columns.js';
import { heightBelow, MOST_LEVELS } from '../../pictures/timeline/details.js';
import {
  bottomOf,
  type Frame,
  LOWEST_STACKED,
  type RowRange,
  rowsBetween,
  rowSize,
  xOf,
  yOf,
} from '../../pictures/timeline/frame.js';
import type { GivenCalls } from '../../pictures/timeline/instances.js';
import type { MessageHit } from '../../pictures/timeline/messages.js';
import { legend } from '../../pictures/timeline/legend.js';
import { type BarInk, partInks } from '../../pictures/colors/inks.js';
import { markLines, outsideOf } from '../../pictures/timeline/marks.js';
import { overviewBars, overviewWindow } from '../../pictures/timeline/overview.js';
import { gutter } from '../../pictures/timeline/picture.js';
import { Paints } from '../../pictures/timeline/raster.js';
import { type Row, rowsByLocation } from '../../pictures/timeline/rowTree.js';
import { type AskTile, Bars } from './bars.js';
import { ClassStrip, MOST_IN_STRIP } from './classStrip.js';
import { exchangedText, messageUnder } from './exchanged.js';
import { type TimelineLook, overItems, selectionItems } from './over.js';
import { penOf, themePalette } from '../kit/palette.js';
import { namesNextTo } from './rowNames.js';
import type { Run } from './run.js';
import { TILE_COLUMNS } from './tiles.js';

const STRIP = { top: 5, height: 18 } as const;
const AXIS_TOP = 28;
const ROWS_TOP = 46;
/** Lower than this only the whole run is drawn. */
export const LOWEST = 120;
const RIGHT = 10;
/** Width of the sign of rows that can be expanded. */
const SIGN = 14;
/** Milliseconds of a frame that making bitmaps may take. */
const BUDGET = 4;
/** The same for the strip of classes. */
const STRIP_BUDGET = 1;
/** Milliseconds without motion after which the items above the bars are redrawn. */
const REST = 80;

export class Scene {
  private readonly bars: Bars;
  private readonly classes: ClassStrip;
  private palette = themePalette();
  private paints = new Paints(this.palette);
  private pen = penOf(this.palette);
  private overview: { readonly columns: Columns; readonly of: Coloring } | undefined;
  private dropOverview: (() => void) | undefined;
  private over: { readonly canvas: OffscreenCanvas; readonly frame: Frame; readonly of: unknown } | undefined;
  private look: TimelineLook | undefined;
  private movedAt = 0;
  private due: number | undefined;
  /** How deep calls of open rows go, as far as they were seen. */
  private readonly levels = new Map<string, number>();
  private came = 0;
  private notShown: string | undefined;
  private left: { readonly of: readonly unknown[]; readonly left: number } | undefined;

  /** @param changed called when something is asked for, or came */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly run: Run,
    private readonly askTile: AskTile,
    private readonly changed: () => void,
  ) {
    this.bars = new Bars(askTile, () => {
      this.came++;
      this.changed();
      this.draw();
    });
    this.classes = new ClassStrip(run, askTile, () => {
      this.changed();
      this.draw();
    });
  }

  get isLoading(): boolean {
    return this.bars.isWaiting || this.classes.bars.isWaiting || this.dropOverview !== undefined;
  }

  /** Why something is not drawn, in one sentence. */
  get failure(): string | undefined {
    return this.bars.failure ?? this.classes.bars.failure;
  }

  /** Why single calls of what is seen are not shown, in one sentence. */
  get inexact(): string | undefined {
    return this.notShown;
  }

  /** Asks once more for what was not answered. */
  retry(): void {
    this.bars.retry();
    this.classes.bars.retry();
    this.changed();
    this.draw();
  }

  show(look: TimelineLook): void {
    const { look: last } = this;
    if (look.window !== last?.window || look.scroll !== last.scroll) this.movedAt = performance.now();
    this.look = look;
    const { rows, coloring, order, span } = look;
    this.bars.show({ rows, coloring, order, span });
    this.classes.show(look);
    // The first picture comes before all else that is asked then.
    if (last === undefined && this.canvas.clientWidth > 0)
      this.bars.want(this.frameOf(look), ROWS_TOP, this.rowsEnd(look), false);
    if (last?.coloring !== coloring || last.order !== order) this.askOverview(look);
    this.draw();
  }

  /** Draws in the next frame. */
  draw(): void {
    this.due ??= requestAnimationFrame(() => {
      this.due = undefined;
      this.frame();
    });
  }

  /** In the colors of another theme. */
  repaint(): void {
    this.palette = themePalette();
    this.paints = new Paints(this.palette);
    this.pen = penOf(this.palette);
    this.over = undefined;
    this.draw();
  }

  dispose(): void {
    if (this.due !== undefined) cancelAnimationFrame(this.due);
    this.dropOverview?.();
    this.bars.dispose();
    this.classes.bars.dispose();
  }

  /** Returns the current positions of rows and time. */
  frameOf({
    window,
    scroll,
    rows,
    opened,
    order,
  }: Pick<TimelineLook, 'window' | 'scroll' | 'rows' | 'opened' | 'order'>): Frame {
    const { clientWidth: width } = this.canvas;
    const left = this.leftOf(rows, width);
    const size = rowSize(rows.length, this.rowsEnd({ rows }) - ROWS_TOP);
    const heights = rows.map(({ key }) => (opened.has(key) ? heightBelow(this.below(key)) : 0));
    const below = opened.size === 0 ? {} : { below: sumsBefore(heights) };
    return {
      ...{ window, left, width: Math.max(1, width - left - RIGHT), top: ROWS_TOP - scroll },
      ...{ rowHeight: size.height, gap: size.gap, rows: rows.length, ...below },
      unit: order === 'time' ? 'seconds' : 'steps',
    };
  }

  /** The furthest that rows can be scrolled. */
  get mostScroll(): number {
    if (this.look === undefined) return 0;
    const frame = this.frameOf({ ...this.look, scroll: 0 });
    return Math.max(0, bottomOf(frame) + 6 - this.rowsEnd(this.look));
  }

  /** The rows that are seen. */
  get visibleRows(): RowRange | undefined {
    if (this.look === undefined) return undefined;
    return rowsBetween(this.frameOf(this.look), ROWS_TOP, this.rowsEnd(this.look));
  }

  /** Lowest end of rows: the space below belongs to the strip of classes. */
  get rowsBottom(): number {
    return this.look === undefined ? this.canvas.clientHeight : this.rowsEnd(this.look);
  }

  private rowsEnd({ rows }: Pick<TimelineLook, 'rows'>): number {
    const { clientHeight: height } = this.canvas;
    return height - this.classes.spaceIn(rows.length, height, ROWS_TOP);
  }

  /** The strip of classes; undefined where there is no space for it. */
  private classFrame(frame: Frame, look: TimelineLook): Frame | undefined {
    const end = this.rowsEnd(look);
    return end === this.canvas.clientHeight ? undefined : this.classes.frameOf(frame, end);
  }

  /** How locations are divided at a point of the strip of classes, in words. */
  divisionAt(point: { readonly x: number; readonly y: number }): string | undefined {
    const { look } = this;
    const frame = look === undefined ? undefined : this.classFrame(this.frameOf(look), look);
    return look === undefined || frame === undefined ? undefined : this.classes.textAt(frame, point, look);
  }

  /** The strip of the whole run. */
  get strip(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
    const { clientHeight, clientWidth } = this.canvas;
    const frame = this.look === undefined ? undefined : this.frameOf(this.look);
    const { left, width } = frame ?? { left: 0, width: clientWidth };
    const height = clientHeight < LOWEST ? Math.max(8, clientHeight - 10) : STRIP.height;
    return { x: left, y: STRIP.top, width, height };
  }

  /** The calls that are seen, on their rows, as far as they are known. */
  calls(): readonly GivenCalls[] {
    const { look } = this;
    if (look === undefined) return [];
    return this.bars.calls(this.frameOf(look), ROWS_TOP, this.rowsEnd(look)).calls;
  }

  /** The message that is drawn next to a point of the canvas. */
  messageAt(point: { readonly x: number; readonly y: number }): MessageHit | undefined {
    return this.look === undefined ? undefined : messageUnder(this.frameOf(this.look), this.look, point);
  }

  /** The message or the bundle of messages next to a point of the canvas, in words. */
  exchangedAt(point: { readonly x: number; readonly y: number }): string | undefined {
    return this.look === undefined ? undefined : exchangedText(this.frameOf(this.look), this.look, this.run, point);
  }

  /** CSS pixels of the time that is shown; 0 before anything is. */
  get plotWidth(): number {
    return this.look === undefined || this.canvas.clientWidth === 0 ? 0 : this.frameOf(this.look).width;
  }

  /**
   * Returns the visible part, as a picture that any pen can draw; undefined before the first drawing. @param title
   * first text in it
   */
  picture(title: string): Picture | undefined {
    const { look, canvas, strip } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (look === undefined || width === 0) return undefined;
    const frame = this.frameOf(look);
    const end = this.rowsEnd(look);
    const bottom = Math.min(end, bottomOf(frame));
    const classes = this.classFrame(frame, look);
    const ruled = axis(frame, AXIS_TOP, classes === undefined ? bottom : bottomOf(classes));
    const box = { y: ROWS_TOP - 3, height: Math.max(0, end - ROWS_TOP + 3) };
    const items: Drawn[] = [
      ...(this.overview === undefined ? [] : overviewBars(this.overview.columns, strip)),
      ...overviewWindow(strip, look.span, look.window),
      ...ruled.lines,
      { is: 'clip', x: 0, width: frame.left, ...box, items: namesNextTo(frame, look.rows, look.opened, end) },
      {
        ...{ is: 'clip', x: frame.left, width: frame.width, ...box },
        items: [
          ...this.bars.items(frame, ROWS_TOP, end),
          ...this.overItems(frame, look, end),
          ...timeVeil(frame, look, ROWS_TOP - 3, bottom),
          ...markLines(frame, look.marked, ROWS_TOP - 3, bottom),
          ...selectionItems(frame, look, rowsByLocation(look.rows)),
        ],
      },
      ...(classes === undefined ? [] : this.classItems(classes, look)),
      ...ruled.texts,
    ];
    const said = `${title}, ${windowText(look.window, frame.unit)}`;
    const { inks, names, showsWaiting } = look.coloring;
    const shown: BarInk[] = partInks.filter(
      (ink) => inks.includes(ink) && !(look.order === 'logical' && ink === 'other'),
    );
    const lines = {
      path: look.showsPath && look.order === 'time',
      messages: look.showsMessages,
      collectives: look.showsMessages,
      uncertain: look.order === 'time' && (look.uncertain?.location.length ?? 0) > 0,
    };
    const key = legend(
      showsWaiting ? [...shown, 'waiting'] : shown,
      lines,
      { x: 8, y: height + 30, right: width - 8 },
      names,
    );
    items.push({ is: 'text', x: 8, y: height + 20, text: said, ink: 'text', size: 13, isBold: true }, ...key.items);
    return { width, height: height + 36 + key.height, title, description: `${said}.`, items };
  }

  private classItems(frame: Frame, look: TimelineLook): Drawn[] {
    const { left: x, top: y, width, rowHeight: height } = frame;
    return [...this.classes.scale(frame, look), { is: 'clip', x, y, width, height, items: this.classes.items(frame) }];
  }

  /** Returns the end of names: they are measured once for the same rows. */
  private leftOf(rows: readonly Row[], width: number): number {
    const of = [rows, width, this.look?.coloring];
    if (isSame(this.left?.of, of)) return this.left?.left ?? 0;
    const names = rows.map(({ name, depth }) => `${'  '.repeat(depth)}${name}`);
    if (this.look !== undefined) names.push(this.classes.nameIn(this.look));
    const left = gutter(names, width) + SIGN;
    this.left = { of, left };
    return left;
  }

  private below(key: string) {
    return { levels: this.levels.get(key) ?? 1, counters: this.run.counters.length };
  }

  private askOverview({ coloring, order }: TimelineLook): void {
    this.dropOverview?.();
    const locations = this.run.locations.slice(0, MOST_IN_STRIP);
    const asked = { level: 0, tile: 0, locations, rows: [locations.length], color: coloring.asked, order };
    this.dropOverview = this.askTile(asked, (answer) => {
      this.dropOverview = undefined;
      if (!('failure' in answer)) {
        const { shares, waiting } = answer.columns;
        const waits = coloring.showsWaiting ? waiting : new Uint8Array(waiting.length);
        const columns = { rows: 1, columns: TILE_COLUMNS, classes: coloring.inks, shares, waiting: waits };
        this.overview = { columns, of: coloring };
      }
      this.changed();
      this.draw();
    });
  }

  private frame(): void {
    const { look, canvas } = this;
    const pen = canvas.getContext('2d');
    if (look === undefined || pen === null || canvas.clientWidth === 0) return;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ratio = window.devicePixelRatio;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    const frame = this.frameOf(look);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = this.palette.ground;
    pen.fillRect(0, 0, width, height);
    const { strip } = this;
    if (this.overview !== undefined) this.pen.draw(pen, overviewBars(this.overview.columns, strip));
    this.pen.draw(pen, overviewWindow(strip, look.span, look.window));
    if (height >= LOWEST) this.rows(pen, frame, look);
    const wasWaiting = this.isLoading;
    this.bars.want(frame, ROWS_TOP, this.rowsEnd(look), this.isResting);
    const classes = this.classFrame(frame, look);
    // It is of all locations, which takes long: what is seen of the rows comes first.
    if (classes !== undefined && this.isResting) this.classes.want(classes);
    if (wasWaiting !== this.isLoading) this.changed();
    if (this.bars.isBehind || this.classes.bars.isBehind) this.draw();
  }

  private rows(pen: CanvasRenderingContext2D, frame: Frame, look: TimelineLook): void {
    const height = this.rowsEnd(look);
    const bottom = Math.min(height, bottomOf(frame));
    const classes = this.classFrame(frame, look);
    const { lines, texts } = axis(frame, AXIS_TOP, classes === undefined ? bottom : bottomOf(classes));
    this.pen.draw(pen, lines);
    pen.save();
    pen.beginPath();
    pen.rect(0, ROWS_TOP - 3, frame.left + frame.width, height - ROWS_TOP + 3);
    pen.clip();
    this.pen.draw(pen, namesNextTo(frame, look.rows, look.opened, height));
    pen.beginPath();
    pen.rect(frame.left, ROWS_TOP - 3, frame.width, height - ROWS_TOP + 3);
    pen.clip();
    const dots = Math.max(1, Math.round(window.devicePixelRatio));
    const scale = { height: frame.rowHeight * dots, gap: frame.gap * dots, paints: this.paints };
    this.bars.draw(pen, frame, [ROWS_TOP, height], scale, performance.now() + BUDGET);
    this.drawOver(pen, frame, look);
    this.pen.draw(pen, [
      ...timeVeil(frame, look, ROWS_TOP - 3, bottom),
      ...markLines(frame, look.marked, ROWS_TOP - 3, bottom),
      ...selectionItems(frame, look, rowsByLocation(look.rows)),
    ]);
    pen.restore();
    if (classes !== undefined) {
      this.pen.draw(pen, this.classes.scale(classes, look));
      // One row: rows that take all of their time leave it some.
      this.classes.draw(pen, classes, this.paints, performance.now() + STRIP_BUDGET);
    }
    this.pen.draw(pen, texts);
  }

  private get isResting(): boolean {
    return performance.now() - this.movedAt >= REST;
  }

  /** Lines and text move with the bars until nothing moves any more; then they are redrawn. */
  private drawOver(pen: CanvasRenderingContext2D, frame: Frame, look: TimelineLook): void {
    const { isResting } = this;
    const of = [look, this.came];
    if (isResting && (!isSame(this.over?.of, of) || !sameFrame(this.over?.frame, frame)))
      this.over = this.newOver(frame, look, of);
    if (!isResting) this.draw();
    const { over } = this;
    if (over === undefined) return;
    const [from, to] = [xOf(frame, over.frame.window.from), xOf(frame, over.frame.window.to)];
    const { clientHeight } = this.canvas;
    pen.imageSmoothingEnabled = true;
    pen.drawImage(over.canvas, from, frame.top - over.frame.top, to - from, clientHeight);
  }

  private newOver(frame: Frame, look: TimelineLook, of: unknown): NonNullable<Scene['over']> {
    const ratio = window.devicePixelRatio;
    const { clientHeight: height } = this.canvas;
    const canvas = new OffscreenCanvas(Math.max(1, frame.width * ratio), Math.max(1, height * ratio));
    const pen = canvas.getContext('2d');
    if (pen !== null) {
      pen.setTransform(ratio, 0, 0, ratio, -frame.left * ratio, 0);
      this.pen.draw(pen, this.overItems(frame, look, height));
    }
    return { canvas, frame, of };
  }

  private overItems(frame: Frame, look: TimelineLook, height: number): Drawn[] {
    const { calls, inexact } = this.bars.calls(frame, ROWS_TOP, height);
    this.growLevels(look, calls);
    if (this.notShown !== inexact) {
      this.notShown = inexact;
      this.changed();
    }
    const below = (row: number) => this.below(look.rows[row]?.key ?? '');
    return overItems(frame, look, {
      calls,
      inexact,
      run: this.run,
      below,
      hasNames: frame.rowHeight >= LOWEST_STACKED,
    });
  }

  /** Open rows are as high as the deepest of their calls that was seen. */
  private growLevels({ rows, opened }: TimelineLook, parts: readonly GivenCalls[]): void {
    if (opened.size === 0) return;
    for (const { row, depth } of parts)
      for (let at = 0; at < row.length; at++) {
        const key = rows[row[at] ?? -1]?.key;
        const deep = Math.min(MOST_LEVELS, (depth[at] ?? 0) + 1);
        if (key === undefined || !opened.has(key) || deep <= (this.levels.get(key) ?? 1)) continue;
        this.levels.set(key, deep);
        this.came++;
        this.draw();
      }
  }
}

/** Returns veils over the time outside of the selection. */
const timeVeil = (frame: Frame, { selectedTime, order }: TimelineLook, top: number, bottom: number): Drawn[] =>
  selectedTime === undefined || order === 'logical' ? [] : outsideOf(frame, selectedTime, top, bottom);

/** Sums of all numbers before each, and of all. */
function sumsBefore(numbers: readonly number[]): Float64Array {
  const sums = new Float64Array(numbers.length + 1);
  for (const [at, number] of numbers.entries()) sums[at + 1] = (sums[at] ?? 0) + number;
  return sums;
}

const isSame = (a: unknown, b: readonly unknown[]): boolean =>
  Array.isArray(a) && a.length === b.length && a.every((one, at) => one === b[at]);

const sameFrame = (a: Frame | undefined, b: Frame): boolean =>
  a?.window.from === b.window.from &&
  a.window.to === b.window.to &&
  a.top === b.top &&
  a.width === b.width &&
  yOf(a, a.rows) === yOf(b, b.rows);
