/** Draws a list on a canvas; the used part of the canvas API is declared here, so that no browser types are needed. */
import { plainLine } from '../../base/plainText.js';
import type { Palette, BarInk } from '../colors/inks.js';
import { arrowCorners } from './arrow.js';
import { colorOf } from './colorOf.js';
import type { Drawn, DrawList } from './drawList.js';
import { FONT_FAMILY } from './fonts.js';
import { PATTERN_SIZE } from './patterns.js';
import { pointsOf, type Tile, tileOf, tileOfTime } from './tiles.js';

/** Used part of a CanvasRenderingContext2D. */
export interface Surface {
  fillStyle: string | object;
  strokeStyle: string | object;
  lineWidth: number;
  lineJoin: string;
  globalAlpha: number;
  font: string;
  textAlign: string;
  save(): void;
  restore(): void;
  beginPath(): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  clip(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
  fill(): void;
  stroke(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeRect(x: number, y: number, width: number, height: number): void;
  setLineDash(lengths: number[]): void;
  fillText(text: string, x: number, y: number): void;
  strokeText(text: string, x: number, y: number): void;
}

/** Makes a fill of the square of a pattern, RGBA by rows from the top. */
export type PatternMaker = (square: Uint8ClampedArray<ArrayBuffer>, size: number) => string | object;

type Of<Kind extends Drawn['is']> = Extract<Drawn, { is: Kind }>;

export class CanvasPen {
  private readonly made = new Map<string, string | object>();

  constructor(
    private readonly palette: Palette,
    private readonly makePattern: PatternMaker,
    private readonly fontFamily: string = FONT_FAMILY,
  ) {}

  draw(surface: Surface, items: DrawList): void {
    for (const item of items) this.one(surface, item);
  }

  private one(surface: Surface, item: Drawn): void {
    switch (item.is) {
      case 'area':
        this.area(surface, item);
        return;
      case 'edge': {
        const { x, y, width, height, thickness, ink } = item;
        surface.strokeStyle = this.palette[ink];
        surface.lineWidth = thickness;
        surface.setLineDash([]);
        const inner = [Math.max(0, width - thickness), Math.max(0, height - thickness)] as const;
        surface.strokeRect(x + thickness / 2, y + thickness / 2, ...inner);
        return;
      }
      case 'line':
        this.line(surface, item);
        return;
      case 'text':
        this.text(surface, item);
        return;
      case 'clip':
        surface.save();
        surface.beginPath();
        surface.rect(item.x, item.y, item.width, item.height);
        surface.clip();
        this.draw(surface, item.items);
        surface.restore();
    }
  }

  private area(surface: Surface, { x, y, width, height, fill, radius }: Of<'area'>): void {
    const tile = tileOf(fill, this.palette);
    surface.fillStyle = tile === undefined ? colorOf(fill, this.palette) : this.pattern(tile);
    surface.globalAlpha = 'ink' in fill ? (fill.opacity ?? 1) : 1;
    if (radius === undefined) surface.fillRect(x, y, width, height);
    else {
      surface.beginPath();
      surface.roundRect(x, y, width, height, radius);
      surface.fill();
    }
    surface.globalAlpha = 1;
  }

  private line(surface: Surface, { points, ink, thickness, opacity = 1, dash, rim, arrow }: Of<'line'>): void {
    surface.beginPath();
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
      if (at === 0) surface.moveTo(x, y);
      else surface.lineTo(x, y);
    }
    surface.lineJoin = 'round';
    if (rim !== undefined) {
      surface.setLineDash([]);
      surface.strokeStyle = this.palette.ground;
      surface.lineWidth = thickness + 2 * rim;
      surface.stroke();
    }
    surface.globalAlpha = opacity;
    surface.setLineDash([...(dash ?? [])]);
    surface.strokeStyle = this.palette[ink];
    surface.lineWidth = thickness;
    surface.stroke();
    if (arrow === true) this.head(surface, points, ink);
    surface.globalAlpha = 1;
  }

  private head(surface: Surface, points: readonly number[], ink: Of<'line'>['ink']): void {
    surface.beginPath();
    for (const [x, y] of arrowCorners(points)) surface.lineTo(x, y);
    surface.closePath();
    surface.fillStyle = this.palette[ink];
    surface.fill();
  }

  private text(surface: Surface, { x, y, text, ink, size, anchor = 'start', isBold, rim }: Of<'text'>): void {
    const plain = plainLine(text);
    surface.font = `${isBold === true ? '600 ' : ''}${size}px ${this.fontFamily}`;
    surface.textAlign = anchor === 'middle' ? 'center' : anchor;
    if (rim !== undefined) {
      surface.setLineDash([]);
      surface.lineJoin = 'round';
      surface.strokeStyle = this.palette.ground;
      surface.lineWidth = 2 * rim;
      surface.strokeText(plain, x, y);
    }
    surface.fillStyle = this.palette[ink];
    surface.fillText(plain, x, y);
  }

  private pattern(tile: Tile): string | object {
    const known = this.made.get(tile.key);
    if (known !== undefined) return known;
    const made = this.makePattern(pointsOf(tile), PATTERN_SIZE);
    this.made.set(tile.key, made);
    return made;
  }
}

/** The square of a pattern in a palette's colors, RGBA by rows from the top; plain where it has none. */
export function patternSquare(ink: BarInk, palette: Palette): Uint8ClampedArray<ArrayBuffer> {
  return pointsOf(tileOfTime(ink, palette) ?? { key: ink, color: palette[ink], isInk: () => true });
}
