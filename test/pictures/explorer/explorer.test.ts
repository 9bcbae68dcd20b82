import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { searchRun } from '../../../src/analysis/search/searchRun.js';
import { palettes } from '../../../src/pictures/colors/inks.js';
import { severityScales } from '../../../src/pictures/colors/severity.js';
import type { Drawn } from '../../../src/pictures/drawing/drawList.js';
import { svgOf } from '../../../src/pictures/drawing/svgPen.js';
import { barsPicture } from '../../../src/pictures/explorer/bars.js';
import { gridSpots, listSpots, type Spot } from '../../../src/pictures/explorer/diagram.js';
import { correlation, histogramPicture } from '../../../src/pictures/explorer/distribution.js';
import { calleesOf } from '../../../src/pictures/explorer/flame.js';
import { flamePicture } from '../../../src/pictures/explorer/flamePicture.js';
import { heatFill, heatOf } from '../../../src/pictures/explorer/heat.js';
import { matrixPicture } from '../../../src/pictures/explorer/matrix.js';
import { shortNames } from '../../../src/pictures/explorer/names.js';
import { overTimePicture } from '../../../src/pictures/explorer/overTime.js';
import { placesPicture } from '../../../src/pictures/explorer/places.js';
import { searchPicture } from '../../../src/pictures/explorer/search.js';
import { boxesPicture } from '../../../src/pictures/explorer/spread.js';
import { foldedLayout } from '../../../src/pictures/explorer/systemLayout.js';
import { valueMapPicture } from '../../../src/pictures/explorer/valueMap.js';

const scale = severityScales.light;
const room = { width: 640, scale };
const area = (item: Drawn) => (item.is === 'area' && 'color' in item.fill ? [{ ...item, color: item.fill.color }] : []);

const anyTable = fc
  .record({ rows: fc.integer({ min: 1, max: 9 }), columns: fc.integer({ min: 1, max: 40 }) })
  .chain((size) =>
    fc.record({
      rows: fc.constant(size.rows),
      columns: fc.constant(size.columns),
      value: fc
        .array(fc.oneof(fc.constant(Number.NaN), fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true })), {
          minLength: size.rows * size.columns,
          maxLength: size.rows * size.columns,
        })
        .map((values) => Float64Array.from(values)),
    }),
  );

describe('a grid of colors', () => {
  it('has each value once, in its color, and none where there is none', () => {
    fc.assert(
      fc.property(anyTable, ({ rows, columns, value }) => {
        const names = (count: number) => Array.from({ length: count }, (_, at) => String(at));
        const heat = {
          ...{ rows, columns, value, unit: 'seconds', rowNames: names(rows), columnNames: names(columns) },
          ...{ rowTitle: 'row', columnTitle: 'column', textOf: (row: number, column: number) => `${row} ${column}` },
        };
        const { items, spots } = heatOf(heat, { y: 0, width: 640, scale, isSquare: false });
        const top = spots.at(0).y;
        const bottom = spots.at(rows * columns - 1).y + spots.at(rows * columns - 1).height;
        const cells = items.flatMap(area).filter(({ y, height }) => y >= top - 0.01 && y + height <= bottom + 0.01);
        const most = Math.max(0, ...value.filter((one) => !Number.isNaN(one)));
        const told = [...value.keys()].map((at) => {
          const spot = spots.at(at);
          const [x, y] = [spot.x + spot.width / 2, spot.y + spot.height / 2];
          const over = cells.filter((c) => x >= c.x && x <= c.x + c.width && y >= c.y && y <= c.y + c.height);
          return [spots.find(x, y), spot.text, ...over.map(({ color }) => color)];
        });
        const expected = [...value].map((one, at) => [
          ...[at, `${Math.floor(at / columns)} ${at % columns}`],
          ...(Number.isNaN(one) ? [] : [heatFill(one, most, scale).color]),
        ]);
        expect(told).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

describe('parts of a picture', () => {
  it('lead to each other by arrows, and stay at the edge', () => {
    const grid = gridSpots({ x: 0, y: 0, width: 30, height: 20, rows: 2, columns: 3 }, String);
    expect([grid.step(0, 'right'), grid.step(0, 'down'), grid.step(0, 'left'), grid.step(5, 'right')]).toEqual([
      1, 3, 0, 5,
    ]);
    expect([grid.find(-1, 5), grid.find(29, 19), grid.find(30, 5)]).toEqual([undefined, 5, undefined]);
    const spot = (x: number, y: number): Spot => ({ x, y, width: 10, height: 10, text: '' });
    const list = listSpots([spot(0, 0), spot(20, 0), spot(0, 20), spot(22, 22)]);
    expect([list.step(0, 'right'), list.step(0, 'down'), list.step(3, 'up'), list.step(3, 'left')]).toEqual([
      1, 2, 1, 2,
    ]);
    expect(list.step(0, 'up')).toBe(0);
  });

  it('have names without what all have in common', () => {
    expect(shortNames(['MPI Rank 0', 'MPI Rank 1', 'MPI Rank 10'])).toEqual(['0', '1', '10']);
    expect(shortNames(['rank 10', 'rank 11'])).toEqual(['10', '11']);
    expect(shortNames(['same', 'same'])).toEqual(['same', 'same']);
    expect(shortNames(['alone'])).toEqual(['alone']);
  });
});

describe('pictures of a run', () => {
  it('show who sends to whom: a ping-pong', () => {
    const data = { of: 'bytes', unit: 'bytes', names: ['rank 0', 'rank 1'], processes: 2, folded: 1, messages: 16, when: 'the whole run' } as const; // prettier-ignore
    const picture = matrixPicture({ ...data, value: Float64Array.of(0, 4177920, 4177920, 0) }, room);
    expect(picture.description).toMatch(
      /^16 messages between 2 processes in the whole run, .* sent; most from rank 0 to rank 1: /,
    );
    expect(picture.numbers.lines.map(([from, to]) => [from, to])).toEqual([['rank 0', 'rank 1'], ['rank 1', 'rank 0']]); // prettier-ignore
    expect(picture.spots.count).toBe(4);
    const folded = matrixPicture({ ...data, folded: 8, processes: 16, value: Float64Array.of(0, 1, 0, 0) }, room);
    expect(folded.description).toContain('8 of 16 processes in a row');
    const nothing = matrixPicture({ ...data, messages: 0, value: new Float64Array(4) }, room);
    expect(nothing.description).toBe('No messages between 2 processes in the whole run.');
  });

  it('have functions as wide as their own part, and callers as what they have of it', () => {
    const tree = fc.integer({ min: 1, max: 25 }).chain(
      (size) =>
      fc.record({
        parent: fc.array(fc.nat(999), { minLength: size, maxLength: size }).map((drawn) => Int32Array.from(drawn, (one, at) => (one % (at + 1)) - 1)),
        region: fc.array(fc.nat(3), { minLength: size, maxLength: size }).map((drawn) => Uint32Array.from(drawn)),
        exclusive: fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true })), { minLength: size, maxLength: size }).map((drawn) => Float64Array.from(drawn)),
      }), // prettier-ignore
    );
    fc.assert(
      fc.property(tree, ({ parent, region, exclusive }) => {
        const boxes = calleesOf({ parent, region }, { exclusive }, 0);
        const whole = exclusive.reduce((sum, one) => sum + one, 0);
        for (const own of new Set(region)) {
          const expected = exclusive.reduce((sum, one, row) => (region[row] === own ? sum + one : sum), 0);
          const box = boxes.find((one) => one.level === 0 && one.region === own);
          if (whole > 0) expect(box?.width ?? 0).toBeCloseTo(expected / whole, 9);
        }
        for (const box of boxes) {
          const sum = box.rows.reduce((total, row) => total + elementAt(exclusive, row), 0);
          expect(box.width).toBeCloseTo(sum / whole, 9);
          // Of each of its call paths, the caller so many calls above is this function.
          for (const row of box.rows) {
            let at = row;
            for (let level = 0; level < box.level; level++) at = elementAt(parent, at);
            expect(region[at]).toBe(box.region);
          }
        }
      }),
    );
  });

  it('correlate as Anscombe (1973) has it, and not what never varies', () => {
    const x = Float64Array.of(10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5);
    const y = Float64Array.of(8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68);
    expect(correlation(x, y)).toBeCloseTo(0.8164, 4);
    expect(
      correlation(
        x,
        x.map(() => 0.1),
      ),
    ).toBeUndefined();
  });

  it('have each location in one bar of a histogram, in its range', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 80 }), (drawn) => {
        const values = Float64Array.from(drawn);
        const { bins } = histogramPicture({ what: 'time', unit: 'seconds', names: drawn.map(String), values }, room);
        expect(bins.flat().sort((a, b) => a - b)).toEqual([...drawn.keys()]);
        let before = -Infinity;
        for (const bin of bins) {
          for (const at of bin) expect(elementAt(values, at)).toBeGreaterThanOrEqual(before);
          before = Math.max(before, ...bin.map((at) => elementAt(values, at)));
        }
      }),
    );
  });

  it('fold visits, and label them so', () => {
    const value = Float64Array.of(1, 2, Number.NaN, 4);
    const data = { name: 'step', rows: ['rank 0', 'rank 1'], columns: 2, value, visits: 4096, folded: 2048 };
    const picture = valueMapPicture({ ...data, fold: 'max' }, room);
    expect(picture.description).toBe(
      'How long each took: up to 4,096 visits of step on 2 locations, 2048 in a column, of which the longest is shown. Most: rank 1, longest of visits 2049 to 4096: 4.00 s.',
    );
    expect(picture.numbers.lines).toHaveLength(3);
  });

  it('draw the graph of a search without overlapping boxes, with folded and untested steps labeled', () => {
    const values = Array.from({ length: 40 }, (_, at) => ({ node: at % 8, location: at % 5, seconds: at / 10 }));
    const { steps } = searchRun({
      ...{ totalTime: 100, span: 8, pathOf: (node: number) => ['main', `f${node}`] },
      properties: [{ metric: 'mpi_latesender', values }, { metric: 'mpi_wait_nxn', values: [] }],
      whenOf: () => undefined,
    }); // prettier-ignore
    const data = { steps, titleOf: (name: string) => name, locationOf: (at: number) => `rank ${at}` };
    const { spots, items } = searchPicture(data, { scale });
    for (let one = 0; one < spots.count; one++)
      for (let other = 0; other < one; other++) {
        const [a, b] = [spots.at(one), spots.at(other)];
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(
          true,
        );
      }
    const [why, where] = [spots.step(0, 'right'), spots.step(spots.step(0, 'right'), 'right')];
    expect(spots.at(why).text).toMatch(/^mpi_latesender: /);
    expect(spots.at(where).text).toMatch(/^mpi_latesender in main \/ f7: /);
    expect([spots.step(where, 'left'), spots.step(0, 'left'), spots.step(why, 'up')]).toEqual([why, 0, why]);
    const texts = items.flatMap((item) => (item.is === 'text' ? [item.text] : []));
    expect(texts).toContain('1 below 1.0 %');
    expect(texts.some((text) => text.endsWith('not tested'))).toBe(true);
  });

  it('are drawn of nothing, too', () => {
    const none = new Float64Array(0);
    for (const picture of [
      barsPicture({ what: 'time', unit: 'seconds', names: [], whole: none, parts: [] }, room),
      histogramPicture({ what: 'time', unit: 'seconds', names: [], values: none }, room),
      boxesPicture({ what: 'time', unit: 'seconds', over: '0 locations', rows: [] }, room),
      flamePicture({ what: 'time', unit: 'seconds', boxes: [], way: 'down', size: 0 }, room),
      placesPicture({ what: 'time', unit: 'seconds', names: [], values: none, layout: foldedLayout(0) }, room),
      overTimePicture({ what: 'time', span: 0, value: none, most: none, isEven: false }, room),
    ]) {
      expect(picture.description).not.toMatch(/NaN|Infinity|undefined/);
      expect(svgOf(picture, palettes.light)).not.toMatch(/NaN|Infinity/);
    }
  });
});
