/** Draws the timeline on a canvas: what is there at once, the rest as soon as it comes. */
import type { Drawn } from '../../pictures/drawing/drawList.js';
import { CanvasPen } from '../../pictures/drawing/canvasPen.js';
import { axis } from '../../pictures/timeline/axis.js';
import { type Columns, meanOf } from '../../pictures/timeline/columns.js';
import { bottomOf, type Frame, rowSize, type Window, xOf, yOf } from '../../pictures/timeline/frame.js';
import { callSpans, type GivenCalls, messagesOf, pathOf, waitSpans } from '../../pictures/timeline/instances.js';
import {
  causeLine,
  chosenEdge,
  labels,
  messageLines,
  type NamedSpan,
  pathLines,
  rowNames,
} from '../../pictures/timeline/marks.js';
import { overviewBars, overviewWindow } from '../../pictures/timeline/overview.js';
import { gutter } from '../../pictures/timeline/picture.js';
import { Paints, rasterOf } from '../../pictures/timeline/raster.js';
import { themePalette } from './palette.js';
import type { MarksAnswer, Run, TileAnswer, ToldWait } from './run.js';
import { levelFor, TILE_COLUMNS, TILE_ROWS, type TileKey, tilesOf, TileStore } from './tiles.js';

const STRIP = { top: 5, height: 18 } as const;
const AXIS_TOP = 28;
const ROWS_TOP = 46;
/** Lower than this only the whole run is drawn. */
export const LOWEST = 120;
const RIGHT = 10;
const MEMORY = 48 << 20;
/** Milliseconds of a frame that making bitmaps may take. */
const BUDGET = 4;
/** Milliseconds without motion after which what lies over the bars is drawn anew. */
const REST = 80;
/** Tiles are not halved further than to a share of the run that numbers can tell apart. */
const DEEPEST = 40;

interface Tile {
  readonly bitmap: OffscreenCanvas;
  readonly calls: GivenCalls;
}

export interface Look {
  readonly window: Window;
  /** CSS pixels that rows are scrolled by. */
  readonly scroll: number;
  readonly chosen?: ToldWait | undefined;
  readonly cursor?: { readonly row: number; readonly time: number } | undefined;
  readonly marks?: { readonly window: Window; readonly answer: MarksAnswer } | undefined;
  readonly showsPath: boolean;
  readonly showsMessages: boolean;
}

/** Asks for a tile. @returns drops the question */
export type AskTile = (key: TileKey, hear: (tile: TileAnswer | undefined) => void) => () => void;

export class Scene {
  private readonly tiles: TileStore<Tile>;
  private readonly arrived: { readonly key: TileKey; readonly tile: TileAnswer }[] = [];
  private palette = themePalette();
  private paints = new Paints(this.palette);
  private pen = this.newPen();
  private overview: Columns | undefined;
  private over: { readonly canvas: OffscreenCanvas; readonly frame: Frame; readonly of: unknown } | undefined;
  private look: Look | undefined;
  private movedAt = 0;
  /** Height of rows in bitmaps. */
  private madeFor: number | undefined;
  private due: number | undefined;
  private nodeNames: readonly string[] = [];

  /** @param changed called when something is asked for, or came */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly run: Run,
    private readonly askTile: AskTile,
    private readonly changed: () => void,
  ) {
    this.tiles = new TileStore((key) => this.askTile(key, (tile) => this.hear(key, tile)), MEMORY);
  }

  /** What functions are called, by call path. */
  set functions(names: readonly string[]) {
    this.nodeNames = names;
    this.over = undefined;
    this.draw();
  }

  get isLoading(): boolean {
    return this.tiles.isWaiting || this.arrived.length > 0;
  }

  show(look: Look): void {
    if (look.window !== this.look?.window || look.scroll !== this.look.scroll) this.movedAt = performance.now();
    this.look = look;
    this.draw();
  }

  /** Draws in the next frame. */
  draw(): void {
    this.due ??= requestAnimationFrame(() => {
      this.due = undefined;
      this.frame();
    });
  }

  /** In the colours of another theme. */
  repaint(): void {
    this.palette = themePalette();
    this.paints = new Paints(this.palette);
    this.pen = this.newPen();
    this.tiles.clear();
    this.over = undefined;
    this.draw();
  }

  dispose(): void {
    if (this.due !== undefined) cancelAnimationFrame(this.due);
    this.tiles.want([]);
  }

  /** Where rows and time are now. */
  frameOf({ window, scroll }: Pick<Look, 'window' | 'scroll'>): Frame {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { names } = this.run;
    const left = gutter(names, width);
    const size = rowSize(names.length, height - ROWS_TOP);
    return {
      ...{ window, left, width: Math.max(1, width - left - RIGHT), top: ROWS_TOP - scroll },
      ...{ rowHeight: size.height, gap: size.gap, rows: names.length },
    };
  }

  /** The furthest that rows can be scrolled. */
  get mostScroll(): number {
    const frame = this.frameOf({ window: this.run.span, scroll: 0 });
    return Math.max(0, bottomOf(frame) + 6 - this.canvas.clientHeight);
  }

  /** The strip of the whole run. */
  get strip(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
    const { left, width } = this.frameOf({ window: this.run.span, scroll: 0 });
    const { clientHeight } = this.canvas;
    return {
      x: left,
      y: STRIP.top,
      width,
      height: clientHeight < LOWEST ? Math.max(8, clientHeight - 10) : STRIP.height,
    };
  }

  private newPen(): CanvasPen {
    const makePattern = (square: Uint8ClampedArray<ArrayBuffer>, size: number): string | object => {
      const canvas = new OffscreenCanvas(size, size);
      const pen = canvas.getContext('2d');
      pen?.putImageData(new ImageData(square, size, size), 0, 0);
      return pen?.createPattern(canvas, 'repeat') ?? '#888888';
    };
    return new CanvasPen(this.palette, makePattern, getComputedStyle(document.body).fontFamily);
  }

  private hear(key: TileKey, tile: TileAnswer | undefined): void {
    if (tile === undefined) this.tiles.fail(key);
    else this.arrived.push({ key, tile });
    this.changed();
    this.draw();
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
    this.makeBitmaps(frame);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = this.palette.ground;
    pen.fillRect(0, 0, width, height);
    const { strip } = this;
    if (this.overview !== undefined) this.pen.draw(pen, overviewBars(this.overview, strip));
    this.pen.draw(pen, overviewWindow(strip, this.run.span, look.window));
    if (height >= LOWEST) this.rows(pen, frame, look, height);
    this.wantTiles(frame, height);
    if (this.arrived.length > 0) this.draw();
  }

  private rows(pen: CanvasRenderingContext2D, frame: Frame, look: Look, height: number): void {
    const bottom = Math.min(height, bottomOf(frame));
    const { lines, texts } = axis(frame, AXIS_TOP, bottom);
    this.pen.draw(pen, lines);
    pen.save();
    pen.beginPath();
    pen.rect(0, ROWS_TOP - 3, frame.left + frame.width, height);
    pen.clip();
    this.pen.draw(pen, rowNames(frame, this.run.names));
    pen.beginPath();
    pen.rect(frame.left, ROWS_TOP - 3, frame.width, height);
    pen.clip();
    this.bars(pen, frame, height);
    this.drawOver(pen, frame, look);
    this.pen.draw(pen, this.chosenOf(frame, look));
    pen.restore();
    this.pen.draw(pen, texts);
  }

  private bars(pen: CanvasRenderingContext2D, frame: Frame, height: number): void {
    pen.imageSmoothingEnabled = false;
    const pitch = frame.rowHeight + frame.gap;
    for (const key of this.visible(frame, height)) {
      const found = this.tiles.find(key);
      if (found === undefined) continue;
      const { bitmap } = found.bitmap;
      const [from, to] = [this.timeOf(key, 0), this.timeOf(key, 1)].map((time) => xOf(frame, time));
      if (from === undefined || to === undefined) continue;
      const rows = Math.min(TILE_ROWS, frame.rows - key.block * TILE_ROWS);
      const y = yOf(frame, key.block * TILE_ROWS);
      pen.drawImage(bitmap, found.from, 0, found.columns, bitmap.height, from, y, to - from, rows * pitch);
    }
  }

  private timeOf({ level, index }: TileKey, end: number): number {
    const { from, to } = this.run.span;
    return from + ((index + end) / 2 ** level) * (to - from);
  }

  private blocks(frame: Frame, height: number): number[] {
    const pitch = frame.rowHeight + frame.gap;
    const first = Math.max(0, Math.floor((ROWS_TOP - frame.top) / pitch / TILE_ROWS));
    const last = Math.min(frame.rows - 1, Math.floor((height - frame.top) / pitch));
    const end = Math.max(first, Math.floor(last / TILE_ROWS));
    return Array.from({ length: end - first + 1 }, (_, at) => first + at);
  }

  private visible(frame: Frame, height: number): TileKey[] {
    const { from, to } = this.run.span;
    const length = to - from;
    const pixels = (frame.width * window.devicePixelRatio * length) / (frame.window.to - frame.window.from);
    const shares = [(frame.window.from - from) / length, (frame.window.to - from) / length] as const;
    return tilesOf(levelFor(pixels, DEEPEST), ...shares, this.blocks(frame, height));
  }

  /** Asks for what is seen, that of the whole run first: it stands in for all that is not there yet. */
  private wantTiles(frame: Frame, height: number): void {
    const before = this.tiles.isWaiting;
    const whole = Math.ceil(frame.rows / TILE_ROWS);
    const coarse = Array.from({ length: whole }, (_, block) => ({ level: 0, index: 0, block }));
    this.tiles.want([...coarse, ...this.visible(frame, height)]);
    if (before !== this.tiles.isWaiting) this.changed();
  }

  private makeBitmaps(frame: Frame): void {
    const end = performance.now() + BUDGET;
    const scale = Math.max(1, Math.round(window.devicePixelRatio));
    // Bitmaps of other heights are of no use.
    if (this.madeFor !== frame.rowHeight * scale && this.madeFor !== undefined) this.tiles.clear();
    this.madeFor = frame.rowHeight * scale;
    let next;
    do {
      next = this.arrived.shift();
      if (next === undefined) break;
      const { key, tile } = next;
      const rows = Math.min(TILE_ROWS, frame.rows - key.block * TILE_ROWS);
      const columns: Columns = { ...tile.columns, rows, columns: TILE_COLUMNS, classes: this.run.classes };
      const raster = rasterOf(columns, frame.rowHeight * scale, frame.gap * scale, this.paints);
      const bitmap = new OffscreenCanvas(raster.width, raster.height);
      bitmap.getContext('2d')?.putImageData(new ImageData(raster.data, raster.width, raster.height), 0, 0);
      this.tiles.take(key, { bitmap, calls: onRows(tile.columns, key.block * TILE_ROWS) }, raster.data.length);
      // Of many rows, those of the first block stand for all in the strip.
      if (key.level === 0 && key.block === 0) this.overview = meanOf(columns);
      this.over = undefined;
      this.changed();
    } while (performance.now() < end);
  }

  /** Lines and writing move with the bars until nothing moves any more; then they are drawn anew. */
  private drawOver(pen: CanvasRenderingContext2D, frame: Frame, look: Look): void {
    const isResting = performance.now() - this.movedAt >= REST;
    if (isResting && (this.over?.of !== look || !sameFrame(this.over.frame, frame)))
      this.over = this.newOver(frame, look);
    if (!isResting) this.draw();
    const { over } = this;
    if (over === undefined) return;
    const [from, to] = [xOf(frame, over.frame.window.from), xOf(frame, over.frame.window.to)];
    const { clientHeight } = this.canvas;
    pen.imageSmoothingEnabled = true;
    pen.drawImage(over.canvas, from, frame.top - over.frame.top, to - from, clientHeight);
  }

  private newOver(frame: Frame, look: Look): NonNullable<Scene['over']> {
    const ratio = window.devicePixelRatio;
    const { clientHeight: height } = this.canvas;
    const canvas = new OffscreenCanvas(Math.max(1, frame.width * ratio), Math.max(1, height * ratio));
    const pen = canvas.getContext('2d');
    if (pen !== null) {
      pen.setTransform(ratio, 0, 0, ratio, -frame.left * ratio, 0);
      this.pen.draw(pen, this.overItems(frame, look, height));
    }
    return { canvas, frame, of: look };
  }

  private overItems(frame: Frame, { marks, showsPath, showsMessages }: Look, height: number): Drawn[] {
    const { rowOf } = this.run;
    const columns = marks?.answer.columns;
    const calls = this.visible(frame, height).flatMap((key) => {
      const found = this.tiles.find(key);
      return found?.columns === TILE_COLUMNS ? [found.bitmap.calls] : [];
    });
    const spans: NamedSpan[] = [
      ...(columns === undefined ? [] : waitSpans(columns, rowOf)),
      ...callSpans(calls, (node) => this.nodeNames[node] ?? ''),
    ];
    return [
      ...(columns !== undefined && showsPath ? pathLines(frame, pathOf(columns, rowOf)) : []),
      ...(columns !== undefined && showsMessages ? messageLines(frame, messagesOf(columns, rowOf)) : []),
      ...labels(frame, spans),
    ];
  }

  private chosenOf(frame: Frame, { chosen, cursor }: Look): Drawn[] {
    const row = chosen === undefined ? undefined : this.run.rowOf.get(chosen.location);
    const drawn: Drawn[] = [];
    if (chosen !== undefined && row !== undefined) {
      const wait = { row, from: chosen.from, to: chosen.to };
      const causeRow = chosen.cause === undefined ? undefined : this.run.rowOf.get(chosen.cause.location);
      if (chosen.cause !== undefined && causeRow !== undefined)
        drawn.push(causeLine(frame, wait, { row: causeRow, time: chosen.cause.time }));
      drawn.push(chosenEdge(frame, wait));
    }
    if (cursor !== undefined) {
      const x = xOf(frame, cursor.time);
      const y = yOf(frame, cursor.row);
      drawn.push({ is: 'line', points: [x, y - 3, x, y + frame.rowHeight + 3], ink: 'chosen', thickness: 2, rim: 1 });
    }
    return drawn;
  }
}

const sameFrame = (a: Frame, b: Frame): boolean =>
  a.window.from === b.window.from && a.window.to === b.window.to && a.top === b.top && a.width === b.width;

/** Calls with the rows of the whole picture. */
function onRows(calls: GivenCalls, first: number): GivenCalls {
  return { ...calls, row: calls.row.map((row) => row + first) };
}
