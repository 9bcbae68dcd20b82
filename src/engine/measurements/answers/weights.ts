import { present } from '../../../base/present.js';
import { absent, addAt } from '../../../base/elements.js';
import { isRounding } from '../../../experiments/compare/values.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { missingIn, severitiesIn } from '../window/severitiesIn.js';
import type { PlacedColumns } from '../window/placedSums.js';
import { eachValue, factorsOf, insideOf, partsOf, Sums } from '../weights.js';
import type { Answerer } from './answerer.js';

export const weights: Answerer<'weights'> = (measurement, { properties, nodes, window }, checkCancelled) => {
  const { space, room } = measurement;
  const { unit, factors } = factorsOf(measurement, properties);
  const inside = insideOf(measurement, nodes);
  const severities = severitiesIn(measurement, window, checkCancelled);
  const missing = missingIn(measurement, window, severities, properties);
  checkCancelled();
  const [byNode, byPlace] = [new Sums(room, space.callTree.size), new Sums(room, space.locationCount)];
  eachValue(severities, factors, (node, location, value) => {
    byNode.add(node, value);
    if (inside === undefined || inside[node] === 1) byPlace.add(location, value);
  });
  checkCancelled();
  const nodeExclusive = byNode.rounded();
  return {
    head: { unit, ...present({ missing }) },
    columns: {
      ...metricWeights(measurement, severities, window !== undefined),
      nodeExclusive,
      nodeInclusive: upTree(measurement, nodeExclusive),
      place: byPlace.rounded(),
    },
  };
};

/**
 * Each metric over all call paths and locations: with those below it, and without.
 * @param isPart whether those without severities are not known, which is NaN
 */
function metricWeights(
  { space, room }: OpenMeasurement,
  severities: ReadonlyMap<string, PlacedColumns>,
  isPart: boolean,
): { metricInclusive: Float64Array; metricExclusive: Float64Array } {
  const { metrics } = space;
  const [metricInclusive, metricExclusive] = [room.float64(metrics.length), room.float64(metrics.length)];
  const numbers = new Map(metrics.map(({ name }, at) => [name, at]));
  for (const [at, { name }] of metrics.entries()) {
    const { value = new Float64Array(0) } = severities.get(name) ?? {};
    let sum = 0;
    for (let i = 0; i < value.length; i++) sum += value[i] ?? absent(i);
    metricInclusive[at] = isPart && !severities.has(name) ? Number.NaN : sum;
  }
  metricExclusive.set(metricInclusive);
  for (const [above, parts] of partsOf(metrics)) {
    const at = numbers.get(above) ?? absent(0);
    for (const part of parts) {
      const value = metricInclusive[numbers.get(part) ?? -1] ?? 0;
      if (!Number.isNaN(value)) addAt(metricExclusive, at, -value);
    }
    if (isRounding(metricExclusive[at] ?? 0, metricInclusive[at] ?? 0)) metricExclusive[at] = 0;
  }
  return { metricInclusive, metricExclusive };
}

/** Each call path with all that it calls. */
function upTree({ space, room }: OpenMeasurement, own: Float64Array): Float64Array {
  const { parent, size } = space.callTree;
  const sums = room.float64(size);
  sums.set(own);
  for (let node = size - 1; node > 0; node--) {
    const above = parent[node] ?? absent(node);
    if (above >= 0) addAt(sums, above, sums[node] ?? absent(node));
  }
  return sums;
}
