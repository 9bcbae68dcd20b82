import { absent } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { TIME_CLASSES } from '../../../model/timeline.js';
import { TILE_PIXELS } from '../../../protocol/queries/tiles.js';
import { ExactWaiting } from '../timeline/exactWaiting.js';
import { intervalsIn } from '../timeline/intervals.js';
import { PATH, secondsOfWindows, VALUES, WAITING } from '../timeline/shares.js';
import type { Answerer } from './answerer.js';

/** What stands for all of a pixel. */
const WHOLE = 255;

export const tiles: Answerer<'tiles'> = (measurement, { level, tile, locations, intervals }, checkCancelled) => {
  const file = measurement.timeline(checkCancelled);
  const { locationCount } = measurement.space;
  const width = file.span / (TILE_PIXELS * 2 ** level);
  const from = tile * TILE_PIXELS * width;
  const to = from + TILE_PIXELS * width;
  const pixels = locations.length * TILE_PIXELS;
  measurement.room.check(pixels * (TIME_CLASSES.length + 2));
  const shares = new Uint8Array(pixels * TIME_CLASSES.length);
  const waiting = new Uint8Array(pixels);
  const path = new Uint8Array(pixels);
  const exactly = new ExactWaiting(file, locations, { from, width, count: TILE_PIXELS }, checkCancelled);
  for (const [row, location] of locations.entries()) {
    if (location >= locationCount)
      throw new TrimtabError(`There is no location ${location} among the ${locationCount} of this experiment.`);
    if (row % 64 === 0) checkCancelled();
    const seconds = secondsOfWindows(file.blocks, location, { from, width, count: TILE_PIXELS });
    exactly.apply(location, seconds);
    for (let pixel = 0; pixel < TILE_PIXELS; pixel++) {
      const at = row * TILE_PIXELS + pixel;
      const share = (value: number): number => {
        const part = width > 0 ? (seconds[pixel * VALUES + value] ?? absent(pixel)) / width : 0;
        return Math.round(WHOLE * Math.min(1, Math.max(0, part)));
      };
      for (let each = 0; each < TIME_CLASSES.length; each++) shares[at * TIME_CLASSES.length + each] = share(each);
      waiting[at] = share(WAITING);
      path[at] = share(PATH);
    }
  }
  const { inexact, columns } =
    intervals === true
      ? intervalsIn(measurement, file, locations, { from, to }, checkCancelled)
      : { inexact: undefined, columns: NO_INTERVALS };
  return {
    head: {
      ...{ from, to },
      exact: intervals === true && inexact === undefined,
      ...(inexact === undefined ? {} : { inexact }),
    },
    columns: { shares, waiting, path, ...columns() },
  };
};

const NO_INTERVALS = () => ({
  row: new Uint32Array(0),
  depth: new Uint32Array(0),
  node: new Uint32Array(0),
  from: new Float64Array(0),
  to: new Float64Array(0),
});
