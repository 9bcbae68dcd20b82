/**
 * Pictures of parts of the rows at halving scales, so that something is drawn at once wherever one goes: a part that is not
 * there yet is drawn from a coarser one. Nothing here knows the browser.
 */

/** Columns of a tile, and rows of it at most. */
export const TILE_COLUMNS = 256;
export const TILE_ROWS = 32;

/** At level L the run is 2^L tiles wide. */
export interface TileKey {
  readonly level: number;
  readonly index: number;
  /** Of rows: number times TILE_ROWS is the first. */
  readonly block: number;
  /** With single calls, and shares that are exact within blocks of events too: what is asked for where nothing moves. */
  readonly isExact?: true;
}

/** A part of a tile, by its columns, that replaces a whole one. */
export interface Found<Bitmap> {
  readonly bitmap: Bitmap;
  readonly from: number;
  readonly columns: number;
}

interface Held<Bitmap> {
  readonly bitmap: Bitmap;
  readonly bytes: number;
}

const nameOf = ({ level, index, block, isExact }: TileKey): string =>
  `${level}/${index}/${block}${isExact === true ? '/exact' : ''}`;

export const exact = (key: TileKey): TileKey => ({ ...key, isExact: true });

/** The level whose tiles are shown at scale 1 to 2. @param pixels of the whole run at the scale that is shown */
export function levelFor(pixels: number, deepest: number): number {
  return Math.min(deepest, Math.max(0, Math.floor(Math.log2(Math.max(1, pixels / TILE_COLUMNS)))));
}

/** Tiles that a window touches. @param from share of the run at which the window begins @param to share at which it ends */
export function tilesOf(level: number, from: number, to: number, blocks: readonly number[]): TileKey[] {
  const count = 2 ** level;
  const first = Math.max(0, Math.floor(from * count));
  const last = Math.min(count - 1, Math.ceil(to * count) - 1);
  return blocks.flatMap((block) =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({ level, index: first + at, block })),
  );
}

export class TileStore<Bitmap> {
  /** Those used longest ago first. */
  private readonly held = new Map<string, Held<Bitmap>>();
  private readonly asked = new Map<string, () => void>();
  private readonly failed = new Set<string>();
  private bytes = 0;

  /**
   * @param ask asks for a tile; its answer is handed to `take` or `fail`. @returns drops the question
   * @param limit bytes of all bitmaps together; those of level 0 stay all the same
   */
  constructor(
    private readonly ask: (key: TileKey) => () => void,
    private readonly limit: number,
  ) {}

  /** Requests missing tiles in the given order, and drops those no longer needed. */
  want(keys: readonly TileKey[]): void {
    const names = new Set(keys.map(nameOf));
    for (const [name, drop] of this.asked)
      if (!names.has(name)) {
        this.asked.delete(name);
        drop();
      }
    for (const key of keys) {
      const name = nameOf(key);
      if (this.held.has(name) || this.asked.has(name) || this.failed.has(name)) continue;
      if (!this.held.has(nameOf(exact(key)))) this.asked.set(name, this.ask(key));
    }
  }

  take(key: TileKey, bitmap: Bitmap, bytes: number): void {
    const name = nameOf(key);
    this.asked.delete(name);
    this.forget(name);
    this.held.set(name, { bitmap, bytes });
    this.bytes += bytes;
    for (const [old] of this.held) {
      if (this.bytes <= this.limit) break;
      if (old !== name && !old.startsWith('0/')) this.forget(old);
    }
  }

  /** It is not asked for again until failures are forgotten. */
  fail(key: TileKey): void {
    this.asked.delete(nameOf(key));
    this.failed.add(nameOf(key));
  }

  /**
   * Returns the tile, or the available part of the next coarser one; undefined if there is none.
   * @param isMeant which of the available ones count; all if omitted
   */
  find({ level, index, block }: TileKey, isMeant?: (bitmap: Bitmap) => boolean): Found<Bitmap> | undefined {
    for (let up = 0; up <= level; up++) {
      const key = { level: level - up, index: Math.floor(index / 2 ** up), block };
      const name = [nameOf(exact(key)), nameOf(key)].find((known) => {
        const there = this.held.get(known);
        return there !== undefined && isMeant?.(there.bitmap) !== false;
      });
      const held = this.held.get(name ?? '');
      if (name === undefined || held === undefined) continue;
      // Used now: the last to go.
      this.held.delete(name);
      this.held.set(name, held);
      const columns = TILE_COLUMNS / 2 ** up;
      return { bitmap: held.bitmap, from: (index % 2 ** up) * columns, columns };
    }
    return undefined;
  }

  forgetFailures(): void {
    this.failed.clear();
  }

  get isWaiting(): boolean {
    return this.asked.size > 0;
  }

  clear(): void {
    this.want([]);
    this.held.clear();
    this.failed.clear();
    this.bytes = 0;
  }

  private forget(name: string): void {
    this.bytes -= this.held.get(name)?.bytes ?? 0;
    this.held.delete(name);
  }
}
