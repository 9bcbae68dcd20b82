import * as v from 'valibot';
import { columnsOf, index, indices } from './declaration.js';

/** Pixels of a tile. */
export const TILE_PIXELS = 256;

/** Rows of one question. */
export const MOST_TILE_ROWS = 4096;

/**
 * Code whose time is shown separately: a function, by its number among the regions, or call paths. `own` time is
 * exclusive; otherwise time belongs to the innermost of the chosen ones.
 */
const focused = v.object({
  region: v.exactOptional(index),
  nodes: v.exactOptional(indices),
  own: v.boolean(),
});
export type Focused = v.InferOutput<typeof focused>;

/** Criterion by which shares are distinguished; `focus` lists the chosen code, eight at most. */
const color = v.object({
  by: v.picklist(['class', 'focus', 'lateness']),
  focus: v.exactOptional(v.array(focused)),
});

/**
 * A tile of a picture of time: 256 pixels of `span / (256 * 2 ** level)` seconds each, from number `tile * 256` on. In
 * logical order, `span` is the number of steps, and an operation fills its step. Rows are locations, or groups of them.
 * `rows` lists how many of `locations` each row has in turn (one each if omitted), and shares of a row are their means.
 *
 * By row, pixel and value (`(row * 256 + pixel) * values + value`), `shares` is the share of the pixel spent in the
 * value; 255 is all of it. The remainder to 255 is outside of all calls, or after the last event. By class, values are
 * the classes of the timeline; by focus, the requested ones in order, then the rest. By lateness, the first is time
 * outside of all steps, then operations by their delay after the first of their step (`LATENESS` of the model; the
 * largest is the timeline's `latest`). By row and pixel, `waiting` is the part of the pixel spent waiting, which the
 * shares include. `path` is the part on the critical path; in logical order both are absent.
 *
 * If `intervals` are requested and the tile has few enough events, the answer has the calls that overlap it. Each has
 * its location (`row` is an index in `locations`), depth (0: outermost) and call path (the largest Uint32: none in the
 * call tree). Its begin and end may lie outside of the tile.
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
