import { absent, addAt } from '../../../base/elements.js';
import { TIME_CLASSES } from '../../../model/timeline.js';
import { CallsOfTile } from '../timeline/callsOfTile.js';
import { ExactWaiting } from '../timeline/exactWaiting.js';
import { secondsOfWindows, WAITING } from '../timeline/shares.js';
import { byClass } from '../timeline/tileShares.js';
import type { Answerer } from './answerer.js';
import { checkRows } from './tiles.js';

export const classTimes: Answerer<'classTimes'> = (measurement, { window, locations, rows }, checkCancelled) => {
  checkRows(measurement, locations, rows);
  const file = measurement.timeline(checkCancelled);
  const windows = { from: window.from, width: window.to - window.from, count: 1 };
  const calls = new CallsOfTile(measurement, file, locations, window, checkCancelled);
  const told = byClass(measurement, file, windows);
  const exactly = new ExactWaiting(file, locations, windows, checkCancelled);
  const seconds = measurement.room.float64(rows.length * TIME_CLASSES.length);
  const waiting = measurement.room.float64(rows.length);
  let at = 0;
  for (const [row, count] of rows.entries())
    for (const location of locations.slice(at, (at += count))) {
      if (location % 64 === 0) checkCancelled();
      const blocks = secondsOfWindows(file.blocks, location, windows);
      for (const [each, value] of told.of(location, calls.stretches(location), blocks).entries())
        addAt(seconds, row * TIME_CLASSES.length + each, value);
      exactly.apply(location, blocks);
      addAt(waiting, row, blocks[WAITING] ?? absent(WAITING));
    }
  return { head: { isExact: calls.inexact === undefined }, columns: { seconds, waiting } };
};
