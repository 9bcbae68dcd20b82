import { absent, addAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { TimelineFile } from '../../../experiments/timelineFile.js';
import type { Ask } from '../../../protocol/queries/index.js';
import { MOST_TILE_ROWS, TILE_PIXELS } from '../../../protocol/queries/tiles.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { CallsOfTile } from '../timeline/callsOfTile.js';
import { ExactWaiting } from '../timeline/exactWaiting.js';
import { focusOn } from '../timeline/focus.js';
import { whyInexact } from '../timeline/intervals.js';
import { PATH, secondsOfWindows, VALUES, WAITING } from '../timeline/shares.js';
import { byClass, byFocus, byLateness, inSteps, type Told } from '../timeline/tileShares.js';
import type { Windows } from '../timeline/windows.js';
import type { Answerer } from './answerer.js';

/** What stands for all of a pixel. */
const WHOLE = 255;
/** What is looked at by itself at most: people tell no more colors apart. */
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
  let at = 0;
  for (const [row, count] of rows.entries()) {
    const sums = new Float64Array(TILE_PIXELS * told.values);
    const waits = new Float64Array(TILE_PIXELS);
    const onPath = new Float64Array(TILE_PIXELS);
    for (const location of locations.slice(at, (at += count))) {
      if (location % 64 === 0) checkCancelled();
      const seconds = order === 'time' ? secondsOfWindows(file.blocks, location, windows) : NOTHING;
      addAll(sums, told.of(location, calls?.stretches(location), seconds));
      if (exactly === undefined) continue;
      exactly.apply(location, seconds);
      for (let pixel = 0; pixel < TILE_PIXELS; pixel++) {
        addAt(waits, pixel, seconds[pixel * VALUES + WAITING] ?? absent(pixel));
        addAt(onPath, pixel, seconds[pixel * VALUES + PATH] ?? absent(pixel));
      }
    }
    const share = (seconds: number | undefined): number =>
      width > 0 ? Math.round(WHOLE * Math.min(1, Math.max(0, (seconds ?? absent(row)) / width / count))) : 0;
    shares.set(Uint8Array.from(sums, share), row * TILE_PIXELS * told.values);
    for (let pixel = 0; pixel < TILE_PIXELS; pixel++) {
      waiting[row * TILE_PIXELS + pixel] = share(waits[pixel]);
      path[row * TILE_PIXELS + pixel] = share(onPath[pixel]);
    }
  }
  const { inexact } = calls ?? { inexact: undefined };
  const isExact = calls !== undefined && inexact === undefined;
  return {
    head: {
      ...window,
      values: told.values,
      exact: isExact,
      ...(inexact === undefined ? {} : { inexact }),
    },
    columns: { shares, waiting, path, ...(isExact ? calls.columns() : NO_INTERVALS()) },
  };
};

/** @throws TrimtabError where it cannot be told so */
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

/** @throws TrimtabError where rows do not have the locations that are listed for them, or some are not there */
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

function addAll(sums: Float64Array, values: Float64Array): void {
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? absent(at)) + (values[at] ?? absent(at));
}

const NOTHING = new Float64Array(0);
const NO_INTERVALS = () => ({
  row: new Uint32Array(0),
  depth: new Uint32Array(0),
  node: new Uint32Array(0),
  from: new Float64Array(0),
  to: new Float64Array(0),
});
