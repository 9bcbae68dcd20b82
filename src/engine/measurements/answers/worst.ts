import { absent, elementAt } from '../../../base/elements.js';
import { nodeTotals } from '../../../analysis/report/index.js';
import type { RowsOf } from '../../../experiments/files/timelineFile.js';
import { metricsAbove } from '../../../model/metricsAbove.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { causeOf } from '../timeline/cause.js';
import { ALWAYS, largest } from '../timeline/largest.js';
import { shownWait, waitRows } from '../timeline/waits.js';
import type { Answerer } from './answerer.js';

export const worst: Answerer<'worst'> = (measurement, ask, checkCancelled) => {
  const file = measurement.timeline(checkCancelled);
  const isOpen = ask.property === undefined && ask.nodes === undefined && ask.window === undefined;
  const leading = ask.leading === true && isOpen ? leadingIn(measurement, file.properties, checkCancelled) : undefined;
  const { property, nodes, locations, window = ALWAYS, after = 0 } = { ...ask, ...leading };
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
  const wait = shownWait(file, file.waits(found.run), found.row);
  const isLongest = leading === undefined ? {} : { isLongest: found.size >= longest(file.runsOf('waits').largest) };
  return { head: { wait: causeOf(measurement, file, wait, checkCancelled), ...isLongest }, columns: {} };
};

function longest(sizes: Iterable<number>): number {
  let most = 0;
  for (const size of sizes) most = Math.max(most, size);
  return most;
}

/** The property and call path with most waiting over all locations; undefined if there is none. */
function leadingIn(
  { space }: OpenMeasurement,
  properties: readonly string[],
  checkCancelled: CheckCancelled,
): { readonly property: string; readonly nodes: readonly number[] } | undefined {
  let most = 0;
  let leading: { property: string; nodes: readonly number[] } | undefined;
  for (const property of properties) {
    checkCancelled();
    for (const [node, value] of nodeTotals(space, property).entries())
      if (value > most) {
        most = value;
        leading = { property, nodes: [node] };
      }
  }
  return leading;
}

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
