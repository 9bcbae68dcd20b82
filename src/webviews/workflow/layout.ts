/** Layout of the steps of a workflow. Independent of the browser. */
import { Graph, layout as dagreLayout } from '@dagrejs/dagre';
import type { GraphStep } from '../../protocol/graph.js';

export interface Box {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Node extends Box {
  readonly step: GraphStep;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** `order`: the one begins when the other is done. `again`: a loop's way back. `uses`: the one uses what the other gave. */
  readonly kind: 'order' | 'again' | 'uses';
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Layout {
  readonly nodes: readonly Node[];
  /** Around groups and what is in them. */
  readonly boxes: readonly Box[];
  readonly edges: readonly Edge[];
  readonly width: number;
  readonly height: number;
}

const size = { width: 216, height: 54 };
const space = { nodesep: 28, ranksep: 30, marginx: 14, marginy: 14 };
/** Around what is in a group. */
const padding = 10;

/** Every step with those inside it, in the order of the file. */
export function allSteps(steps: readonly GraphStep[]): GraphStep[] {
  return steps.flatMap((step) => [step, ...allSteps(step.steps)]);
}

/** Lays a workflow out from top to bottom. A group is a separate node with its steps below it. */
export function layoutOf(steps: readonly GraphStep[]): Layout {
  const all = allSteps(steps);
  const order = orderEdges(steps);
  const graph = new Graph<object, { width?: number; height?: number; x?: number; y?: number }>({ compound: true });
  graph.setGraph({ rankdir: 'TB', ...space });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const step of all) graph.setNode(step.key, { ...size });
  for (const group of all.filter(({ steps: inside }) => inside.length > 0)) {
    graph.setNode(boxKey(group.key), {});
    graph.setParent(group.key, boxKey(group.key));
  }
  for (const group of all)
    for (const child of group.steps)
      graph.setParent(child.steps.length > 0 ? boxKey(child.key) : child.key, boxKey(group.key));
  for (const { from, to } of order) graph.setEdge(from, to);
  dagreLayout(graph);
  const nodes = all.map((step) => ({ step, ...boxOf(step.key, graph.node(step.key)) }));
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const boxes = all.filter(({ steps: inside }) => inside.length > 0).map((group) => around(group, byKey));
  const drawn = order.map(({ from, to }) => ({ from, to, kind: 'order' as const, points: straight(byKey, from, to) }));
  const beside = [...againEdges(all), ...usesEdges(steps, order)].map((edge, index) => ({
    ...edge,
    points: bulge(byKey, edge.from, edge.to, index),
  }));
  const right = [...nodes, ...boxes]
    .map(({ x, width }) => x + width)
    .concat(beside.flatMap(({ points }) => points.map(({ x }) => x)));
  return {
    nodes,
    boxes,
    edges: [...drawn, ...beside],
    width: Math.max(0, ...right) + space.marginx,
    height: Math.max(0, ...[...nodes, ...boxes].map(({ y, height }) => y + height)) + space.marginy,
  };
}

const boxKey = (key: string) => `box ${key}`;

function boxOf(key: string, { x, y }: { readonly x?: number; readonly y?: number }): Box {
  return { key, x: (x ?? 0) - size.width / 2, y: (y ?? 0) - size.height / 2, ...size };
}

/** The rectangle around a group's node and all that is in it. */
function around(group: GraphStep, nodes: ReadonlyMap<string, Node>): Box {
  const inside = allSteps([group]).flatMap((step) => nodes.get(step.key) ?? []);
  const depth = depthOf(group);
  const room = padding * depth * 0.8;
  const x = Math.min(...inside.map((node) => node.x)) - room;
  const y = Math.min(...inside.map((node) => node.y)) - room;
  const right = Math.max(...inside.map((node) => node.x + node.width)) + room;
  const bottom = Math.max(...inside.map((node) => node.y + node.height)) + room;
  return { key: group.key, x, y, width: right - x, height: bottom - y };
}

function depthOf(step: GraphStep): number {
  return step.steps.length === 0 ? 0 : 1 + Math.max(...step.steps.map(depthOf));
}

interface Link {
  readonly from: string;
  readonly to: string;
}

/** Which step begins when which is done. */
export function orderEdges(steps: readonly GraphStep[]): Link[] {
  const edges: Link[] = [];
  sequence(steps, [], edges);
  return edges;
}

/** @returns the steps after which the list is done */
function sequence(steps: readonly GraphStep[], entries: readonly string[], edges: Link[]): readonly string[] {
  let before = entries;
  for (const step of steps) {
    for (const from of before) edges.push({ from, to: step.key });
    before = exits(step, edges);
  }
  return before;
}

function exits(step: GraphStep, edges: Link[]): readonly string[] {
  if (step.steps.length === 0) return [step.key];
  if (!step.beside) return sequence(step.steps, [step.key], edges);
  return step.steps.flatMap((child) => {
    edges.push({ from: step.key, to: child.key });
    return exits(child, edges);
  });
}

/** From the last step of a loop to its first. */
function againEdges(all: readonly GraphStep[]): (Link & { kind: 'again' })[] {
  return all.flatMap((step) => {
    const last = step.steps.at(-1);
    return step.repeats && last !== undefined ? [{ from: last.key, to: step.key, kind: 'again' }] : [];
  });
}

/** Which step uses what which gave, where the order does not show it already. */
export function usesEdges(steps: readonly GraphStep[], order: readonly Link[]): (Link & { kind: 'uses' })[] {
  const all = allSteps(steps);
  const shown = new Set(order.map(({ from, to }) => `${from}\n${to}`));
  return all.flatMap((step, index) => {
    const ids = new Set(
      step.fields.flatMap(({ type, value }) =>
        type === 'step' && value !== '' ? [value] : [...value.matchAll(/\bsteps\.([\w-]+)/g)].map((match) => match[1]),
      ),
    );
    return [...ids].flatMap((id) => {
      const used = all.slice(0, index).findLast((other) => other.id === id);
      if (used === undefined || shown.has(`${used.key}\n${step.key}`)) return [];
      return [{ from: used.key, to: step.key, kind: 'uses' as const }];
    });
  });
}

function straight(nodes: ReadonlyMap<string, Node>, from: string, to: string): Edge['points'] {
  const [a, b] = [nodes.get(from), nodes.get(to)];
  if (a === undefined || b === undefined) return [];
  return [
    { x: a.x + a.width / 2, y: a.y + a.height },
    { x: b.x + b.width / 2, y: b.y },
  ];
}

/** Around the right side, each a little further out, so that they do not lie on one another. */
function bulge(nodes: ReadonlyMap<string, Node>, from: string, to: string, index: number): Edge['points'] {
  const [a, b] = [nodes.get(from), nodes.get(to)];
  if (a === undefined || b === undefined) return [];
  const [start, end] = [
    { x: a.x + a.width, y: a.y + a.height / 2 },
    { x: b.x + b.width, y: b.y + b.height / 2 },
  ];
  const x = Math.max(start.x, end.x) + 24 + (index % 5) * 9;
  return [start, { x, y: start.y }, { x, y: end.y }, end];
}

/** Which step the arrow keys lead to; the same one where there is none. */
export function neighbor(layout: Layout, key: string, direction: 'up' | 'down' | 'left' | 'right'): string {
  const at = layout.nodes.find((node) => node.key === key);
  if (at === undefined) return layout.nodes.at(0)?.key ?? '';
  const order = layout.edges.filter(({ kind }) => kind === 'order');
  if (direction === 'down') return order.find(({ from }) => from === key)?.to ?? key;
  if (direction === 'up') return order.find(({ to }) => to === key)?.from ?? key;
  const sign = direction === 'left' ? -1 : 1;
  const beside = layout.nodes
    .filter((node) => Math.abs(node.y - at.y) < size.height && sign * (node.x - at.x) > 0)
    .sort((a, b) => sign * (a.x - b.x));
  return beside.at(0)?.key ?? key;
}
