import { elementAt } from '../../base/elements.js';
import { NO_INDEX, type Definitions } from '../../model/definitions.js';
import type { CubeGroup, CubeSystemNode } from './anchor.js';

/** Machines, processes and threads as CUBE wants them: below one root, everything in its place, with ranks. */
export interface System {
  readonly nodes: readonly CubeSystemNode[];
  readonly nodeOfGroup: readonly number[];
  readonly rankOfGroup: readonly number[];
  /** The group that takes the locations that have none; empty when all have one. */
  readonly strays: readonly CubeGroup[];
  readonly groupOfLocation: readonly number[];
  readonly rankOfLocation: readonly number[];
  /** The locations rank by rank, as CUBE counts them, whatever order the trace defines them in. */
  readonly locationOrder: readonly number[];
}

export function systemOf(definitions: Definitions): System {
  const { locationGroups, locations } = definitions;
  const { nodes, root } = nodesOf(definitions);
  const groupOfLocation = locations.map(({ group }) => (group < locationGroups.length ? group : locationGroups.length));
  const stray = groupOfLocation.includes(locationGroups.length);
  const rankOfGroup = ranksOfGroups(definitions);
  return {
    nodes,
    nodeOfGroup: locationGroups.map(({ systemTreeNode }) =>
      systemTreeNode < definitions.systemTree.length ? systemTreeNode : root,
    ),
    rankOfGroup,
    strays: stray ? [{ name: 'Others', rank: locationGroups.length, type: 'process', node: root }] : [],
    groupOfLocation,
    rankOfLocation: countWithin(groupOfLocation),
    locationOrder: rankByRank(groupOfLocation, [...rankOfGroup, locationGroups.length]),
  };
}

/** Groups of equal rank, such as a process and an accelerator, stay apart; members of a group keep their order. */
function rankByRank(groups: readonly number[], ranks: readonly number[]): number[] {
  const members = groups.map((group, index) => ({ index, group, rank: elementAt(ranks, group) }));
  members.sort((a, b) => a.rank - b.rank || a.group - b.group || a.index - b.index);
  return members.map(({ index }) => index);
}

/** The n-th member of a group gets n. */
function countWithin(groups: readonly number[]): number[] {
  const next = new Map<number, number>();
  return groups.map((group) => {
    const rank = next.get(group) ?? 0;
    next.set(group, rank + 1);
    return rank;
  });
}

/** The system tree below one root, which is added where there is none or more than one. */
function nodesOf({ systemTree, locationGroups, locations }: Definitions): { nodes: CubeSystemNode[]; root: number } {
  const parents = properParents(systemTree);
  const roots = parents.flatMap((parent, node) => (parent < 0 ? [node] : []));
  const nodes = systemTree.map(({ name, className }, node) => ({
    name,
    className: className === '' ? 'node' : className,
    parent: elementAt(parents, node),
  }));
  const needed = roots.length !== 1 && (roots.length > 0 || locationGroups.length > 0 || locations.length > 0);
  if (!needed) return { nodes, root: roots.at(0) ?? -1 };
  const root = nodes.length;
  return {
    nodes: [
      ...nodes.map((node) => (node.parent < 0 ? { ...node, parent: root } : node)),
      { name: 'System', className: 'machine', parent: -1 },
    ],
    root,
  };
}

/**
 * The parents of the system nodes; -1 for one that has none, and for one of each circle that wrong definitions make.
 * Every node is visited once, whatever the depth.
 */
function properParents(tree: Definitions['systemTree']): number[] {
  const parents = tree.map(({ parent }) => (parent < tree.length ? parent : -1));
  /** The walk upwards in which a node was met first, counted from 1; 0 as long as it was not. */
  const walk = new Uint32Array(tree.length);
  for (let start = 0; start < tree.length; start++) {
    for (let at = start; at >= 0 && walk[at] === 0; at = elementAt(parents, at)) {
      walk[at] = start + 1;
      const above = elementAt(parents, at);
      if (above >= 0 && walk[above] === start + 1) parents[at] = -1;
    }
  }
  return parents;
}

/** A process has the rank of its locations in the largest MPI communicator; what is no MPI process has its index. */
function ranksOfGroups({ communicators, locations, locationGroups }: Definitions): number[] {
  const ranks = locationGroups.map((_, index) => index);
  const candidates = communicators.filter(
    ({ self, paradigm, remoteRanks }) => !self && remoteRanks === undefined && (paradigm ?? 'mpi') === 'mpi',
  );
  const world = candidates.reduce<(typeof candidates)[number] | undefined>(
    (largest, next) => (largest === undefined || next.ranks.length > largest.ranks.length ? next : largest),
    undefined,
  );
  for (const [rank, location] of (world?.ranks ?? []).entries()) {
    const group = locations.at(location === NO_INDEX ? locations.length : location)?.group;
    if (group !== undefined && group < ranks.length) ranks[group] = rank;
  }
  return ranks;
}
