import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { palettes } from '../../../src/pictures/colors/inks.js';
import { CanvasPen, patternSquare, type Surface } from '../../../src/pictures/drawing/canvasPen.js';
import type { DrawList, Picture } from '../../../src/pictures/drawing/drawList.js';
import { PATTERN_SIZE } from '../../../src/pictures/drawing/patterns.js';
import { svgOf } from '../../../src/pictures/drawing/svgPen.js';

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

  it('names nothing that is loaded from elsewhere, and no script', () => {
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
