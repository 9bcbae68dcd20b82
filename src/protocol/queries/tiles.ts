import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/** Pixels of a tile. */
export const TILE_PIXELS = 256;

/** Rows of one question. */
const MOST_TILE_ROWS = 4096;

/** Locations, by their numbers (not rows of the timeline). */
const someLocations = v.pipe(v.array(index), v.maxLength(MOST_TILE_ROWS));

/**
 * A tile of a picture of time: 256 pixels of `span / (256 * 2 ** level)` seconds each, from number `tile * 256` on, for some
 * locations. By location, pixel and class (`(row * 256 + pixel) * 8 + class`) `shares` is how much of the pixel the location
 * spent in the class: 255 is all of it; what is missing to 255 is outside of all calls, or after the last event. By location
 * and pixel `waiting` is the part of the pixel spent waiting, which is in the shares too, and `path` the part on the critical
 * path.
 *
 * Where `intervals` are asked for and the tile has few enough events, they are given: calls that overlap it, by location
 * (`row` counts in what was asked) with their depth (0: outermost), call path (the largest Uint32: none in the call tree),
 * begin and end, which may lie outside of the tile.
 */
export const tiles = {
  ask: v.object({
    level: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(40)),
    tile: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 40)),
    locations: someLocations,
    intervals: v.exactOptional(v.boolean()),
  }),
  head: v.object({
    from: v.number(),
    to: v.number(),
    /** Whether intervals are given. */
    exact: v.boolean(),
    /** Why they are not although they were asked for: one sentence. */
    inexact: v.exactOptional(v.string()),
  }),
  columns: columnsOf({
    shares: 'uint8',
    waiting: 'uint8',
    path: 'uint8',
    row: 'uint32',
    depth: 'uint32',
    node: 'uint32',
    from: 'float64',
    to: 'float64',
  }),
};
