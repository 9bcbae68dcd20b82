import { elementAt } from '../../base/elements.js';
import type { Topology } from '../../model/topology.js';
import type { CubeAnchor, CubeCallTree, CubeMetric, CubeRegion } from './anchor.js';
import { escapeXml } from './xml.js';

/** Returns the text of anchor.xml. Elements are in the order that CUBE's own parser requires. */
export function writeAnchor(anchor: CubeAnchor): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '',
    `<cube version="${escapeXml(anchor.version)}">`,
    ...[...anchor.attributes].map(([key, value]) => `<attr key="${escapeXml(key)}" value="${escapeXml(value)}"/>`),
    '<doc>',
    '<mirrors>',
    '</mirrors>',
    '</doc>',
    '<metrics>',
    ...metricLines(anchor.metrics),
    '</metrics>',
    '<program>',
    ...anchor.regions.flatMap(regionLines),
    ...cnodeLines(anchor.callTree),
    '</program>',
    '<system>',
    ...systemLines(anchor),
    '<topologies>',
    ...anchor.topologies.flatMap(topologyLines),
    '</topologies>',
    '</system>',
    '</cube>',
    '',
  ].join('\n');
}

function tag(name: string, text: string | number): string {
  return `<${name}>${typeof text === 'string' ? escapeXml(text) : text}</${name}>`;
}

function topologyLines({ name, dimensions, locations, coordinates }: Topology): string[] {
  const count = dimensions.length;
  return [
    `<cart${name === '' ? '' : ` name="${escapeXml(name)}"`} ndims="${count}">`,
    ...dimensions.map(
      (dimension) =>
        `<dim${dimension.name === '' ? '' : ` name="${escapeXml(dimension.name)}"`} size="${dimension.size}" periodic="${dimension.isPeriodic}"/>`,
    ),
    ...locations.map(
      (location, at) =>
        `<coord locId="${location}">${coordinates.slice(at * count, (at + 1) * count).join(' ')}</coord>`,
    ),
    '</cart>',
  ];
}

/** Indices of the children of each index, and of what has no parent at -1. */
function childrenOf(parents: readonly number[]): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const [index, parent] of parents.entries()) {
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [index]);
    else list.push(index);
  }
  return children;
}

/** The lines of a tree: for each node what comes before its children, the children, and what comes behind. */
function* nested(
  parents: readonly number[],
  before: (node: number) => readonly string[],
  after: string,
): Generator<string> {
  const children = childrenOf(parents);
  const open = (children.get(-1) ?? []).toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next < 0) {
      yield after;
      continue;
    }
    yield* before(next);
    open.push(-1, ...(children.get(next) ?? []).toReversed());
  }
}

function metricLines(metrics: readonly CubeMetric[]): Iterable<string> {
  return nested(
    metrics.map(({ parent }) => parent),
    (index) => {
      const metric = elementAt(metrics, index);
      return [
        `<metric id="${metric.id}" type="${metric.kind.toUpperCase()}">`,
        tag('disp_name', metric.title),
        tag('uniq_name', metric.name),
        tag('dtype', metric.dataType),
        tag('uom', metric.unit),
        tag('url', metric.url),
        tag('descr', metric.description),
      ];
    },
    '</metric>',
  );
}

function regionLines(region: CubeRegion, id: number): string[] {
  return [
    `<region id="${id}" mod="${escapeXml(region.file)}" begin="${region.beginLine}" end="${region.endLine}">`,
    tag('name', region.name),
    tag('mangled_name', region.mangledName),
    tag('paradigm', region.paradigm),
    tag('role', region.role),
    tag('url', ''),
    tag('descr', region.description),
    '</region>',
  ];
}

/** Call paths can be as deep as recursion goes; their order in the tree is already that of the file. */
function* cnodeLines(tree: CubeCallTree): Generator<string> {
  const open: number[] = [];
  for (let node = 0; node < tree.size; node++) {
    while (open.length > 0 && open.at(-1) !== tree.parent[node]) {
      open.pop();
      yield '</cnode>';
    }
    const line = elementAt(tree.line, node) < 0 ? '' : ` line="${tree.line[node]}"`;
    const file = tree.file[node] === '' ? '' : ` mod="${escapeXml(elementAt(tree.file, node))}"`;
    yield `<cnode id="${tree.id[node]}"${line}${file} calleeId="${tree.region[node]}">`;
    for (const { key, value } of tree.parameters.get(node) ?? []) {
      const type = typeof value === 'number' ? 'numeric' : 'string';
      yield `<parameter partype="${type}" parkey="${escapeXml(key)}" parvalue="${escapeXml(String(value))}"/>`;
    }
    open.push(node);
  }
  yield* open.map(() => '</cnode>');
}

/**
 * The groups of a node are in the order of their first location, so that readers that count columns get the right ones.
 */
function nameRankAndType({ name, rank, type }: CubeAnchor['groups' | 'locations'][number]): string[] {
  return [tag('name', name), tag('rank', rank), tag('type', type)];
}

function systemLines({ systemTree, groups, locations }: CubeAnchor): Iterable<string> {
  const locationsOf = childrenOf(locations.map(({ group }) => group));
  const groupsOf = childrenOf(groups.map(({ node }) => node));
  const first = groups.map((_, group) => locationsOf.get(group)?.[0] ?? locations.length);
  for (const list of groupsOf.values()) list.sort((a, b) => elementAt(first, a) - elementAt(first, b));
  const groupLines = (index: number): string[] => [
    `<locationgroup Id="${index}">`,
    ...nameRankAndType(elementAt(groups, index)),
    ...(locationsOf.get(index) ?? []).flatMap((location) => [
      `<location Id="${location}">`,
      ...nameRankAndType(elementAt(locations, location)),
      '</location>',
    ]),
    '</locationgroup>',
  ];
  return nested(
    systemTree.map(({ parent }) => parent),
    (node) => [
      `<systemtreenode Id="${node}">`,
      tag('name', elementAt(systemTree, node).name),
      tag('class', elementAt(systemTree, node).className),
      ...(groupsOf.get(node) ?? []).flatMap(groupLines),
    ],
    '</systemtreenode>',
  );
}
