/** Call tree, regions, system and places of calls of a CUBE file, as the model has them. */
import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';
import { NO_INDEX, type Definitions, type SourceCodeLocation } from '../../model/definitions.js';
import type { CubeAnchor, CubeCallTree } from './anchor.js';
import { groupTypeOf, locationTypeOf, paradigmOf, roleOf } from './names.js';

export function treeOf(tree: CubeCallTree): { callTree: CallTree; sites: readonly SourceCodeLocation[] } {
  const sites: SourceCodeLocation[] = [];
  const known = new Map<string, number>();
  const site = Uint32Array.from({ length: tree.size }, (_, node) => {
    const [file, line] = [elementAt(tree.file, node), elementAt(tree.line, node)];
    if (file === '' || line <= 0) return 0;
    const key = `${line}:${file}`;
    let index = known.get(key);
    if (index === undefined) known.set(key, (index = sites.push({ file, line })));
    return index;
  });
  return { callTree: { size: tree.size, parent: tree.parent, region: tree.region, site }, sites };
}

/** Definitions that CUBE does not have (clock, communicators, events) are empty. */
export function definitionsOf(anchor: CubeAnchor, sites: readonly SourceCodeLocation[]): Definitions {
  return {
    clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
    span: 0,
    systemTree: anchor.systemTree.map(({ parent, ...rest }) => ({ ...rest, parent: parent < 0 ? NO_INDEX : parent })),
    locationGroups: anchor.groups.map(({ name, type, node }) => ({
      name,
      type: groupTypeOf(type),
      systemTreeNode: node,
      creator: NO_INDEX,
    })),
    locations: anchor.locations.map(({ name, type, group }, index) => ({
      name,
      type: locationTypeOf(type),
      group,
      id: String(index),
      announcedEvents: 0,
    })),
    regions: anchor.regions.map(({ mangledName, file, ...region }) => ({
      name: region.name,
      canonicalName: mangledName,
      description: region.description,
      file: file === '' ? undefined : file,
      beginLine: Math.max(0, region.beginLine),
      endLine: Math.max(0, region.endLine),
      paradigm: paradigmOf(region.paradigm),
      role: roleOf(region.role),
    })),
    communicators: [],
    sourceCodeLocations: sites,
    ...(anchor.topologies.length === 0 ? {} : { topologies: anchor.topologies }),
    properties: anchor.attributes,
  };
}
