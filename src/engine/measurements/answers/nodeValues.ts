import { absent } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { Answerer } from './answerer.js';
import { phaseFilter } from './phaseFilter.js';

export const nodeValues: Answerer<'nodeValues'> = (measurement, { metric, inclusive, locations, phase }) => {
  const column = measurement.severities(metric);
  const { unit, callPath, location, value } = column;
  const isMeant = phaseFilter(measurement, column, phase);
  const { size, parent } = measurement.space.callTree;
  const sums = measurement.room.float64(size);
  const chosen = chosenOf(measurement, locations);
  for (let i = 0; i < value.length; i++) {
    const node = callPath[i] ?? absent(i);
    if (isMeant(i) && (chosen === undefined || chosen[location[i] ?? absent(i)] === 1))
      sums[node] = (sums[node] ?? absent(node)) + (value[i] ?? absent(i));
  }
  // Callers precede callees.
  if (inclusive)
    for (let node = size - 1; node > 0; node--) {
      const above = parent[node] ?? -1;
      if (above >= 0) sums[above] = (sums[above] ?? absent(above)) + (sums[node] ?? absent(node));
    }
  return { head: { unit }, columns: { value: sums } };
};

/** 1 at each chosen location; undefined where all are. @throws TrimtabError when there is none of such a number */
function chosenOf({ space, room }: OpenMeasurement, locations: readonly number[] | null): Uint8Array | undefined {
  if (locations === null) return undefined;
  room.check(space.locationCount);
  const chosen = new Uint8Array(space.locationCount);
  for (const location of locations) {
    if (location >= chosen.length)
      throw new TrimtabError(`There is no location ${location} among the ${chosen.length} of this experiment.`);
    chosen[location] = 1;
  }
  return chosen;
}
