import { absent, elementAt } from '../../../base/elements.js';
import type { RowsOf } from '../../../experiments/timelineFile.js';
import { metricsAbove } from '../../../model/metricsAbove.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { causeOf } from '../timeline/cause.js';
import { ALWAYS, largest } from '../timeline/largest.js';
import { toldWait, waitRows } from '../timeline/waits.js';
import type { Answerer } from './answerer.js';

export const worst: Answerer<'worst'> = (measurement, ask, checkCancelled) => {
  const file = measurement.timeline(checkCancelled);
  const { property, nodes, locations, window = ALWAYS, after = 0 } = ask;
  const isProperty = propertiesBelow(measurement, property, file.properties);
  const isNode = nodesBelow(measurement, nodes);
  const chosen = locations === undefined ? undefined : new Set(locations);
  const isMeant = (rows: RowsOf<'waits'>, row: number): boolean =>
    isProperty(rows.property[row] ?? absent(row), rows.part[row] === 1) &&
    isNode(rows.node[row] ?? absent(row)) &&
    (chosen === undefined || chosen.has(rows.location[row] ?? absent(row)));
  const found = largest(
    file.runsOf('waits'),
    window,
    after + 1,
    (run) => waitRows(file.waits(run), isMeant),
    checkCancelled,
  ).at(after);
  if (found === undefined) return { head: {}, columns: {} };
  const wait = toldWait(file, file.waits(found.run), found.row);
  return { head: { wait: causeOf(measurement, file, wait, checkCancelled) }, columns: {} };
};

/** Whether waits are of a property, or of what it is divided into. Parts of other waits count where they alone are asked for. */
function propertiesBelow(
  { space }: OpenMeasurement,
  property: string | undefined,
  properties: readonly string[],
): (number: number, isPart: boolean) => boolean {
  if (property === undefined) return (_, isPart) => !isPart;
  const above = metricsAbove(space.metrics);
  const isBelow = properties.map((name) => above(name).has(property));
  return (number, isPart) => (isPart ? properties[number] === property : isBelow[number] === true);
}

/** Whether call paths are some, or called from them. */
function nodesBelow({ space }: OpenMeasurement, nodes: readonly number[] | undefined): (node: number) => boolean {
  if (nodes === undefined) return () => true;
  const { size, parent } = space.callTree;
  const inside = new Uint8Array(size);
  for (const node of nodes) if (node < size) inside[node] = 1;
  for (let node = 0; node < size; node++) if (inside[elementAt(parent, node)] === 1) inside[node] = 1;
  return (node) => inside[node] === 1;
}
