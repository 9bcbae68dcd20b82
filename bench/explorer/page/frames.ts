/** Cost of each frame of the page, and the data from which it draws the bars. */

/** Of one frame. */
export interface FrameCost {
  /** Milliseconds: from each callback to the point where its drawing was rastered (getImageData returned). */
  work: number;
  /** Pixels of the rows' area covered by bitmaps: by any, and by those of a coarser scale. */
  drawn: number;
  coarse: number;
  /** Pixels that bitmaps should cover; 0 where the page drew nothing in this frame. */
  wanted: number;
}

const NOTHING: FrameCost = { work: 0, drawn: 0, coarse: 0, wanted: 0 };

/** Columns of a tile; a part of it is drawn until a finer one arrives. */
const TILE_COLUMNS = 256;
const TILE_ROWS = 32;

export class Frames {
  private current = { ...NOTHING };
  private context: CanvasRenderingContext2D | undefined;
  /** When bars were first drawn. */
  firstPicture: number | undefined;

  /** @param rows of the picture; a multiple of those of a tile */
  constructor(private readonly rows: number) {
    this.timeCallbacks();
    this.watchBars();
  }

  /** Returns the work since the last call. */
  take(): FrameCost {
    const taken = this.current;
    this.current = { ...NOTHING };
    return taken;
  }

  /** Adds what is done outside of callbacks: handling what the person did. */
  add(work: number): void {
    this.current.work += work;
  }

  private timeCallbacks(): void {
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      ask((time) => {
        const began = performance.now();
        callback(time);
        // Forces what was drawn to be rastered: recorded drawing costs nothing else.
        if (this.context !== undefined) this.context.getImageData(0, 0, 1, 1);
        this.context = undefined;
        this.current.work += performance.now() - began;
      });
  }

  /** Bars are bitmaps that are pasted; the area that they must cover is what the page clips them to. */
  private watchBars(): void {
    const { prototype } = CanvasRenderingContext2D;
    const note = (context: CanvasRenderingContext2D, words: readonly unknown[]): void => {
      const [image, , , taken, , x, y, width, height] = words;
      const { canvas } = context;
      if (!(image instanceof OffscreenCanvas) || image.width !== TILE_COLUMNS || !canvas.isConnected) return;
      this.firstPicture ??= performance.now();
      this.context = context;
      if (typeof x !== 'number' || typeof y !== 'number' || typeof width !== 'number' || typeof height !== 'number')
        return;
      const { left, right, top, bottom } = this.area(canvas, height / Math.min(TILE_ROWS, this.rows));
      const covered = overlap(x, x + width, left, right) * overlap(y, y + height, top, bottom);
      this.current.drawn += covered;
      if (typeof taken === 'number' && taken < TILE_COLUMNS) this.current.coarse += covered;
    };
    const before = {
      drawImage: Reflect.get(prototype, 'drawImage'),
      rect: Reflect.get(prototype, 'rect'),
      clip: Reflect.get(prototype, 'clip'),
    };
    prototype.drawImage = function (this: CanvasRenderingContext2D, ...words: unknown[]): void {
      note(this, words);
      Reflect.apply(before.drawImage, this, words);
    };
    const { lastRectangles, clips } = this;
    prototype.rect = function (this: CanvasRenderingContext2D, x, y, width, height): void {
      lastRectangles.set(this.canvas, { x, y, width });
      Reflect.apply(before.rect, this, [x, y, width, height]);
    };
    prototype.clip = function (this: CanvasRenderingContext2D, ...words: unknown[]): void {
      const last = lastRectangles.get(this.canvas);
      if (last !== undefined) clips.set(this.canvas, last);
      Reflect.apply(before.clip, this, words);
    };
  }

  /** By canvas: the rectangle that was outlined last, and the one that drawing was clipped to last. */
  private readonly lastRectangles = new WeakMap<HTMLCanvasElement, Outline>();
  private readonly clips = new WeakMap<HTMLCanvasElement, Outline>();

  /**
   * Returns the area that must contain bars: next to names, below the axis (and a rim for marks), down to the last row.
   */
  private area(canvas: HTMLCanvasElement, pitch: number): { left: number; right: number; top: number; bottom: number } {
    const { x, y, width } = this.clips.get(canvas) ?? { x: 0, y: 0, width: 0 };
    const top = y + 3;
    const bottom = Math.min(canvas.clientHeight - 6, top + this.rows * pitch);
    this.current.wanted = width * Math.max(0, bottom - top);
    return { left: x, right: x + width, top, bottom };
  }
}

interface Outline {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const overlap = (from: number, to: number, least: number, most: number): number =>
  Math.max(0, Math.min(to, most) - Math.max(from, least));
