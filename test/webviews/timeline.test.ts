import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { actionOf, Chords, keyTable } from '../../src/webviews/timeline/keys.js';
import { blocksOf } from '../../src/webviews/timeline/blocks.js';
import { found } from '../../src/webviews/timeline/found.js';
import { nextMoment, otherEnd } from '../../src/webviews/timeline/moves.js';
import type { Frame } from '../../src/pictures/timeline/frame.js';
import { type Row, rowsByLocation, rowsOf, usualGrouping } from '../../src/pictures/timeline/rowTree.js';
import { STRIP_HEIGHT, STRIP_SPACE } from '../../src/pictures/timeline/classStrip.js';
import { coloringByClass, NO_FUNCTIONS } from '../../src/pictures/timeline/coloring.js';
import { rowSize } from '../../src/pictures/timeline/frame.js';
import type { AskTile } from '../../src/webviews/timeline/bars.js';
import type { TileAsk } from '../../src/webviews/timeline/run.js';
import { ClassStrip } from '../../src/webviews/timeline/classStrip.js';
import { nextToPointer, tipSubject } from '../../src/webviews/timeline/tipSpot.js';
import { levelFor, TILE_COLUMNS, type TileKey, tilesOf, TileStore } from '../../src/webviews/timeline/tiles.js';

const nameOf = ({ level, index, block }: TileKey) => `${level}/${index}/${block}`;

/** A store whose questions wait until the test answers them. */
function store(limit = 1000) {
  const asked: string[] = [];
  const dropped: string[] = [];
  const tiles = new TileStore<string>((key) => {
    asked.push(nameOf(key));
    return () => void dropped.push(nameOf(key));
  }, limit);
  const take = (level: number, index: number, bytes = 100) =>
    tiles.take({ level, index, block: 0 }, `${level}/${index}`, bytes);
  return { tiles, asked, dropped, take };
}

describe('tiles', () => {
  it('are taken from the level that is shown at scale 1 to 2', () => {
    fc.assert(
      fc.property(fc.double({ min: 256, max: 1e9, noNaN: true }), (pixels) => {
        const scale = pixels / (TILE_COLUMNS * 2 ** levelFor(pixels, 40));
        expect(scale).toBeGreaterThanOrEqual(1);
        expect(scale).toBeLessThan(2);
      }),
    );
    expect([0, 1, 100].map((pixels) => levelFor(pixels, 40))).toEqual([0, 0, 0]);
    expect(levelFor(2 ** 60, 40)).toBe(40);
  });

  it('cover the window, and no more than touches it', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: 12 }), share, share, (level, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(to > from);
        const indices = tilesOf(level, from, to, [3]).map(({ index }) => index);
        const count = 2 ** level;
        expect((indices.at(0) ?? NaN) / count).toBeLessThanOrEqual(from);
        expect(((indices.at(-1) ?? NaN) + 1) / count).toBeGreaterThanOrEqual(to);
        expect(indices).toHaveLength((indices.at(-1) ?? 0) - (indices.at(0) ?? 0) + 1);
        expect(indices.length).toBeLessThanOrEqual((to - from) * count + 2);
      }),
    );
  });

  it('that are missing are drawn from coarser ones, so that nothing is left unpainted', () => {
    const { tiles, take } = store();
    take(0, 0);
    fc.assert(
      fc.property(fc.nat({ max: 10 }), fc.nat(), (level, number) => {
        const index = number % 2 ** level;
        const found = tiles.find({ level, index, block: 0 });
        // The part of the whole run that the tile is.
        expect(found).toMatchObject({ bitmap: '0/0', columns: TILE_COLUMNS / 2 ** level });
        expect((found?.from ?? NaN) / TILE_COLUMNS).toBe(index / 2 ** level);
      }),
    );
    take(2, 3);
    expect(tiles.find({ level: 3, index: 7, block: 0 })).toEqual({ bitmap: '2/3', from: 128, columns: 128 });
    expect(tiles.find({ level: 3, index: 5, block: 0 })).toMatchObject({ bitmap: '0/0' });
    expect(tiles.find({ level: 3, index: 5, block: 1 })).toBeUndefined();
  });

  it('are asked for once, and dropped when they are not wanted any more', () => {
    const { tiles, asked, dropped, take } = store();
    const [one, other] = [1, 2].map((index) => ({ level: 2, index, block: 0 }));
    if (one === undefined || other === undefined) throw new Error('two keys');
    tiles.want([one, other]);
    tiles.want([one, other]);
    expect(asked).toEqual(['2/1/0', '2/2/0']);
    tiles.want([other]);
    expect(dropped).toEqual(['2/1/0']);
    take(2, 2);
    tiles.want([other]);
    expect(asked).toHaveLength(2);
    tiles.fail(one);
    tiles.want([one]);
    expect(asked).toHaveLength(2);
    expect(tiles.isWaiting).toBe(false);
  });

  it('used longest ago go first, never that of the whole run', () => {
    const { tiles, take } = store(300);
    for (const [level, index] of [
      [0, 0],
      [1, 0],
      [1, 1],
    ] as const)
      take(level, index);
    tiles.find({ level: 1, index: 0, block: 0 });
    take(2, 0);
    const here = (level: number, index: number) =>
      tiles.find({ level, index, block: 0 })?.bitmap === `${level}/${index}`;
    expect([here(0, 0), here(1, 0), here(1, 1), here(2, 0)]).toEqual([true, true, false, true]);
  });
});

describe('keys', () => {
  const press = (key: string, code = '', over = {}) =>
    actionOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...over });

  it('are identified by their position if they move, else by their text', () => {
    // On a French keyboard the key in the place of W writes Z.
    expect(press('z', 'KeyW')).toBe('zoomIn');
    expect(press('n', 'KeyN')).toBe('worst');
    expect(press('N', 'KeyN')).toBe('worse');
    expect(press('C', 'KeyC')).toBe('cause');
    expect(press('?', 'Slash')).toBe('keys');
    expect(press('w', 'KeyW', { ctrlKey: true })).toBeUndefined();
    expect(press('y', 'KeyY')).toBeUndefined();
  });

  it('that follow Ctrl+K are of VS Code', () => {
    const chords = new Chords();
    const press = (key: string, ctrlKey = false): boolean =>
      chords.isSecond({ key, code: `Key${key.toUpperCase()}`, ctrlKey, metaKey: false, altKey: false });
    expect(press('t')).toBe(false);
    expect([press('Control', true), press('k', true), press('t'), press('t')]).toEqual([false, false, true, false]);
    expect([press('k', true), press('k', true), press('k')]).toEqual([false, true, false]);
  });

  it('each do one thing', () => {
    expect(new Set(keyTable.map(({ does }) => does)).size).toBe(keyTable.length);
    expect(new Set(keyTable.map(({ shown }) => shown)).size).toBe(keyTable.length);
  });
});

describe('rows', () => {
  /** So many locations, four to a process and eight to a machine. */
  const run = (count: number) => ({
    locations: Array.from({ length: count }, (_, at) => at + 3),
    names: Array.from({ length: count }, (_, at) => `rank ${Math.floor(at / 4)}, thread ${at % 4}`),
    process: Uint32Array.from({ length: count }, (_, at) => Math.floor(at / 4)),
    machine: Uint32Array.from({ length: count }, (_, at) => Math.floor(at / 8)),
    machineNames: new Map([[0, 'node1']]),
  });

  it('are single where there are few, and groups by machine where there are many', () => {
    expect(usualGrouping(run(64))).toBe('none');
    expect(usualGrouping(run(72))).toBe('machine');
    const [first] = rowsOf(run(72), 'machine', new Set());
    expect(first).toMatchObject({ name: 'node1 (8)', isGroup: true, locations: [3, 4, 5, 6, 7, 8, 9, 10] });
  });

  it('show every location once however groups are opened, and keep the blocks around them', () => {
    const all = run(72);
    const keys = [...Array(9).keys()]
      .map((at) => `machine ${at}`)
      .concat([...Array(18).keys()].map((at) => `process ${at}`));
    fc.assert(
      fc.property(fc.subarray(keys), fc.constantFrom(...keys), (open, next) => {
        const rows = rowsOf(all, 'machine', new Set(open));
        const shown = rows.filter(({ isGroup, isOpen }) => !isGroup || !isOpen).flatMap(({ locations }) => locations);
        expect(shown).toEqual(all.locations);
        const rowOf = rowsByLocation(rows);
        for (const location of all.locations) expect(rows[rowOf.get(location) ?? -1]?.locations).toContain(location);
        const numbers = new Map<string, number>();
        const blocks = blocksOf(rows, numbers);
        expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
        // Rows behind the group that opens next are in the same blocks as before.
        const after = blocksOf(rowsOf(all, 'machine', new Set([...open, next])), numbers);
        const kept = after.filter(({ number }) => blocks.some((block) => block.number === number));
        const changed = blocks.length - kept.length;
        expect(changed).toBeLessThanOrEqual(3);
      }),
      { numRuns: 25 },
    );
  });
});

describe('moves', () => {
  it('go to the middle of what is next on the row, over what is too short to be seen', () => {
    const changes = [0, 1, 1.00001, 3, 10];
    const window = { from: 0, to: 10 };
    expect(nextMoment(changes, 0.5, 1, window)).toBeCloseTo(2, 4);
    expect(nextMoment(changes, 2, 1, window)).toBe(6.5);
    expect(nextMoment(changes, 2, -1, window)).toBeCloseTo(0.5, 4);
    expect(nextMoment([], 5, 1, window)).toBe(5.2);
  });

  it('follow the message nearest to the cursor, one of the interval first', () => {
    const none = new Float64Array(0);
    const marks = {
      ...{ waitLocation: new Uint32Array(0), waitFrom: none, waitTo: none },
      ...{ pathLocation: new Uint32Array(0), pathFrom: none, pathTo: none },
      messageFrom: Uint32Array.of(0, 0, 1),
      messageTo: Uint32Array.of(1, 2, 0),
      messageSend: Float64Array.of(1, 4, 2),
      messageReceive: Float64Array.of(2, 5, 3),
      messageWaiting: new Float64Array(3),
    };
    const here = { location: 0, time: 2.4 };
    expect(otherEnd(marks, here, 'receiver', undefined)).toEqual({ cursor: { location: 1, time: 2 }, row: 0 });
    expect(otherEnd(marks, here, 'receiver', { from: 2.2, to: 4.5 })).toEqual({
      ...{ cursor: { location: 2, time: 5 }, row: 1 },
    });
    expect(otherEnd(marks, here, 'sender', undefined)).toEqual({ cursor: { location: 1, time: 2 }, row: 2 });
    expect(otherEnd(marks, { location: 7, time: 1 }, 'sender', undefined)).toBeUndefined();
  });
});

describe('finding', () => {
  it('offers those that are called so first, then what takes longest', () => {
    const all = {
      rows: [{ location: 0, name: 'rank 0' }],
      functions: [
        { region: 1, name: 'relax', seconds: 1 },
        { region: 2, name: 'relax_rows', seconds: 2 },
        { region: 3, name: 'prelax', seconds: 9 },
        { region: 4, name: 'relax_metal', seconds: 5 },
      ],
    };
    expect(found(all, ' Relax').map(({ name }) => name)).toEqual(['relax', 'relax_metal', 'relax_rows', 'prelax']);
    expect(found(all, 'rank')).toEqual([{ is: 'row', location: 0, name: 'rank 0' }]);
    expect(found(all, ' ')).toEqual([]);
  });
});

describe('tips of the timeline', () => {
  const view = { width: 400, height: 200 };
  const box = { width: 120, height: 40 };

  it('are below the pointer, or above it at the lower edge of the view', () => {
    expect(nextToPointer({ x: 50, y: 50 }, box, view)).toEqual({ x: 58, y: 68 });
    expect(nextToPointer({ x: 50, y: 180 }, box, view)).toEqual({ x: 58, y: 132 });
  });

  it('are within the view wherever the pointer is, and begin in it where they are larger', () => {
    const at = (most: number) => fc.integer({ min: 0, max: most });
    fc.assert(
      fc.property(at(400), at(200), at(600), at(300), (x, y, width, height) => {
        const place = nextToPointer({ x, y }, { width, height }, view);
        expect(Math.min(place.x, place.y)).toBeGreaterThanOrEqual(4);
        if (width <= 392) expect(place.x + width).toBeLessThanOrEqual(396);
        if (height <= 192) expect(place.y + height).toBeLessThanOrEqual(196);
      }),
    );
  });

  const long = 'a process with a name that is much longer than its column';
  const names = ['Rank 0', long, 'Rank 2'];
  const rows = names.map((name, location): Row => ({
    ...{ key: name, name, depth: 0, isGroup: false, isOpen: false, locations: [location] },
  }));
  const frame: Frame = {
    ...{ window: { from: 1, to: 3 }, left: 80, width: 200, top: 40 },
    ...{ rowHeight: 28, gap: 5, rows: 3 },
  };

  it('are about the moment on the row under the pointer', () => {
    expect(tipSubject(frame, rows, { x: 180, y: 80 }, 40)).toEqual({ cursor: { location: 1, time: 2 } });
    for (const point of [
      { x: 180, y: 20 },
      { x: 180, y: 170 },
      { x: 290, y: 80 },
    ])
      expect(tipSubject(frame, rows, point, 40)).toBeUndefined();
    // A row that is scrolled up is behind the axis.
    expect(tipSubject({ ...frame, top: -20 }, rows, { x: 180, y: 30 }, 40)).toBeUndefined();
  });

  it('have the whole name of a row that is cut, or not drawn since rows are low', () => {
    expect(tipSubject(frame, rows, { x: 20, y: 80 }, 40)).toEqual({ text: long });
    expect(tipSubject(frame, rows, { x: 20, y: 50 }, 40)).toBeUndefined();
    const low = { ...frame, rowHeight: 3, gap: 1 };
    expect(tipSubject(low, rows, { x: 20, y: 41 }, 40)).toBeUndefined();
    expect(tipSubject(low, rows, { x: 20, y: 49 }, 40)).toEqual({ text: 'Rank 2' });
  });
});

describe('the strip of classes', () => {
  const runOf = (count: number) => ({
    ...{ experiment: 'e', span: { from: 0, to: 1 }, classes: ['computation'] as const, latest: 0, counters: [] },
    locations: Array.from({ length: count }, (_, at) => at),
    names: Array.from({ length: count }, (_, at) => `rank ${at}`),
    process: Uint32Array.from({ length: count }, (_, at) => at),
    ...{ machine: new Uint32Array(count), machineNames: new Map<number, string>() },
  });
  const stripOf = (count: number): ClassStrip =>
    new ClassStrip(
      runOf(count),
      () => () => undefined,
      () => undefined,
    );

  it('never makes rows lower, and is not shown in low pictures or of one location', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 40, max: 1200 }), (rows, height) => {
        const space = stripOf(8).spaceIn(rows, height, 46);
        expect([0, STRIP_SPACE]).toContain(space);
        if (space > 0) expect(height).toBeGreaterThanOrEqual(160);
        expect(rowSize(rows, height - 46 - space)).toEqual(rowSize(rows, height - 46));
      }),
    );
    expect(stripOf(4).spaceIn(4, 300, 46)).toBe(STRIP_SPACE);
    expect(stripOf(1).spaceIn(1, 300, 46)).toBe(0);
  });

  it('is below the rows: where they end, or where they are cut', () => {
    const frame = { window: { from: 0, to: 1 }, left: 80, width: 200, top: 46, rowHeight: 28, gap: 5, rows: 4 };
    const [few, many] = [frame, { ...frame, rows: 40 }].map((one) => stripOf(4).frameOf(one, 300 - STRIP_SPACE));
    expect(few?.top).toBe(46 + 4 * 33 - 5 + 10);
    expect(many?.top).toBe(300 - STRIP_HEIGHT);
    expect([few?.rows, few?.rowHeight]).toEqual([1, STRIP_HEIGHT]);
  });

  it('is requested as one row of all locations, and shows their division under a pointer', () => {
    vi.stubGlobal('window', { devicePixelRatio: 1 });
    try {
      const asked: TileAsk[] = [];
      const hears: Parameters<AskTile>[1][] = [];
      let came = 0;
      const strip = new ClassStrip(
        runOf(3),
        (ask, hear) => {
          asked.push(ask);
          hears.push(hear);
          return () => undefined;
        },
        () => came++,
      );
      const coloring = coloringByClass({ classes: ['computation'], functions: NO_FUNCTIONS, nameOf: () => '' });
      expect(strip.nameIn({ coloring })).toBe('ranks by class');
      strip.show({ coloring, order: 'time', span: { from: 0, to: 1 } });
      const frame = strip.frameOf(
        { window: { from: 0, to: 1 }, left: 80, width: 256, top: 46, rowHeight: 28, gap: 5, rows: 3 },
        400,
      );
      strip.want(frame);
      expect(asked).toMatchObject([{ level: 0, tile: 0, locations: [0, 1, 2], rows: [3], intervals: false }]);
      const point = { x: 80 + 64, y: frame.top + 5 };
      expect(strip.textAt(frame, point, { coloring })).toBeUndefined();
      // The first half of the run computes on one of three ranks.
      const none = { row: new Uint32Array(0), depth: new Uint32Array(0), node: new Uint32Array(0) };
      hears[0]?.({
        head: { from: 0, to: 1, values: 1, exact: false },
        columns: {
          shares: Uint8Array.from({ length: TILE_COLUMNS }, (_, at) => (at < TILE_COLUMNS / 2 ? 85 : 0)),
          ...{ waiting: new Uint8Array(TILE_COLUMNS), path: new Uint8Array(TILE_COLUMNS) },
          ...{ ...none, from: new Float64Array(0), to: new Float64Array(0) },
        },
      });
      expect(came).toBe(1);
      expect(strip.textAt(frame, point, { coloring })).toBe('of 3 ranks: computation 1.0');
      expect(strip.textAt(frame, { ...point, x: 80 + 200 }, { coloring })).toBe('of 3 ranks: none runs');
      expect(strip.textAt(frame, { ...point, y: frame.top - 1 }, { coloring })).toBeUndefined();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
