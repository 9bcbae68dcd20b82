/** Locations at their coordinates: every one once, nothing lost, whatever sizes a file contains. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { palettes } from '../../../src/pictures/colors/inks.js';
import { severityScales } from '../../../src/pictures/colors/severity.js';
import { svgOf } from '../../../src/pictures/drawing/svgPen.js';
import { placesPicture } from '../../../src/pictures/explorer/places.js';
import { cellsOf, cellValues, topologyLayout, topologyTitle } from '../../../src/pictures/explorer/topology.js';
import { type Topology, topologiesOf } from '../../../src/model/topology.js';

const room = { width: 640, scale: severityScales.light };

/** Topologies of up to five dimensions with some locations in them, two to a process. */
const anyTopology = fc
  .record({
    sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
    count: fc.integer({ min: 1, max: 40 }),
  })
  .chain(({ sizes, count }) =>
    fc.record({
      count: fc.constant(count),
      topology: fc
        .array(fc.tuple(fc.nat(count - 1), fc.tuple(...sizes.map((size) => fc.nat(size - 1)))), {
          minLength: 1,
          maxLength: 60,
        })
        .map((points) => {
          const dimensions = sizes.map((size, at) => ({
            name: at % 2 === 0 ? `D${at}` : '',
            size,
            isPeriodic: at === 1,
          }));
          const drafts = [
            { name: 'any', dimensions, points: points.map(([location, coordinates]) => ({ location, coordinates })) },
          ];
          return elementAt(topologiesOf(drafts, count).topologies, 0);
        }),
    }),
  );

const processOf = (location: number): number => location >> 1;

describe('a topology', () => {
  it('is drawn with each of its coordinates once, and every location is in one or reported as missing', () => {
    fc.assert(
      fc.property(anyTopology, ({ topology, count }) => {
        const all = Array.from({ length: count }, (_, at) => at);
        const { cells, missing } = cellsOf(topology, all, processOf);
        const inCells = cells.flatMap(({ locations }) => locations);
        expect(new Set(inCells).size).toBe(inCells.length);
        expect(inCells.length + missing).toBe(count);
        const layout = topologyLayout(topology, cells, missing);
        if (layout === undefined) throw new Error('it is not drawn');
        const seen = new Set(cells.map((_, at) => layout.placeOf(at)?.join()));
        expect(seen.size).toBe(cells.length);
        for (const [at] of cells.entries()) {
          const [column = -1, row = -1, plane = -1] = layout.placeOf(at) ?? [];
          expect(column >= 0 && column < layout.columns && row >= 0 && row < layout.rows).toBe(true);
          expect(plane >= 0 && plane < layout.planes).toBe(true);
        }
        const { names, values } = cellValues(
          cells,
          (location) => `rank ${location}`,
          (location) => location + 1,
        );
        const sum = values.reduce((before, value) => before + value, 0);
        expect(sum).toBe(inCells.reduce((before, location) => before + location + 1, 0));
        const picture = placesPicture({ what: 'time', unit: 'count', names, values, layout }, room);
        expect(picture.spots.count).toBe(cells.length);
        for (let at = 0; at < picture.spots.count; at++) {
          const { x, y, width, height, text } = picture.spots.at(at);
          expect(x >= 0 && x + width <= picture.width && y >= 0 && y + height <= picture.height).toBe(true);
          expect(text).toContain(`(${cells[at]?.coordinates.join(', ') ?? ''})`);
        }
        expect(picture.numbers.heads).toHaveLength(topology.dimensions.length + 2);
        expect(picture.description.includes('no coordinates')).toBe(missing > 0);
        const places = topology.dimensions.reduce((product, { size }) => product * size, 1);
        expect(picture.description.includes('no location')).toBe(places > cells.length);
      }),
    );
  });

  it('of threads without coordinates uses those of their process', () => {
    const dimensions = [{ name: '', size: 2, isPeriodic: false }];
    const cart: Topology = { name: '', dimensions, locations: [0, 2], coordinates: [1, 0] };
    const { cells, missing } = cellsOf(cart, [0, 1, 2, 3], processOf);
    expect(missing).toBe(0);
    expect(cells.map(({ locations }) => locations)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    // Threads that have their own keep them; one that has none is not guessed where they differ.
    const threads: Topology = { ...cart, locations: [0, 1], coordinates: [1, 0] };
    expect(cellsOf(threads, [0, 1, 2], () => 7).missing).toBe(1);
  });

  it('shows planes of the third dimension and those behind it, by their names', () => {
    const dimensions = [2, 3, 2, 2].map((size, at) => ({
      name: ['X', 'Y', 'Z', ''][at] ?? '',
      size,
      isPeriodic: false,
    }));
    const all = Array.from({ length: 24 }, (_, at) => at);
    const coordinates = all.flatMap((at) => [
      at % 2,
      Math.floor(at / 2) % 3,
      Math.floor(at / 6) % 2,
      Math.floor(at / 12),
    ]);
    const { cells, missing } = cellsOf({ name: 'g', dimensions, locations: all, coordinates }, all, (at) => at);
    const layout = topologyLayout({ name: 'g', dimensions }, cells, missing);
    expect(layout).toMatchObject({ columns: 2, rows: 3, planes: 4 });
    expect([0, 1, 2, 3].map((plane) => layout?.called?.planeTitle(plane))).toEqual([
      'Z 0, Dimension 3 0',
      'Z 0, Dimension 3 1',
      'Z 1, Dimension 3 0',
      'Z 1, Dimension 3 1',
    ]);
  });

  it('of sizes that were made to fill the memory is drawn by the coordinates that occur, or not at all', () => {
    const huge = [4_000_000_000, 4_000_000_000, 4_000_000_000].map((size) => ({ name: '', size, isPeriodic: false }));
    const locations = [0, 1, 2];
    const topology: Topology = {
      name: '',
      dimensions: huge,
      locations,
      coordinates: [0, 5, 3_999_999_999, 7, 5, 1, 7, 6, 1],
    };
    const { cells, missing } = cellsOf(topology, locations, (at) => at);
    const layout = topologyLayout(topology, cells, missing);
    expect(layout).toMatchObject({ columns: 2, rows: 2, planes: 2 });
    if (layout === undefined) return;
    const { names, values } = cellValues(cells, String, () => 1);
    const svg = svgOf(placesPicture({ what: 'time', unit: 'count', names, values, layout }, room), palettes.light);
    expect(svg).not.toMatch(/NaN|Infinity/);
    expect(svg).toContain('only coordinates that occur');
    // As many columns as locations: nothing that a canvas holds.
    const many = Array.from({ length: 10_000 }, (_, at) => at);
    const diagonal: Topology = {
      name: '',
      dimensions: huge,
      locations: many,
      coordinates: many.flatMap((at) => [at, at, at]),
    };
    const apart = cellsOf(diagonal, many, (at) => at);
    expect(topologyLayout(diagonal, apart.cells, apart.missing)).toBeUndefined();
    expect(topologyTitle(topology)).toBe('4000000000 × 4000000000 × 4000000000');
  });
});
