/** The union of the call trees of several runs. */
import { CallPaths } from '../../analysis/callPaths/callPaths.js';
import { elementAt } from '../../base/elements.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { LineRegistry } from './lineRegistry.js';
import type { MeasuredRun } from './measuredRun.js';

/** A node of the union. */
export interface UnionNode {
  readonly parent: number;
  readonly region: string;
  /** Number of the line it was called from, as it was first seen; -1 where unknown. */
  readonly line: number;
}

export interface UnionTree {
  readonly runs: readonly MeasuredRun[];
  readonly nodes: readonly UnionNode[];
  /** By run, in the order given: the union's node of every node of the run's call tree; -1 for what holds nothing. */
  readonly nodeOf: readonly Int32Array[];
  readonly paths: readonly CallPaths[];
  readonly lines: LineRegistry;
}

/** Node in CUBE files above call trees of several roots. */
const COMMON_ROOT = 'PROGRAM';

/**
 * Joins call trees: called regions are the same if their callers, their names and their call lines are, allowing for
 * moved lines. The rest of one name on both sides also matches if it is the only one. @param runs from the oldest to
 * the newest
 */
export function uniteTrees(runs: readonly MeasuredRun[]): UnionTree {
  const paths = runs.map(({ space, definitions }) => new CallPaths(space.callTree, definitions));
  const lines = new LineRegistry(runs);
  for (const path of paths) lines.add(placesOf(path));
  const nodes: UnionNode[] = [];
  const children = new Map<number, number[]>();
  const add = (node: UnionNode): number => {
    const index = nodes.push(node) - 1;
    const siblings = children.get(node.parent);
    if (siblings === undefined) children.set(node.parent, [index]);
    else siblings.push(index);
    return index;
  };
  const nodeOf = paths.map((path, run) => {
    const own = new Int32Array(path.tree.size).fill(-1);
    const describe = (node: number): Described => ({
      node,
      region: path.regionName(node),
      line: lines.numberOf(run, path.callSite(node)),
    });
    for (const { parent, members } of families(path)) {
      const above = parent < 0 ? -1 : elementAt(own, parent);
      const known = (children.get(above) ?? []).map((node) => ({ ...elementAt(nodes, node), node }));
      for (const [member, match] of matchSiblings(members.map(describe), known))
        own[member.node] = match ?? add({ parent: above, region: member.region, line: member.line });
    }
    return own;
  });
  return { runs, nodes, nodeOf, paths, lines };
}

interface Described {
  readonly node: number;
  readonly region: string;
  readonly line: number;
}

/** All places a call tree names. */
function* placesOf(path: CallPaths): Generator<SourcePlace> {
  for (let node = 0; node < path.tree.size; node++) {
    const [site, definition] = [path.callSite(node), path.definition(node)];
    if (site !== undefined) yield site;
    if (definition !== undefined) yield definition;
  }
}

/** Nodes with the same caller, callers first; a root that only holds the others together is passed over. */
function families(path: CallPaths): Iterable<{ parent: number; members: number[] }> {
  const { size, parent } = path.tree;
  const found = new Map<number, { parent: number; members: number[] }>();
  const holder = (node: number): boolean => elementAt(parent, node) < 0 && path.regionName(node) === COMMON_ROOT;
  for (let node = 0; node < size; node++) {
    if (holder(node)) continue;
    const above = elementAt(parent, node);
    const caller = above >= 0 && holder(above) ? -1 : above;
    const family = found.get(caller);
    if (family === undefined) found.set(caller, { parent: caller, members: [node] });
    else family.members.push(node);
  }
  return [...found.values()].sort((a, b) => a.parent - b.parent);
}

/** Finds for each member the known sibling that is the same call, each once. */
function matchSiblings(members: readonly Described[], known: readonly Described[]): Map<Described, number | undefined> {
  const result = new Map<Described, number | undefined>(members.map((member) => [member, undefined]));
  const free = new Map<string, Described[]>();
  for (const sibling of known) free.set(sibling.region, [...(free.get(sibling.region) ?? []), sibling]);
  const rest = new Map<string, Described[]>();
  for (const member of members) {
    const candidates = free.get(member.region) ?? [];
    const index = candidates.findIndex(({ line }) => line === member.line);
    if (index >= 0) result.set(member, elementAt(candidates.splice(index, 1), 0).node);
    else rest.set(member.region, [...(rest.get(member.region) ?? []), member]);
  }
  for (const [region, left] of rest) {
    const candidates = free.get(region) ?? [];
    const [member, sibling] = [left.at(0), candidates.at(0)];
    if (left.length === 1 && candidates.length === 1 && member !== undefined) result.set(member, sibling?.node);
  }
  return result;
}
