import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { palettes } from '../../../src/pictures/colors/inks.js';
import { CanvasPen, patternSquare, type Surface } from '../../../src/pictures/drawing/canvasPen.js';
import type { Drawn, DrawList, Fill, Picture } from '../../../src/pictures/drawing/drawList.js';
import { PATTERN_SIZE } from '../../../src/pictures/drawing/patterns.js';
import { stripeWidth } from '../../../src/pictures/drawing/patterns.js';
import { svgOf } from '../../../src/pictures/drawing/svgPen.js';
import { pointsOf, tileOf } from '../../../src/pictures/drawing/tiles.js';
import { severityFill, severityScales } from '../../../src/pictures/colors/severity.js';

const palette = palettes.light;

const items: DrawList = [
  { is: 'area', x: 0, y: 0, width: 10, height: 5, fill: { time: 'computation' } },
  { is: 'area', x: 10, y: 0, width: 2.123456, height: 5, fill: { time: 'computation' } },
  { is: 'area', x: 12, y: 0, width: 10, height: 5, fill: { time: 'waiting' } },
  { is: 'line', points: [0, 0, 10, 10], ink: 'path', thickness: 2, rim: 1, arrow: true },
  { is: 'text', x: 5, y: 20, text: 'f<int>&"x"\u202e\u0007', ink: 'text', size: 11, anchor: 'middle', rim: 2 },
  {
    is: 'clip',
    ...{ x: 1, y: 2, width: 3, height: 4 },
    items: [{ is: 'edge', x: 1, y: 2, width: 30, height: 40, ink: 'chosen', thickness: 2 }],
  },
];

const picture: Picture = { width: 100, height: 50, title: 'a < b', description: 'c & d', items };

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** The elements of an XML file. @throws where it is none */
function elements(file: string): Element[] {
  const found: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes, text: '' }));
  parser.on('text', (text) => {
    const last = found.at(-1);
    if (last !== undefined) last.text += text;
  });
  parser.write(file).close();
  return found;
}

describe('the SVG pen', () => {
  const found = elements(svgOf(picture, palette));
  const named = (name: string) => found.filter((element) => element.name === name);

  it('writes XML in which names of programs are text', () => {
    const [text] = named('text');
    expect(text?.text.trim()).toMatch(/^f<int>&"x"/);
    expect(text?.text).not.toMatch(/\u202e/);
    expect(named('title')[0]?.text.trim()).toBe('a < b');
    expect(named('desc')[0]?.text.trim()).toBe('c & d');
  });

  it('draws neighbors of one fill as one path, waiting in its pattern', () => {
    const paths = named('path').map(({ attributes }) => [attributes.fill, attributes.d]);
    expect(paths).toContainEqual([palette.computation, 'M0 0h10v5h-10zM10 0h2.12v5h-2.12z']);
    expect(paths).toContainEqual(['url(#waiting)', 'M12 0h10v5h-10z']);
    expect(named('pattern').map(({ attributes }) => attributes.id)).toEqual(['waiting']);
  });

  it('refers to no external resources, and no script', () => {
    expect(found.map(({ name }) => name)).not.toContain('script');
    const values = found.flatMap(({ name, attributes }) => (name === 'svg' ? [] : Object.values(attributes)));
    expect(values.filter((value) => /:\/\/|url\((?!#)/.test(value))).toEqual([]);
  });

  it('cuts what a clip holds', () => {
    const [clip] = named('clipPath');
    expect(named('g')[0]?.attributes['clip-path']).toBe(`url(#${clip?.attributes.id})`);
  });
});

/** Writes down what is called, and with which style. */
function recorder(): { surface: Surface; calls: unknown[][] } {
  const calls: unknown[][] = [];
  const call =
    (name: string) =>
    (...args: unknown[]): void =>
      void calls.push([name, ...args]);
  const surface: Surface = {
    ...{ fillStyle: '', strokeStyle: '', lineWidth: 1, lineJoin: '', globalAlpha: 1, font: '', textAlign: '' },
    ...{ save: call('save'), restore: call('restore'), beginPath: call('beginPath'), rect: call('rect') },
    ...{ roundRect: call('roundRect'), clip: call('clip'), moveTo: call('moveTo'), lineTo: call('lineTo') },
    ...{ closePath: call('closePath'), fill: call('fill'), stroke: call('stroke'), strokeRect: call('strokeRect') },
    ...{ setLineDash: call('setLineDash'), strokeText: call('strokeText'), fillText: call('fillText') },
    fillRect: (...args) => void calls.push(['fillRect', surface.fillStyle, ...args]),
  };
  return { surface, calls };
}

describe('the canvas pen', () => {
  it('draws the same areas, waiting in a pattern that is made once', () => {
    const made: number[] = [];
    const pen = new CanvasPen(palette, (square, size) => {
      made.push(square.length, size);
      return { pattern: true };
    });
    const { surface, calls } = recorder();
    pen.draw(surface, items);
    pen.draw(surface, items);
    expect(calls.filter(([name]) => name === 'fillRect').slice(0, 3)).toEqual([
      ['fillRect', palette.computation, 0, 0, 10, 5],
      ['fillRect', palette.computation, 10, 0, 2.123456, 5],
      ['fillRect', { pattern: true }, 12, 0, 10, 5],
    ]);
    expect(made).toEqual([4 * PATTERN_SIZE ** 2, PATTERN_SIZE]);
    expect(calls.filter(([name]) => name === 'save')).toHaveLength(2);
    expect(calls.filter(([name]) => name === 'restore')).toHaveLength(2);
    expect(calls.find(([name]) => name === 'fillText')?.[1]).not.toMatch(/\u202e/);
  });

  it('draws stripes at 45° that fit to themselves', () => {
    const square = patternSquare('waiting', palette);
    const point = (x: number, y: number) => square.slice(((y % 8) * 8 + (x % 8)) * 4, ((y % 8) * 8 + (x % 8)) * 4 + 4);
    for (let y = 0; y < 16; y++) for (let x = 1; x < 16; x++) expect(point(x, y)).toEqual(point(x - 1, y + 1));
    expect(new Set(Array.from({ length: 8 }, (_, x) => point(x, 0).join(' '))).size).toBe(2);
  });
});

describe('shares in high contrast', () => {
  const contrast = { ...palettes.dark, isHighContrast: true };
  const scale = severityScales.dark;
  const area = (fill: Fill): Drawn => ({ is: 'area', x: 0, y: 0, width: 8, height: 8, fill });

  it('are stripes that cover as much as the share, and plain colors in other themes', () => {
    for (const share of [0, 0.01, 0.25, 0.5, 0.9, 1]) {
      const fill = severityFill(share, scale);
      expect(tileOf(fill, palettes.dark)).toBeUndefined();
      const tile = tileOf(fill, contrast);
      if (tile === undefined) throw new Error('no tile');
      const ground = [...pointsOf({ ...tile, isInk: () => false }).subarray(0, 4)].join();
      const points = pointsOf(tile);
      let covered = 0;
      for (let at = 0; at < points.length; at += 4) if ([...points.subarray(at, at + 4)].join() !== ground) covered++;
      expect(covered / 64).toBe(stripeWidth(share) / 8);
      expect(Math.abs(covered / 64 - share)).toBeLessThanOrEqual(share > 0 && share < 1 / 16 ? 1 / 8 : 1 / 16);
      if (share > 0) expect(covered).toBeGreaterThan(0);
    }
  });

  it('contrast with the background', () => {
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    for (const [theme, ground] of [
      ['light', '#ffffff'],
      ['dark', '#000000'],
    ] as const)
      for (let share = 0; share <= 1; share += 1 / 16) {
        const [one, other] = [luminance(severityFill(share, severityScales[theme]).stripes.color), luminance(ground)];
        expect((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)).toBeGreaterThanOrEqual(3);
      }
  });

  it('are drawn by both pens', () => {
    const list = [area(severityFill(0.5, scale)), area(severityFill(1, scale))];
    const svg = svgOf({ ...picture, items: list }, contrast);
    expect(elements(svg).filter(({ name }) => name === 'pattern')).toHaveLength(2);
    expect(elements(svgOf({ ...picture, items: list }, palette)).filter(({ name }) => name === 'pattern')).toEqual([]);
    let made = 0;
    const { surface, calls } = recorder();
    const pen = new CanvasPen(contrast, () => ({ pattern: ++made }));
    pen.draw(surface, [...list, ...list]);
    expect(calls.map(([, style]) => style)).toEqual([1, 2, 1, 2].map((pattern) => ({ pattern })));
  });
});

describe('uncertain values', () => {
  it('have thin lines over what is drawn there, across those of waiting', () => {
    const tile = tileOf({ hatch: 'text' }, palette);
    if (tile === undefined) throw new Error('no tile');
    const points = pointsOf(tile);
    const opacity = (x: number, y: number): number => points[(y * 8 + x) * 4 + 3] ?? NaN;
    const inks = Array.from({ length: 64 }, (_, at) => opacity(at % 8, Math.floor(at / 8)));
    expect(new Set(inks)).toEqual(new Set([0, 255]));
    for (let y = 0; y < 7; y++) for (let x = 0; x < 7; x++) expect(opacity(x, y)).toBe(opacity(x + 1, y + 1));
    const svg = svgOf(
      { ...picture, items: [{ is: 'area', x: 0, y: 0, width: 8, height: 8, fill: { hatch: 'text' } }] },
      palette,
    );
    // Nothing hides what is below.
    const found = elements(svg);
    const pattern = found.findIndex(({ name }) => name === 'pattern');
    expect(found[pattern + 1]?.name).toBe('path');
  });
});
