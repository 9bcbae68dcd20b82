import { present } from '../../../base/present.js';
import { absent } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { Ask } from '../../../protocol/queries/index.js';
import { MOST_TILE_ROWS, TILE_PIXELS } from '../../../protocol/queries/tiles.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { CallsOfTile } from '../timeline/callsOfTile.js';
import { ExactWaiting } from '../timeline/exactWaiting.js';
import { focusOn } from '../timeline/focus.js';
import { whyInexact } from '../timeline/intervals.js';
import { PATH, secondsOfWindows, VALUES, WAITING } from '../timeline/shares.js';
import { addShares, byClass, byFocus, byLateness, inSteps, type Told } from '../timeline/tileShares.js';
import type { Windows } from '../timeline/windows.js';
import type { Answerer } from './answerer.js';

/** Value for a full pixel. */
const WHOLE = 255;
/** Maximum number of items with a separate color: users cannot distinguish more colors. */
const MOST_FOCUSED = 8;

export const tiles: Answerer<'tiles'> = (measurement, ask, checkCancelled) => {
  const { level, tile, locations, rows = locations.map(() => 1), order = 'time', intervals } = ask;
  const file = measurement.timeline(checkCancelled);
  if (rows.length > MOST_TILE_ROWS)
    throw new TrimtabError(`At most ${MOST_TILE_ROWS} rows are drawn at once; this asks for ${rows.length}.`);
  checkRows(measurement, locations, rows);
  const width = (order === 'time' ? file.span : file.steps) / (TILE_PIXELS * 2 ** level);
  const windows = { from: tile * TILE_PIXELS * width, width, count: TILE_PIXELS };
  const window = { from: windows.from, to: windows.from + TILE_PIXELS * width };
  // Reading them takes many times as long as blocks.
  const isExactly = order === 'time' && intervals === true;
  const calls = isExactly ? new CallsOfTile(measurement, file, locations, window, checkCancelled) : undefined;
  const told = tellerOf(measurement, file, ask, windows, checkCancelled);
  const pixels = rows.length * TILE_PIXELS;
  measurement.room.check(pixels * (told.values + 2));
  const shares = new Uint8Array(pixels * told.values);
  const waiting = new Uint8Array(pixels);
  const path = new Uint8Array(pixels);
  const exactly = order === 'time' ? new ExactWaiting(file, locations, windows, checkCancelled) : undefined;
  // Used again for each row and location: thousands of them may be drawn at once.
  const sums = new Float64Array(TILE_PIXELS * told.values);
  const waits = new Float64Array(TILE_PIXELS);
  const onPath = new Float64Array(TILE_PIXELS);
  const blocks = new Float64Array(order === 'time' ? TILE_PIXELS * VALUES : 0);
  let at = 0;
  for (const [row, count] of rows.entries()) {
    for (const each of [sums, waits, onPath]) each.fill(0);
    for (const location of locations.slice(at, (at += count))) {
      if (location % 64 === 0) checkCancelled();
      const seconds = exactly === undefined ? blocks : secondsOfWindows(file.blocks, location, windows, blocks);
      addShares(told, sums, location, calls?.stretches(location), seconds);
      if (exactly === undefined) continue;
      exactly.apply(location, seconds);
      addColumn(waits, seconds, WAITING);
      addColumn(onPath, seconds, PATH);
    }
    putShares(shares, row * sums.length, sums, width * count);
    putShares(waiting, row * TILE_PIXELS, waits, width * count);
    putShares(path, row * TILE_PIXELS, onPath, width * count);
  }
  const { inexact } = calls ?? { inexact: undefined };
  const isExact = calls !== undefined && inexact === undefined;
  return {
    head: {
      ...window,
      values: told.values,
      exact: isExact,
      ...present({ inexact }),
    },
    columns: { shares, waiting, path, ...(isExact ? calls.columns() : NO_INTERVALS()) },
  };
};

/** @throws TrimtabError if the tile cannot be colored this way */
function tellerOf(
  measurement: OpenMeasurement,
  file: TimelineFile,
  { color = { by: 'class' }, order }: Ask<'tiles'>,
  windows: Windows,
  checkCancelled: CheckCancelled,
): Told {
  if (order === 'logical') return inSteps(file, windows);
  const whole = byClass(measurement, file, windows);
  if (color.by === 'class') return whole;
  if (color.by === 'lateness') return byLateness(file, windows, whole);
  const reason = whyInexact(measurement, file);
  if (reason !== undefined) throw new TrimtabError(`Functions cannot be distinguished here. ${reason}`);
  const { focus = [] } = color;
  if (focus.length === 0 || focus.length > MOST_FOCUSED)
    throw new TrimtabError(`One to ${MOST_FOCUSED} functions can be distinguished, not ${focus.length}.`);
  return byFocus(focusOn(measurement, file, focus), file, windows, whole, checkCancelled);
}

/** @throws TrimtabError if rows do not have the locations that are listed for them, or some do not exist */
export function checkRows(
  { space: { locationCount } }: OpenMeasurement,
  locations: readonly number[],
  rows: readonly number[],
): void {
  if (rows.reduce((sum, count) => sum + count, 0) !== locations.length || rows.includes(0))
    throw new TrimtabError('The rows that are asked for do not have all locations that are asked for, or have none.');
  const missing = locations.find((location) => location >= locationCount);
  if (missing !== undefined)
    throw new TrimtabError(`There is no location ${missing} among the ${locationCount} of this experiment.`);
}

/** Adds one of the values of each pixel. */
function addColumn(sums: Float64Array, seconds: Float64Array, value: number): void {
  for (let pixel = 0; pixel < TILE_PIXELS; pixel++)
    sums[pixel] = (sums[pixel] ?? absent(pixel)) + (seconds[pixel * VALUES + value] ?? absent(pixel));
}

/** Writes which share of all the time of a pixel seconds are, from 0 to WHOLE. */
function putShares(into: Uint8Array, at: number, seconds: Float64Array, all: number): void {
  for (let each = 0; each < seconds.length; each++) {
    const share = all > 0 ? (seconds[each] ?? absent(each)) / all : 0;
    into[at + each] = Math.round(WHOLE * Math.min(1, Math.max(0, share)));
  }
}

const NO_INTERVALS = () => ({
  row: new Uint32Array(0),
  depth: new Uint32Array(0),
  node: new Uint32Array(0),
  from: new Float64Array(0),
  to: new Float64Array(0),
});
