import { absent } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { Answerer } from './answerer.js';

export const eventCounts: Answerer<'eventCounts'> = (measurement, { from, to, windows, locations }, checkCancelled) => {
  const { room, space } = measurement;
  const rows = locations ?? Array.from({ length: space.locationCount }, (_, location) => location);
  const count = room.uint32(rows.length * windows);
  const moments = Float64Array.from({ length: windows + 1 }, (_, edge) => from + ((to - from) * edge) / windows);
  // Corrects the rounding error of the last one.
  moments[windows] = to;
  const events = measurement.events(checkCancelled);
  for (const [row, location] of rows.entries()) {
    if (location >= space.locationCount)
      throw new TrimtabError(`There is no location ${location} among the ${space.locationCount} of this experiment.`);
    const before = events.countsBefore(location, moments, checkCancelled);
    for (let window = 0; window < windows; window++)
      count[row * windows + window] = (before[window + 1] ?? absent(window)) - (before[window] ?? absent(window));
  }
  return { head: { rows: rows.length }, columns: { count } };
};
