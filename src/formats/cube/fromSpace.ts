/** The performance space and its definitions as the content of an anchor. */
import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';
import type { Definitions, Region } from '../../model/definitions.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import type { Topology } from '../../model/topology.js';
import type { CubeAnchor, CubeCallTree, CubeMetric, CubeParameter, CubeRegion } from './anchor.js';
import { groupWord, locationWord, roleWord, unitWord } from './names.js';
import { systemOf } from './systemOf.js';
import { deepOrder } from './treeOrder.js';

/** Key of the parameter that names the place of a call. */
export const CALL_SITE = 'call site';
/** Name of the node put above a call tree of several roots, since some readers take only one. */
export const COMMON_ROOT = 'PROGRAM';

/** An anchor, and where the nodes of the space's call tree and its locations went. */
export interface CubeContent {
  readonly anchor: CubeAnchor;
  /** Index in the anchor's call tree for each node of the space's. */
  readonly nodeOf: Uint32Array;
  /** Index in the anchor's locations for each of the space's. */
  readonly locationOf: Uint32Array;
}

/**
 * @param creator who writes the file, such as the program and its version
 * @param withOthers adds metrics that are none of the space
 */
export function fromSpace(
  space: PerformanceSpace,
  definitions: Definitions,
  creator: string,
  withOthers: (metrics: readonly CubeMetric[]) => readonly CubeMetric[],
): CubeContent {
  const { callTree, nodeOf, addedRegions } = treeOf(space.callTree, definitions);
  const system = systemOf(definitions);
  const accelerated = definitions.locationGroups.some(({ type }) => type === 'accelerator');
  const anchor: CubeAnchor = {
    // Groups of type accelerator came with 4.7; CUBE's older tools read up to 4.4.
    version: accelerated ? '4.7' : '4.4',
    attributes: new Map([['Creator', creator]]),
    metrics: withOthers(metricsOf(space)),
    regions: [...definitions.regions.map(regionOf), ...addedRegions],
    callTree,
    systemTree: system.nodes,
    groups: definitions.locationGroups
      .map((group, index) => ({
        name: group.name,
        rank: elementAt(system.rankOfGroup, index),
        type: groupWord(group.type),
        node: elementAt(system.nodeOfGroup, index),
      }))
      .concat(system.strays),
    topologies: topologiesFor(definitions, system.locationOrder),
    placesLeft: 0,
    locations: system.locationOrder.map((index) => ({
      name: elementAt(definitions.locations, index).name,
      rank: elementAt(system.rankOfLocation, index),
      type: locationWord(elementAt(definitions.locations, index).type),
      group: elementAt(system.groupOfLocation, index),
    })),
  };
  const locationOf = new Uint32Array(anchor.locations.length);
  for (const [position, index] of system.locationOrder.entries()) locationOf[index] = position;
  return { anchor, nodeOf, locationOf };
}

/** Topologies with the numbers that locations have in the file. */
function topologiesFor({ topologies = [] }: Definitions, order: readonly number[]): readonly Topology[] {
  const position = new Uint32Array(order.length);
  for (const [at, index] of order.entries()) position[index] = at;
  return topologies.map(({ locations, ...rest }) => ({
    ...rest,
    locations: locations.map((location) => elementAt(position, location)),
  }));
}

function metricsOf({ metrics, severities }: PerformanceSpace): CubeMetric[] {
  const indices = new Map(metrics.map(({ name }, index) => [name, index]));
  return metrics.map(({ name, title, parent, unit, description }, id) => ({
    id,
    name,
    title,
    dataType: unit !== 'seconds' && isWhole(severities.get(name)) ? 'UINT64' : 'DOUBLE',
    unit: unitWord(unit),
    url: '',
    description,
    kind: 'exclusive',
    parent: parent === undefined ? -1 : (indices.get(parent) ?? -1),
  }));
}

/** Whether all values are whole numbers that 64 bits and a double hold exactly. */
function isWhole(column: SeverityColumn | undefined): boolean {
  return column?.value.every((value) => value >= 0 && Number.isSafeInteger(value)) ?? true;
}

function regionOf(region: Region): CubeRegion {
  return {
    name: region.name,
    mangledName: region.canonicalName === '' ? region.name : region.canonicalName,
    paradigm: region.paradigm,
    role: roleWord(region.role),
    description: region.description,
    file: region.file ?? '',
    beginLine: region.beginLine === 0 ? -1 : region.beginLine,
    endLine: region.endLine === 0 ? -1 : region.endLine,
  };
}

/** Region of calls that the trace does not define. */
const unknownRegion: CubeRegion = {
  name: 'UNKNOWN',
  mangledName: 'UNKNOWN',
  paradigm: 'unknown',
  role: 'unknown',
  description: 'Not defined in the trace',
  file: '',
  beginLine: -1,
  endLine: -1,
};
const commonRootRegion: CubeRegion = {
  ...unknownRegion,
  name: COMMON_ROOT,
  mangledName: COMMON_ROOT,
  paradigm: 'measurement',
  role: 'artificial',
  description: 'Holds the call paths that begin on their own',
};

interface OrderedTree {
  readonly callTree: CubeCallTree;
  readonly nodeOf: Uint32Array;
  /** Regions behind those of the definitions. */
  readonly addedRegions: readonly CubeRegion[];
}

/** The call tree depth first, below one root. Nodes keep their number as identifier. */
function treeOf(tree: CallTree, definitions: Definitions): OrderedTree {
  const parents = tree.parent.subarray(0, tree.size);
  const order = deepOrder(parents);
  const commonRoot = parents.filter((parent) => parent < 0).length > 1;
  const defined = definitions.regions.length;
  const unknown = tree.region.subarray(0, tree.size).some((region) => region >= defined) ? [unknownRegion] : [];
  const shift = commonRoot ? 1 : 0;
  const size = tree.size + shift;
  const nodeOf = new Uint32Array(tree.size);
  for (const [position, node] of order.entries()) nodeOf[node] = position + shift;
  const callTree = {
    size,
    id: new Uint32Array(size),
    parent: new Int32Array(size).fill(-1),
    region: new Uint32Array(size),
    line: new Int32Array(size).fill(-1),
    file: Array.from({ length: size }, () => ''),
    parameters: new Map<number, CubeParameter[]>(),
  };
  if (commonRoot) [callTree.id[0], callTree.region[0]] = [tree.size, defined + unknown.length];
  for (const node of order) {
    const at = elementAt(nodeOf, node);
    callTree.id[at] = node;
    callTree.parent[at] = elementAt(parents, node) < 0 ? shift - 1 : elementAt(nodeOf, elementAt(parents, node));
    callTree.region[at] = Math.min(elementAt(tree.region, node), defined);
    const site = tree.site[node] === 0 ? undefined : definitions.sourceCodeLocations.at(elementAt(tree.site, node) - 1);
    if (site === undefined || site.line === 0) continue;
    callTree.line[at] = site.line;
    callTree.file[at] = site.file;
    callTree.parameters.set(at, [{ key: CALL_SITE, value: `${site.file}:${site.line}` }]);
  }
  return { callTree, nodeOf, addedRegions: commonRoot ? [...unknown, commonRootRegion] : unknown };
}
