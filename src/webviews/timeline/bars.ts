/** The bars of rows as bitmaps: requested tile by tile, drawn from available tiles until the rest arrives. */
import { present } from '../../base/present.js';
import { absent, elementAt } from '../../base/elements.js';
import type { Coloring } from '../../pictures/timeline/coloring.js';
import { type Columns, meanOf } from '../../pictures/timeline/columns.js';
import { type Frame, type Window, xOf, yOf } from '../../pictures/timeline/frame.js';
import type { GivenCalls } from '../../pictures/timeline/instances.js';
import type { Drawn } from '../../pictures/drawing/drawList.js';
import { type Paints, rasterOf } from '../../pictures/timeline/raster.js';
import { rowBars } from '../../pictures/timeline/rows.js';
import type { Row } from '../../pictures/timeline/rowTree.js';
import { type Block, blocksOf } from './blocks.js';
import type { TileAnswer, TileAsk } from './run.js';
import { exact, type Found, levelFor, TILE_COLUMNS, type TileKey, tilesOf, TileStore } from './tiles.js';

/** Bytes of the tiles that are kept. */
export const BARS_MEMORY = 48 << 20;
/** Maximum depth of tiles: smaller shares of the run exceed the precision of numbers. */
const DEEPEST = 40;
/** Blocks that are asked for although they are not seen, at once. */
const MOST_AHEAD = 32;

interface Tile {
  readonly columns: Columns;
  /** By the locations of its rows. */
  readonly calls: GivenCalls;
  readonly locations: readonly number[];
  readonly inexact?: string | undefined;
  bitmap?: { readonly canvas: OffscreenCanvas; readonly height: number; readonly gap: number; readonly paints: Paints };
}

/** Parameters of drawing. */
export interface Drawing {
  readonly rows: readonly Row[];
  readonly coloring: Coloring;
  readonly order: 'time' | 'logical';
  readonly span: Window;
}

/** Asks for a tile. @returns drops the question */
export type AskTile = (ask: TileAsk, hear: (tile: TileAnswer | { readonly failure: string }) => void) => () => void;

/** Pixels of a bitmap for a pixel of the page. */
interface BarScale {
  readonly height: number;
  readonly gap: number;
  readonly paints: Paints;
}

export class Bars {
  private tiles: TileStore<Tile>;
  /** Content drawn before the colors or the order changed: it is kept until new content arrives. */
  private before: TileStore<Tile> | undefined;
  private blocks: readonly Block[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly rowsOfBlocks = new Map<number, readonly Row[]>();
  /** Rows of the whole run that are known, so that blocks cut otherwise need not be asked for. */
  private readonly known = new Map<string, { readonly columns: Columns; readonly row: number }>();
  private drawing: Drawing | undefined;
  private rowPixels = 33;
  /** Whether parts are drawn from coarser tiles than available, or in the colors of another theme, for performance. */
  isBehind = false;
  /** Reason why requested data is missing, in one sentence. */
  failure: string | undefined;

  /** @param changed called when something came @param memory bytes of the tiles that are kept */
  constructor(
    private readonly ask: AskTile,
    private readonly changed: () => void,
    private readonly memory = BARS_MEMORY,
  ) {
    this.tiles = this.newStore();
  }

  get isWaiting(): boolean {
    return this.tiles.isWaiting;
  }

  /** Asks once more for what was not answered. */
  retry(): void {
    this.failure = undefined;
    this.tiles.forgetFailures();
  }

  show(drawing: Drawing): void {
    const { drawing: last } = this;
    if (last?.coloring !== drawing.coloring || last.order !== drawing.order)
      this.beginAnew(last?.order === drawing.order);
    this.drawing = drawing;
    if (last?.rows === drawing.rows && this.blocks.length > 0) return;
    this.blocks = blocksOf(drawing.rows, this.numbers);
    for (const { number, first, count } of this.blocks)
      this.rowsOfBlocks.set(number, drawing.rows.slice(first, first + count));
    for (const block of this.blocks) this.adopt(block);
  }

  dispose(): void {
    this.tiles.clear();
    this.before?.clear();
  }

  /**
   * Requests the visible tiles: those of the whole run first, which are drawn in place of missing ones; then the rest.
   * Single calls are read from the trace, which is many times slower than reading shares: they are requested once
   * nothing moves.
   */
  want(frame: Frame, top: number, bottom: number, isResting: boolean): void {
    const seen = this.seenBlocks(frame, top, bottom);
    const coarse = (blocks: readonly Block[]): TileKey[] =>
      blocks.map(({ number }) => ({ level: 0, index: 0, block: number }));
    const missing = coarse(this.blocks).filter((key) => this.tiles.find(key) === undefined);
    const fine = this.visible(frame, seen);
    const exactly = isResting && this.drawing?.order === 'time' ? fine.filter(({ block }) => this.isSingle(block)) : [];
    this.tiles.want([...coarse(seen), ...fine, ...missing.slice(0, MOST_AHEAD), ...exactly.map(exact)]);
  }

  /** @param end until when bitmaps may be made, as performance.now() */
  draw(
    pen: CanvasRenderingContext2D,
    frame: Frame,
    [top, bottom]: readonly [number, number],
    scale: BarScale,
    end: number,
  ): void {
    pen.imageSmoothingEnabled = false;
    this.isBehind = false;
    this.rowPixels = scale.height + scale.gap;
    const blocks = this.seenBlocks(frame, top, bottom);
    for (const block of blocks)
      for (const key of this.visible(frame, [block])) {
        const found = this.found(key, end);
        if (found === undefined) continue;
        const bitmap = bitmapOf(found.bitmap, scale, end);
        this.isBehind ||= !isInScale(bitmap, scale);
        const [from, to] = [xOf(frame, this.timeOf(key, 0)), xOf(frame, this.timeOf(key, 1))];
        const pitch = bitmap.height + bitmap.gap;
        for (const [first, count] of runsOfRows(frame, block)) {
          const y = yOf(frame, block.first + first);
          const source = [found.from, first * pitch, found.columns, count * pitch] as const;
          pen.drawImage(bitmap.canvas, ...source, from, y, to - from, count * (frame.rowHeight + frame.gap));
        }
      }
  }

  /** Returns the same as a list, from available tiles: bars of the rows between `top` and `bottom`. */
  items(frame: Frame, top: number, bottom: number): Drawn[] {
    return this.seenBlocks(frame, top, bottom).flatMap((block) =>
      this.visible(frame, [block]).flatMap((key) => {
        const found = this.tiles.find(key) ?? this.before?.find(key);
        if (found === undefined) return [];
        const part = partOf(found.bitmap.columns, found.from, found.columns);
        const [from, to] = [xOf(frame, this.timeOf(key, 0)), xOf(frame, this.timeOf(key, 1))];
        return Array.from({ length: block.count }, (_, row) => yOf(frame, block.first + row)).flatMap((y, row) =>
          y + frame.rowHeight < top || y > bottom
            ? []
            : rowBars(part, row, { x: from, y, width: to - from, height: frame.rowHeight }),
        );
      }),
    );
  }

  /** The columns that are drawn of a row, and the one of them at a time; undefined where none are known. */
  columnsAt(
    frame: Frame,
    row: number,
    time: number,
  ): { readonly columns: Columns; readonly column: number } | undefined {
    const block = this.blocks.find(({ first, count }) => row >= first && row < first + count);
    if (block === undefined) return undefined;
    for (const key of this.visible(frame, [block])) {
      const [from, to] = [this.timeOf(key, 0), this.timeOf(key, 1)];
      const found = time >= from && time < to ? this.tiles.find(key) : undefined;
      if (found === undefined) continue;
      const columns = rowOf(partOf(found.bitmap.columns, found.from, found.columns), row - block.first);
      return {
        columns,
        column: Math.min(columns.columns - 1, Math.floor(((time - from) / (to - from)) * columns.columns)),
      };
    }
    return undefined;
  }

  /** A tile to draw from: where there is no time to make bitmaps, one that has one. */
  private found(key: TileKey, end: number): Found<Tile> | undefined {
    if (performance.now() <= end) return this.tiles.find(key) ?? this.before?.find(key);
    const hasBitmap = ({ bitmap }: Tile): boolean => bitmap !== undefined;
    const best = this.tiles.find(key);
    const found = this.tiles.find(key, hasBitmap) ?? this.before?.find(key, hasBitmap) ?? best;
    // Also where the tile of another coloring is drawn: it is as wide.
    this.isBehind ||= best !== undefined && found?.bitmap !== best.bitmap;
    return found;
  }

  /** The calls of what is seen, on the rows of the picture, as far as they are known; and why they are not where they are not. */
  calls(
    frame: Frame,
    top: number,
    bottom: number,
  ): { readonly calls: readonly GivenCalls[]; readonly inexact?: string } {
    let inexact: string | undefined;
    const blocks = this.seenBlocks(frame, top, bottom);
    const calls = blocks.flatMap((block) => {
      const own = this.drawing?.rows.slice(block.first, block.first + block.count) ?? [];
      if (own.some(({ isGroup }) => isGroup)) return [];
      return this.visible(frame, [block]).flatMap((key) => {
        const found = this.tiles.find(key);
        if (found?.columns !== TILE_COLUMNS) return [];
        inexact ??= found.bitmap.inexact;
        const given = found.bitmap.calls;
        return [{ ...given, row: given.row.map((row) => row + block.first) }];
      });
    });
    return { calls, ...present({ inexact }) };
  }

  private newStore(): TileStore<Tile> {
    return new TileStore((key) => this.askFor(key), this.memory);
  }

  private beginAnew(isSameOrder: boolean): void {
    this.before?.clear();
    this.before = undefined;
    if (isSameOrder) {
      this.tiles.want([]);
      this.before = this.tiles;
    } else this.tiles.clear();
    this.tiles = this.newStore();
    this.known.clear();
  }

  private askFor(key: TileKey): () => void {
    const { drawing, tiles } = this;
    const rows = this.rowsOfBlocks.get(key.block);
    if (drawing === undefined || rows === undefined) return () => undefined;
    const { coloring, order } = drawing;
    const locations = rows.flatMap((row) => row.locations);
    const isSingle = this.isSingle(key.block);
    const ask: TileAsk = {
      ...{ level: key.level, tile: key.index, locations, color: coloring.asked, order },
      ...(isSingle ? {} : { rows: rows.map((row) => row.locations.length) }),
      intervals: key.isExact === true,
    };
    return this.ask(ask, (answer) => {
      if (tiles !== this.tiles) return;
      if ('failure' in answer) {
        tiles.fail(key);
        this.failure = answer.failure;
      } else this.take(key, answer, coloring, rows, locations);
      this.changed();
    });
  }

  private take(
    key: TileKey,
    { head, columns }: TileAnswer,
    coloring: Coloring,
    rows: readonly Row[],
    locations: number[],
  ): void {
    const waiting = coloring.showsWaiting ? columns.waiting : new Uint8Array(columns.waiting.length);
    const made: Columns = {
      ...{ rows: rows.length, columns: TILE_COLUMNS, classes: coloring.inks, shares: columns.shares, waiting },
    };
    const { row, depth, node, from, to } = columns;
    this.put(key, { columns: made, calls: { row, depth, node, from, to }, locations, inexact: head.inexact });
    if (key.level === 0)
      for (const [at, { key: name }] of rows.entries()) this.known.set(name, { columns: made, row: at });
  }

  private put(key: TileKey, tile: Tile): void {
    const { columns, calls } = tile;
    // Its bitmap is made when it is seen.
    const bitmap = columns.rows * TILE_COLUMNS * 4 * this.rowPixels;
    this.tiles.take(key, tile, bitmap + columns.shares.length + 28 * calls.row.length);
  }

  /** A block whose rows are all known, or the locations of them, has its tile of the whole run at once. */
  private adopt({ number, first, count }: Block): void {
    const { drawing } = this;
    const key = { level: 0, index: 0, block: number };
    if (drawing === undefined || this.tiles.find(key) !== undefined) return;
    const rows = drawing.rows.slice(first, first + count).map((row) => this.knownRow(row));
    const parts = rows.flatMap((row) => (row === undefined ? [] : [row]));
    if (parts.length < count) return;
    const columns = stackedRows(parts);
    this.put(key, { columns, calls: NO_CALLS, locations: [], inexact: undefined });
  }

  /** A row of the whole run: a group's is the mean of those of its locations. */
  private knownRow({ key, isGroup, locations }: Row): Columns | undefined {
    const known = this.known.get(key);
    if (known !== undefined) return rowOf(known.columns, known.row);
    if (!isGroup) return undefined;
    const parts = locations.flatMap((location) => {
      const one = this.known.get(`location ${location}`);
      return one === undefined ? [] : [rowOf(one.columns, one.row)];
    });
    return parts.length < locations.length ? undefined : meanOf(stackedRows(parts));
  }

  private isSingle(block: number): boolean {
    return this.rowsOfBlocks.get(block)?.every(({ isGroup }) => !isGroup) === true;
  }

  private timeOf({ level, index }: TileKey, end: number): number {
    const { from, to } = this.drawing?.span ?? { from: 0, to: 1 };
    return from + ((index + end) / 2 ** level) * (to - from);
  }

  private seenBlocks(frame: Frame, top: number, bottom: number): readonly Block[] {
    return this.blocks.filter(({ first, count }) => yOf(frame, first) < bottom && yOf(frame, first + count) > top);
  }

  private visible(frame: Frame, blocks: readonly Block[]): TileKey[] {
    const { from, to } = this.drawing?.span ?? { from: 0, to: 1 };
    const length = to - from;
    const pixels = (frame.width * window.devicePixelRatio * length) / (frame.window.to - frame.window.from);
    const shares = [(frame.window.from - from) / length, (frame.window.to - from) / length] as const;
    return tilesOf(
      levelFor(pixels, DEEPEST),
      ...shares,
      blocks.map(({ number }) => number),
    );
  }
}

/** Some columns of all rows. */
function partOf(all: Columns, from: number, count: number): Columns {
  if (count === all.columns) return all;
  const { rows, classes } = all;
  const shares = new Uint8Array(rows * count * classes.length);
  const waiting = new Uint8Array(rows * count);
  for (let row = 0; row < rows; row++) {
    const at = row * all.columns + from;
    shares.set(all.shares.subarray(at * classes.length, (at + count) * classes.length), row * count * classes.length);
    waiting.set(all.waiting.subarray(at, at + count), row * count);
  }
  return { rows, columns: count, classes, shares, waiting };
}

/** One row of columns. */
function rowOf({ columns, classes, shares, waiting }: Columns, row: number): Columns {
  const size = columns * classes.length;
  return {
    ...{ rows: 1, columns, classes, shares: shares.subarray(row * size, (row + 1) * size) },
    waiting: waiting.subarray(row * columns, (row + 1) * columns),
  };
}

/** Rows below one another; there is one at least. */
function stackedRows(parts: readonly Columns[]): Columns {
  const [{ columns, classes } = absent('a row')] = parts;
  const shares = new Uint8Array(parts.length * columns * classes.length);
  const waiting = new Uint8Array(parts.length * columns);
  for (const [row, part] of parts.entries()) {
    shares.set(part.shares, row * columns * classes.length);
    waiting.set(part.waiting, row * columns);
  }
  return { rows: parts.length, columns, classes, shares, waiting };
}

const NO_CALLS: GivenCalls = {
  row: new Uint32Array(0),
  depth: new Uint32Array(0),
  node: new Uint32Array(0),
  from: new Float64Array(0),
  to: new Float64Array(0),
};

/** Whether a bitmap has the height and the colors that are drawn now. */
function isInScale(bitmap: BarScale, { height, gap, paints }: BarScale): boolean {
  return bitmap.height === height && bitmap.gap === gap && bitmap.paints === paints;
}

/** The bitmap of a tile; one of another height or other colors for now where there is no time to make it. */
function bitmapOf(tile: Tile, { height, gap, paints }: BarScale, end: number): NonNullable<Tile['bitmap']> {
  const { bitmap: known, columns } = tile;
  if (known !== undefined && isInScale(known, { height, gap, paints })) return known;
  if (known !== undefined && performance.now() > end) return known;
  const raster = rasterOf(columns, height, gap, paints);
  const canvas = new OffscreenCanvas(Math.max(1, raster.width), Math.max(1, raster.height));
  canvas.getContext('2d')?.putImageData(new ImageData(raster.data, raster.width, raster.height), 0, 0);
  return (tile.bitmap = { canvas, height, gap, paints });
}

/** Returns contiguous rows of a block with nothing open between them: the first of each run, and their number. */
function runsOfRows({ below }: Frame, { first, count }: Block): [number, number][] {
  if (below === undefined) return [[0, count]];
  const runs: [number, number][] = [];
  let begin = 0;
  for (let row = 1; row <= count; row++) {
    const isCut = row < count && elementAt(below, first + row) !== elementAt(below, first + row - 1);
    if (row < count && !isCut) continue;
    runs.push([begin, row - begin]);
    begin = row;
  }
  return runs;
}
