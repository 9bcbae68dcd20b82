import { packMap } from '../../../base/wavelets/packedMap.js';
import { MOST_PLAIN_VALUES, PACKING } from '../../../protocol/queries/seriesMap.js';
import type { Answerer } from './answerer.js';
import { series } from './series.js';

/** Bytes that packing takes for each value of a map whose sides are powers of two. */
const WHILE_PACKING = 24;

export const seriesMap: Answerer<'seriesMap'> = (measurement, ask, checkCancelled) => {
  const { head, columns } = series(measurement, ask, checkCancelled);
  const none = new Uint8Array(0);
  const plain = {
    head: { ...head, packed: null },
    columns: { ...columns, meanBytes: none, largestBytes: none },
  };
  const rows = columns.location.length;
  if (rows * head.bins <= MOST_PLAIN_VALUES) return plain;
  measurement.room.check(4 * WHILE_PACKING * rows * head.bins);
  const mean = packMap(columns.mean, rows, head.bins, PACKING);
  checkCancelled();
  const largest = packMap(columns.largest, rows, head.bins, PACKING);
  if (mean === undefined || largest === undefined) return plain;
  return {
    head: {
      ...head,
      packed: {
        mean: { step: mean.step, error: mean.error },
        largest: { step: largest.step, error: largest.error },
      },
    },
    columns: {
      ...columns,
      ...{ mean: new Float32Array(0), largest: new Float32Array(0) },
      ...{ meanBytes: mean.bytes, largestBytes: largest.bytes },
    },
  };
};
