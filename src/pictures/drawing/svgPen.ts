/** Draws a picture as an SVG file, which loads nothing and runs nothing. */
import { plainLine } from '../../base/plainText.js';
import type { Palette } from '../colors/inks.js';
import { arrowCorners } from './arrow.js';
import { colorOf } from './colorOf.js';
import type { Drawn, DrawList, Fill, Picture } from './drawList.js';
import { FONT_FAMILY } from './fonts.js';
import { PATTERN_SIZE } from './patterns.js';
import { type Tile, tileOf } from './tiles.js';

type Of<Kind extends Drawn['is']> = Extract<Drawn, { is: Kind }>;

/**
 * The file, ending with a line break. @param prefix begins all identifiers in it, for several pictures in one document
 */
export function svgOf({ width, height, title, description, items }: Picture, palette: Palette, prefix = ''): string {
  const pen = new SvgPen(palette, prefix);
  const body = pen.all(items);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${num(width)}" height="${num(height)}" viewBox="0 0 ${num(width)} ${num(height)}" role="img" aria-labelledby="${prefix}title ${prefix}description" font-family="${escaped(FONT_FAMILY)}">`,
    `<title id="${prefix}title">${escaped(title)}</title>`,
    `<desc id="${prefix}description">${escaped(description)}</desc>`,
    '<style>text{font-variant-numeric:tabular-nums}</style>',
    ...pen.definitions(),
    `<rect width="${num(width)}" height="${num(height)}" fill="${palette.ground}"/>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

class SvgPen {
  private readonly usedTiles = new Map<string, Tile>();
  private clips = 0;

  constructor(
    private readonly palette: Palette,
    private readonly prefix: string,
  ) {}

  /** Neighbors in the list with the same fill become one path. */
  all(items: DrawList): string[] {
    const written: string[] = [];
    let at = 0;
    while (at < items.length) {
      const item = items[at];
      if (item?.is === 'area' && item.radius === undefined) {
        const fill = this.fillOf(item.fill);
        let path = '';
        for (let next: Drawn | undefined = item; ; next = items[at]) {
          if (next?.is !== 'area' || next.radius !== undefined || this.fillOf(next.fill) !== fill) break;
          path += `M${num(next.x)} ${num(next.y)}h${num(next.width)}v${num(next.height)}h${num(-next.width)}z`;
          at++;
        }
        written.push(`<path ${fill} d="${path}"/>`);
        continue;
      }
      if (item !== undefined) written.push(...this.one(item));
      at++;
    }
    return written;
  }

  definitions(): string[] {
    if (this.usedTiles.size === 0) return [];
    return ['<defs>', ...[...this.usedTiles.values()].map((tile) => this.pattern(tile)), '</defs>'];
  }

  private one(item: Drawn): string[] {
    switch (item.is) {
      case 'area':
        return [`<rect ${box(item)} rx="${num(item.radius ?? 0)}" ${this.fillOf(item.fill)}/>`];
      case 'edge': {
        const { x, y, width, height, thickness, radius = 0, ink } = item;
        const inner = {
          x: x + thickness / 2,
          y: y + thickness / 2,
          width: Math.max(0, width - thickness),
          height: Math.max(0, height - thickness),
        };
        return [
          `<rect ${box(inner)} rx="${num(radius)}" fill="none" stroke="${this.palette[ink]}" stroke-width="${num(thickness)}"/>`,
        ];
      }
      case 'line':
        return this.line(item);
      case 'text':
        return [this.text(item)];
      case 'clip': {
        const id = `${this.prefix}clip${this.clips++}`;
        return [
          `<clipPath id="${id}"><rect ${box(item)}/></clipPath>`,
          `<g clip-path="url(#${id})">`,
          ...this.all(item.items),
          '</g>',
        ];
      }
    }
  }

  private line({ points, ink, thickness, opacity, dash, rim, arrow }: Of<'line'>): string[] {
    let path = '';
    for (let at = 0; at + 1 < points.length; at += 2)
      path += `${at === 0 ? 'M' : 'L'}${num(points[at] ?? 0)} ${num(points[at + 1] ?? 0)}`;
    const common = 'fill="none" stroke-linejoin="round"';
    const seen = opacity === undefined ? '' : ` opacity="${num(opacity)}"`;
    const dashed = dash === undefined ? '' : ` stroke-dasharray="${dash.map(num).join(' ')}"`;
    const color = this.palette[ink];
    return [
      ...(rim === undefined
        ? []
        : [`<path d="${path}" ${common} stroke="${this.palette.ground}" stroke-width="${num(thickness + 2 * rim)}"/>`]),
      `<path d="${path}" ${common} stroke="${color}" stroke-width="${num(thickness)}"${dashed}${seen}/>`,
      ...(arrow === true ? [`<path d="${arrowHead(points)}" fill="${color}"${seen}/>`] : []),
    ];
  }

  private text({ x, y, text, ink, size, anchor = 'start', isBold, rim }: Of<'text'>): string {
    const bold = isBold === true ? ' font-weight="600"' : '';
    const side = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
    const rimmed =
      rim === undefined
        ? ''
        : ` stroke="${this.palette.ground}" stroke-width="${num(2 * rim)}" paint-order="stroke" stroke-linejoin="round"`;
    return `<text x="${num(x)}" y="${num(y)}" font-size="${num(size)}" fill="${this.palette[ink]}"${bold}${side}${rimmed}>${escaped(text)}</text>`;
  }

  private fillOf(fill: Fill): string {
    const tile = tileOf(fill, this.palette);
    if (tile !== undefined) {
      this.usedTiles.set(tile.key, tile);
      return `fill="url(#${this.prefix}${tile.key})"`;
    }
    const opacity = 'ink' in fill && fill.opacity !== undefined ? ` fill-opacity="${num(fill.opacity)}"` : '';
    return `fill="${colorOf(fill, this.palette)}"${opacity}`;
  }

  private pattern({ key, color, between, isInk }: Tile): string {
    let points = '';
    for (let y = 0; y < PATTERN_SIZE; y++)
      for (let x = 0; x < PATTERN_SIZE; x++) if (isInk(x, y)) points += `M${x} ${y}h1v1h-1z`;
    const size = `width="${PATTERN_SIZE}" height="${PATTERN_SIZE}"`;
    const ground = between === undefined ? '' : `<rect ${size} fill="${between}"/>`;
    return `<pattern id="${this.prefix}${key}" ${size} patternUnits="userSpaceOnUse">${ground}<path fill="${color}" d="${points}"/></pattern>`;
  }
}

/** A head at the end of a line, as a path. */
const arrowHead = (points: readonly number[]): string =>
  `M${arrowCorners(points)
    .map(([x, y]) => `${num(x)} ${num(y)}`)
    .join('L')}z`;

const box = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string =>
  `x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`;

/** To a hundredth of a pixel. */
const num = (value: number): string => String(Math.round(value * 100) / 100 + 0);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => plainLine(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
