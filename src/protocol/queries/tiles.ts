import * as v from 'valibot';
import { columnsOf, index, indices } from './declaration.js';

/** Pixels of a tile. */
export const TILE_PIXELS = 256;

/** Rows of one question. */
export const MOST_TILE_ROWS = 4096;

/**
 * What time is looked at by itself: that of a function, by its number among the regions, or of call paths. `own` time is
 * without what is called from there; else time belongs to the innermost one of those that are looked at.
 */
const focused = v.object({
  region: v.exactOptional(index),
  nodes: v.exactOptional(indices),
  own: v.boolean(),
});
export type Focused = v.InferOutput<typeof focused>;

/** What shares are told apart by; `focus` says what is looked at, eight at most. */
const color = v.object({
  by: v.picklist(['class', 'focus', 'lateness']),
  focus: v.exactOptional(v.array(focused)),
});

/**
 * A tile of a picture of time: 256 pixels of `span / (256 * 2 ** level)` seconds each, from number `tile * 256` on; in
 * logical order `span` is the number of steps, and what an operation spends is its step. Rows are locations, or several
 * of them: `rows` says how many of `locations` each row has in turn (one each when left out), and shares of a row are the
 * means of those of its locations.
 *
 * By row, pixel and value (`(row * 256 + pixel) * values + value`) `shares` is how much of the pixel was spent for it: 255
 * is all of it; what is missing to 255 is outside of all calls, or after the last event. Values are by class those of the
 * timeline; by focus what is asked for in its order, then all else; by lateness what lies outside of all steps, then the
 * operations by how long after the first of their step they began (`LATENESS` of the model; the largest is the timeline's
 * `latest`). By row and pixel `waiting` is the part of the pixel spent waiting, which is in the shares too, and `path` the
 * part on the critical path; in logical order there are none.
 *
 * Where `intervals` are asked for and the tile has few enough events, they are given: calls that overlap it, by location
 * (`row` counts in `locations`) with their depth (0: outermost), call path (the largest Uint32: none in the call tree),
 * begin and end, which may lie outside of the tile.
 */
export const tiles = {
  ask: v.object({
    level: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(40)),
    tile: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 40)),
    locations: indices,
    rows: v.exactOptional(indices),
    color: v.exactOptional(color),
    order: v.exactOptional(v.picklist(['time', 'logical'])),
    intervals: v.exactOptional(v.boolean()),
  }),
  head: v.object({
    from: v.number(),
    to: v.number(),
    /** How many shares a pixel has. */
    values: v.number(),
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
