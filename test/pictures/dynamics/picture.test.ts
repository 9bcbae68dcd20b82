import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { severityScales } from '../../../src/pictures/colors/severity.js';
import { barsPicture } from '../../../src/pictures/dynamics/bars.js';
import { cellAt, xOfBin } from '../../../src/pictures/dynamics/mapFrame.js';
import { binOf, combined, drawnRows, stretchesOf } from '../../../src/pictures/dynamics/mapRows.js';
import { clustersOf, dynamicsPicture } from '../../../src/pictures/dynamics/picture.js';
import { dynamicsFinding, valueMap } from '../../support/dynamicsReport.js';

const choice = { width: 1000, order: 'number', pixel: 'mean', scale: severityScales.light } as const;
const findings = [dynamicsFinding()];
const draw = (map = valueMap(), more: Partial<typeof choice> = {}) =>
  dynamicsPicture({ title: 'Late Sender', map, nameOf: (at) => `rank ${at}`, findings }, { ...choice, ...more });
const texts = (picture: ReturnType<typeof draw>['picture']) =>
  picture.items.flatMap((item) => (item.is === 'text' ? [item.text] : []));

describe('the map of values', () => {
  it('covers each cell once: areas have the size of the map', () => {
    const { picture, frame } = draw();
    const areas = picture.items.filter((item) => item.is === 'area' && 'color' in item.fill && item.y < 200);
    const size = areas.reduce((sum, item) => sum + (item.is === 'area' ? item.width * item.height : 0), 0);
    expect(size).toBeCloseTo(frame.width * frame.rowHeight * 8, 3);
  });

  it('is described, with rows, iterations and what is outlined in words', () => {
    const { picture } = draw();
    expect(picture.description).toContain(
      '200 iterations from left to right, 8 locations from top to bottom, by number',
    );
    expect(picture.description).toContain('outlined: steps up at 120');
    expect(texts(picture)).toEqual(
      expect.arrayContaining(['rank 0', 'rank 7', 'iteration 0', '100', 'steps up at 120']),
    );
  });

  it('outlines a change on its ranks and iterations only', () => {
    const { picture, frame } = draw();
    const [edge] = picture.items.filter((item) => item.is === 'edge' && item.ink === 'text');
    if (edge?.is !== 'edge') throw new Error('nothing is outlined');
    expect(edge.y + 3).toBe(frame.top + 4 * frame.rowHeight);
    expect(edge.height - 6).toBe(4 * frame.rowHeight);
    expect(edge.x + 3).toBeCloseTo(xOfBin(frame, { bins: 200 }, 120), 6);
    expect(edge.width - 6).toBeCloseTo((3 / 200) * frame.width, 6);
  });

  it('merges many ranks, by mean or maximum, and omits none', () => {
    const map = valueMap(1000, 50);
    const mean = drawnRows(map, 'number', 'mean', () => undefined, 170);
    expect(mean.rows).toHaveLength(170);
    expect(mean.rows.flat()).toEqual(Array.from({ length: 1000 }, (_, row) => row));
    const largest = drawnRows(map, 'number', 'largest', () => undefined, 170);
    for (const [at, value] of largest.value.entries()) expect(value).toBeGreaterThanOrEqual(mean.value[at]! - 1e-7);
  });

  it('is as high as a window at most, from one rank to many, and never narrower than its writing', () => {
    for (const ranks of [1, 2, 64, 5000]) {
      const { picture, frame } = draw(valueMap(ranks, 30), {});
      expect(frame.rowHeight * frame.drawn.rows.length).toBeLessThanOrEqual(340);
      expect(picture.height).toBeLessThan(700);
    }
  });

  it('is ordered by cluster: ranks that change alike are adjacent', () => {
    const spread = dynamicsFinding({ locations: [1, 3, 5, 7] });
    const { rows } = drawnRows(valueMap(), 'cluster', 'mean', clustersOf([spread]), 100);
    expect(rows.flat()).toEqual([1, 3, 5, 7, 0, 2, 4, 6]);
    expect(stretchesOf({ rows }, valueMap(), new Set([1, 3, 5, 7]))).toEqual([{ from: 0, to: 4 }]);
  });
});

describe('columns of iterations', () => {
  it('hold each iteration in one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 600 }), (iterations, most) => {
        const bins = Math.min(iterations, most);
        const first = Uint32Array.from({ length: bins + 1 }, (_, bin) => Math.floor((bin * iterations) / bins));
        for (const iteration of [0, iterations >> 1, iterations - 1]) {
          const bin = binOf({ first, bins }, iteration);
          expect(first[bin]).toBeLessThanOrEqual(iteration);
          expect(first[bin + 1]).toBeGreaterThan(iteration);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('are found under the pointer', () => {
    const { frame } = draw();
    const map = { bins: 200 };
    expect(cellAt(frame, map, xOfBin(frame, map, 120) + 1, frame.top + 4.5 * frame.rowHeight)).toEqual({
      row: 4,
      bin: 120,
    });
    expect(cellAt(frame, map, 2, frame.top + 4)).toBeUndefined();
    expect(cellAt(frame, map, frame.left + 4, frame.top - 1)).toBeUndefined();
  });

  it('have the mean of the ranks that are brought together', () => {
    const map = valueMap(4, 10);
    const values = combined(map, [0, 1, 2, 3], 'mean');
    for (let bin = 0; bin < 10; bin++) {
      const sum = [0, 1, 2, 3].reduce((all, row) => all + map.mean[row * 10 + bin]!, 0);
      expect(values[bin]).toBeCloseTo(sum / 4, 8);
    }
    expect([...combined(map, [], 'mean')].every(Number.isNaN)).toBe(true);
  });
});

it('a small picture has a bar for each value and no text', () => {
  const svg = barsPicture([1, 2, 0, 4]);
  expect(svg.match(/<rect /g)).toHaveLength(4);
  expect(svg).not.toContain('<text');
});
