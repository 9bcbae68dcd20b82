import { absent } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { Answerer } from './answerer.js';
import { phaseFilter } from './phaseFilter.js';

export const locationValues: Answerer<'locationValues'> = (measurement, { metric, node, inclusive, phase }) => {
  const column = measurement.severities(metric);
  const { unit, callPath, location, value } = column;
  const isMeant = phaseFilter(measurement, column, phase);
  const sums = measurement.room.float64(measurement.space.locationCount);
  const belongs = nodesOf(measurement, node, inclusive);
  for (let i = 0; i < value.length; i++) {
    const at = location[i] ?? absent(i);
    if (isMeant(i) && (belongs === undefined || belongs[callPath[i] ?? absent(i)] === 1))
      sums[at] = (sums[at] ?? absent(at)) + (value[i] ?? absent(i));
  }
  return { head: { unit }, columns: { value: sums } };
};

/** 1 at each call path that counts; undefined where all do. @throws TrimtabError when there is none of such a number */
function nodesOf({ space, room }: OpenMeasurement, node: number | null, inclusive: boolean): Uint8Array | undefined {
  const { size, parent } = space.callTree;
  if (node === null && inclusive) return undefined;
  if (node !== null && node >= size)
    throw new TrimtabError(`There is no call path ${node} among the ${size} of this experiment.`);
  room.check(size);
  // The whole program without what it calls: its roots.
  const counts = (each: number): boolean => (node === null ? (parent[each] ?? -1) < 0 : each === node);
  const inside = new Uint8Array(size);
  for (let each = 0; each < size; each++)
    inside[each] = counts(each) || (inclusive && inside[parent[each] ?? -1] === 1) ? 1 : 0;
  return inside;
}
