import { absent } from '../../../base/elements.js';
import type { Ask } from '../../../protocol/queries/index.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { checkKnownIn, severitiesIn } from '../window/severitiesIn.js';
import type { PlacedColumns } from '../window/placedSums.js';
import { eachValue, factorsOf, insideOf, Sums } from '../weights.js';
import type { Answerer } from './answerer.js';

type Row = Ask<'valuesByPlace'>['rows'][number];

export const valuesByPlace: Answerer<'valuesByPlace'> = (measurement, { rows, functions, window }, checkCancelled) => {
  const { space, room } = measurement;
  const [first = { properties: [], nodes: null }] = rows;
  const { unit } = factorsOf(measurement, first.properties);
  const severities = severitiesIn(measurement, window, checkCancelled);
  for (const { properties } of rows) checkKnownIn(measurement, window, severities, properties);
  const region = functions === 0 ? new Uint32Array(0) : mostOf(measurement, severities, first, functions);
  const all = rows.length + region.length;
  const value = room.float64(all * space.locationCount);
  for (const [at, row] of rows.entries()) {
    checkCancelled();
    const inside = insideOf(measurement, row.nodes);
    const sums = new Sums(room, space.locationCount);
    eachValue(severities, factorsOf(measurement, row.properties).factors, (node, location, one) => {
      if (inside === undefined || inside[node] === 1) sums.add(location, one);
    });
    value.set(sums.rounded(), at * space.locationCount);
  }
  value.set(byFunction(measurement, severities, first, region), rows.length * space.locationCount);
  return { head: { unit, rows: all }, columns: { region, value } };
};

/** Returns the functions with the largest exclusive share of a row, largest first. */
function mostOf(
  measurement: OpenMeasurement,
  severities: ReadonlyMap<string, PlacedColumns>,
  { properties, nodes }: Row,
  most: number,
): Uint32Array {
  const { space, definitions, room } = measurement;
  const inside = insideOf(measurement, nodes);
  const sums = new Sums(room, definitions.regions.length);
  eachValue(severities, factorsOf(measurement, properties).factors, (node, _, one) => {
    const region = space.callTree.region[node] ?? absent(node);
    if ((inside === undefined || inside[node] === 1) && region < definitions.regions.length) sums.add(region, one);
  });
  const totals = sums.rounded();
  const found = Uint32Array.from(totals.keys()).filter((region) => totals[region] !== 0);
  const sizeOf = (region: number): number => Math.abs(totals[region] ?? absent(region));
  return found.sort((a, b) => sizeOf(b) - sizeOf(a) || a - b).slice(0, most);
}

function byFunction(
  measurement: OpenMeasurement,
  severities: ReadonlyMap<string, PlacedColumns>,
  { properties, nodes }: Row,
  regions: Uint32Array,
): Float64Array {
  const { space, room } = measurement;
  const sums = new Sums(room, regions.length * space.locationCount);
  if (regions.length === 0) return sums.value;
  const inside = insideOf(measurement, nodes);
  const rowOf = new Map([...regions].map((region, at) => [region, at]));
  eachValue(severities, factorsOf(measurement, properties).factors, (node, location, one) => {
    const row = rowOf.get(space.callTree.region[node] ?? absent(node));
    if (row === undefined || (inside !== undefined && inside[node] !== 1)) return;
    sums.add(row * space.locationCount + location, one);
  });
  return sums.rounded();
}
