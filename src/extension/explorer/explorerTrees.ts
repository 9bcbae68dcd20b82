/** The rows of the Explorer's trees, from an open experiment. */
import { NO_INDEX } from '../../model/definitions.js';
import { isSumOfSquares } from '../../model/sumsOfSquares.js';
import { locationNames } from '../../model/names.js';
import type { trees } from '../../protocol/pages/explorer.js';
import type { Answered } from '../../protocol/pages/questions.js';
import type { Answer } from '../../protocol/queries/index.js';

type Trees = Answered<typeof trees>;
type Definitions = Answer<'definitions'>['head']['definitions'];

export function explorerTrees({ head }: Answer<'definitions'>, { columns }: Answer<'callTree'>): Trees {
  const { definitions, locationCount } = head;
  const metrics = head.metrics.filter((metric) => !isSumOfSquares(metric));
  const numbers = new Map(metrics.map(({ name }, at) => [name, at]));
  const places = placesOf(definitions, locationCount);
  return {
    head: {
      metrics: metrics.map(({ name, title, unit, description }) => ({ name, title, unit, description })),
      regions: definitions.regions.map(({ name }) => name),
      places: places.map(({ title }) => title),
      topologies: definitions.topologies ?? [],
    },
    columns: {
      metricParent: Int32Array.from(metrics, ({ parent }) => numbers.get(parent ?? '') ?? -1),
      nodeParent: columns.parent,
      region: columns.region,
      placeParent: Int32Array.from(places, ({ parent }) => parent),
      location: Int32Array.from(places, ({ location }) => location),
      isProcess: Uint8Array.from(places, ({ isProcess }) => (isProcess ? 1 : 0)),
    },
  };
}

interface TreePlace {
  readonly title: string;
  readonly parent: number;
  readonly location: number;
  readonly isProcess: boolean;
}

/**
 * Returns machines and nodes, their processes, and their threads; a process of one thread is one row. Parts without
 * locations are omitted.
 */
function placesOf(known: Definitions, locationCount: number): TreePlace[] {
  const { systemTree, locationGroups, locations } = known;
  const places: TreePlace[] = [];
  const add = (title: string, parent: number, location = -1, isProcess = false): number =>
    places.push({ title, parent, location, isProcess }) - 1;
  const systems = new Map<number, number>();
  /** The row of a part of the system, made with all above it when something on it is first met. */
  const systemRow = (node: number): number => {
    const path: number[] = [];
    let at = node;
    // A tree that leads back to itself ends at what was met before.
    for (let part = systemTree[at]; part !== undefined && !systems.has(at); part = systemTree[at]) {
      if (path.includes(at)) break;
      path.push(at);
      at = part.parent;
    }
    for (const at of path.reverse()) {
      const part = systemTree[at];
      if (part !== undefined)
        systems.set(at, add(`${part.className} ${part.name}`.trim(), systems.get(part.parent) ?? -1));
    }
    return systems.get(node) ?? -1;
  };
  const names = locationNames(known);
  const members = new Map<number, number[]>();
  for (let location = 0; location < locationCount; location++) {
    const { group = NO_INDEX } = locations[location] ?? {};
    const inGroup = members.get(group);
    if (inGroup === undefined) members.set(group, [location]);
    else inGroup.push(location);
  }
  for (const [group, inGroup] of members) {
    const process = locationGroups[group];
    const above = systemRow(process?.systemTreeNode ?? NO_INDEX);
    const [only] = inGroup;
    if (process === undefined || (inGroup.length === 1 && only !== undefined)) {
      for (const location of inGroup) add(names[location] ?? `location ${location}`, above, location);
      continue;
    }
    const row = add(process.name, above, -1, true);
    for (const location of inGroup) add(locations[location]?.name ?? `location ${location}`, row, location);
  }
  return places;
}
