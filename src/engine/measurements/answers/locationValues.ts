import { absent, addAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { isRounding } from '../../../experiments/compare/values.js';
import type { Ask } from '../../../protocol/queries/index.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { Answerer } from './answerer.js';
import { phaseFilter } from './phaseFilter.js';

export const locationValues: Answerer<'locationValues'> = (measurement, { metric, less = [], ...where }) => {
  const { unit } = measurement.severities(metric);
  const value = valuesOf(measurement, metric, where);
  if (less.length === 0) return { head: { unit }, columns: { value } };
  const rest = measurement.room.float64(value.length);
  rest.set(value);
  for (const other of measurement.space.metrics.filter(({ name }) => less.includes(name)))
    for (const [at, seconds] of valuesOf(measurement, other.name, where).entries()) addAt(rest, at, -seconds);
  for (const [at, left] of rest.entries()) if (isRounding(left, value[at] ?? absent(at))) rest[at] = 0;
  return { head: { unit }, columns: { value: rest } };
};

type Where = Pick<Ask<'locationValues'>, 'node' | 'inclusive' | 'phase'>;

function valuesOf(measurement: OpenMeasurement, metric: string, { node, inclusive, phase }: Where): Float64Array {
  const column = measurement.severities(metric);
  const { callPath, location, value } = column;
  const isMeant = phaseFilter(measurement, column, phase);
  const sums = measurement.room.float64(measurement.space.locationCount);
  const belongs = nodesOf(measurement, node, inclusive);
  for (let i = 0; i < value.length; i++) {
    const at = location[i] ?? absent(i);
    if (isMeant(i) && (belongs === undefined || belongs[callPath[i] ?? absent(i)] === 1))
      sums[at] = (sums[at] ?? absent(at)) + (value[i] ?? absent(i));
  }
  return sums;
}

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
