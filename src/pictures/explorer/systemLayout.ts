/** Layout of locations by the parts of the system that they run on: nodes, processes, threads. */
import { elementAt } from '../../base/elements.js';
import type { PlacesLayout } from './places.js';

/** The numbers of a location's thread in its process, of that on its node, and of the node. */
export type SystemPlace = readonly [thread: number, process: number, node: number];

export interface SystemPlaces {
  /** By location, in the order in which they are drawn. */
  readonly places: readonly SystemPlace[];
  /** Titles of nodes, by their numbers. */
  readonly nodes: readonly string[];
}

/** System parts of locations: any numbers, the same for those of the same process or node. */
export interface SystemOf {
  readonly processOf: (location: number) => number;
  readonly nodeOf: (location: number) => number;
  readonly nodeTitle: (node: number) => string;
}

/** Counts threads, processes and nodes in the order of the locations. */
export function systemPlaces(locations: readonly number[], { processOf, nodeOf, nodeTitle }: SystemOf): SystemPlaces {
  interface Process {
    readonly number: number;
    threads: number;
  }
  const nodes = new Map<number, { readonly number: number; readonly processes: Map<number, Process> }>();
  const places = locations.map((location): SystemPlace => {
    const node = nodes.get(nodeOf(location)) ?? { number: nodes.size, processes: new Map<number, Process>() };
    nodes.set(nodeOf(location), node);
    const { processes } = node;
    const process = processes.get(processOf(location)) ?? { number: processes.size, threads: 0 };
    processes.set(processOf(location), process);
    return [process.threads++, process.number, node.number];
  });
  return { places, nodes: [...nodes.keys()].map(nodeTitle) };
}

/** How locations are folded: threads × processes, nodes × locations, so many in a row, or as is usual for them. */
export type Fold = 'usual' | 'thread' | 'node' | number;

/** @returns undefined for threads where no process has several */
export function mapLayout(system: SystemPlaces, fold: Fold): PlacesLayout | undefined {
  if (fold === 'thread') return threadLayout(system);
  if (fold === 'node') return nodeLayout(system);
  if (fold !== 'usual') return foldedLayout(system.places.length, fold);
  return threadLayout(system) ?? (isRegular(system) ? nodeLayout(system) : foldedLayout(system.places.length));
}

/** Returns a layout with this many in a row; nearly square by default. */
export function foldedLayout(count: number, columns = Math.ceil(Math.sqrt(count))): PlacesLayout {
  const wide = Math.max(1, Math.min(columns, Math.max(1, count)));
  return {
    told: `${wide} in a row`,
    ...{ columns: wide, rows: Math.ceil(count / wide), planes: 1 },
    placeOf: (at) => [at % wide, Math.floor(at / wide), 0],
  };
}

/** Several nodes with as many locations each, more than one. */
function isRegular({ places, nodes }: SystemPlaces): boolean {
  const sizes = sizesOf(places, nodes.length);
  const [first = 0] = sizes;
  return nodes.length > 1 && first > 1 && sizes.every((size) => size === first);
}

function sizesOf(places: readonly SystemPlace[], count: number): number[] {
  const sizes = Array.from({ length: count }, () => 0);
  for (const [, , node] of places) sizes[node] = (sizes[node] ?? 0) + 1;
  return sizes;
}

/** Threads as columns, processes as rows and nodes as planes. */
function threadLayout({ places, nodes }: SystemPlaces): PlacesLayout | undefined {
  const count = (axis: 0 | 1): number => 1 + places.reduce((most, place) => Math.max(most, place[axis]), -1);
  const [columns, rows, planes] = [count(0), count(1), nodes.length];
  if (columns < 2) return undefined;
  return {
    told: planes > 1 ? 'threads of a process in each row, a plane for each node' : 'threads of a process in each row',
    ...{ columns, rows, planes, placeOf: (at: number) => places[at] },
    called: {
      axes: ['Thread', 'Process', ...(planes > 1 ? ['Node'] : [])],
      coordinatesOf: (at) => (places[at] ?? []).slice(0, planes > 1 ? 3 : 2),
      planeTitle: (plane) => nodes[plane] ?? '',
      ...{ missing: '', noun: 'location' },
    },
  };
}

/** Nodes as rows, and their locations as columns. */
function nodeLayout({ places, nodes }: SystemPlaces): PlacesLayout {
  const sizes = nodes.map(() => 0);
  const columnOf = places.map(([, , node]) => {
    const column = elementAt(sizes, node);
    sizes[node] = column + 1;
    return column;
  });
  const cellOf = (at: number): readonly [number, number] => [columnOf[at] ?? 0, places[at]?.[2] ?? 0];
  return {
    told: 'a node in each row',
    ...{ columns: Math.max(1, ...sizes), rows: nodes.length, planes: 1 },
    placeOf: (at) => [...cellOf(at), 0],
    called: {
      axes: ['Location on node', 'Node'],
      coordinatesOf: cellOf,
      planeTitle: () => '',
      ...{ missing: '', noun: 'location' },
      rowTitle: (row) => nodes[row] ?? '',
    },
  };
}
