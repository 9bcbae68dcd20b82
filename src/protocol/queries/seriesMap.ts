import * as v from 'valibot';
import { columnsOf } from './declaration.js';
import { series } from './series.js';

/** Values of a map that are sent as they are; more of them are packed. */
export const MOST_PLAIN_VALUES = 1 << 16;
/** How each map of a packed answer is packed: to this error, unless that takes more bytes. */
export const PACKING = { error: 0.01, bytes: 1 << 18 } as const;

const packed = v.object({ step: v.number(), error: v.number() });

/**
 * Like `series`, for a picture: large maps are packed (`src/base/wavelets`), which bounds an answer for any number of
 * locations. `packed` is null if `mean` and `largest` have the values. Otherwise these are empty, and `packed`
 * describes the maps together with `meanBytes` and `largestBytes`. `error` is the error of a map: root of the sum of
 * squares, as a share.
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
