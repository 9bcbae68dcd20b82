import * as v from 'valibot';
import { columnsOf } from './declaration.js';
import { series } from './series.js';

/** Values of a map that are sent as they are; more of them are packed. */
export const MOST_PLAIN_VALUES = 1 << 16;
/** How each map of a packed answer is packed: to this error, unless that takes more bytes. */
export const PACKING = { error: 0.01, bytes: 1 << 18 } as const;

const packed = v.object({ step: v.number(), error: v.number() });

/**
 * As `series`, for a picture: large maps come packed (`src/base/wavelets`), so that an answer is bounded whatever the number
 * of locations. `packed` is null where `mean` and `largest` have the values, else these are empty, and `packed` says with
 * `meanBytes` and `largestBytes` what the maps are; `error` is how much a map misses: root of the sum of squares, as a share.
 */
export const seriesMap = {
  ask: series.ask,
  head: v.object({
    ...series.head.entries,
    packed: v.nullable(v.object({ mean: packed, largest: packed })),
  }),
  columns: columnsOf({
    location: 'uint32',
    first: 'uint32',
    from: 'float64',
    mean: 'float32',
    largest: 'float32',
    meanBytes: 'uint8',
    largestBytes: 'uint8',
  }),
};
