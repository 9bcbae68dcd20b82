/**
 * Regions of a component in one of timemory's two forms: trees of nodes with children (`wall.tree.json`), and lists in
 * which the depth gives the callers (`wall.json`). Source: timemory's source/timemory/storage/node.hpp.
 */
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../stacks/json.js';

/** A region with its inclusive values; callers come before those that they call. */
export interface TimemoryRow {
  readonly rank: number;
  /** Number of the first thread that the values are of. */
  readonly thread: number;
  /** Whether values are sums of several threads. */
  readonly isSummed: boolean;
  readonly name: string;
  /** Callers of the region. */
  readonly depth: number;
  readonly calls: number;
  /** In the unit of the component; undefined if it has several values, or none. */
  readonly value: number | undefined;
}

/** `|2>>> |_name`: the thread, and marks of the depth. */
const PREFIX = /^(?:\|(\d{1,9}))?\s*>>>\s?/;
const MARKS = /^(?:[\s|]*\|_)/;

/** All rows of a component. */
export function* rowsOf(component: Fields): Generator<TimemoryRow> {
  // Versions call the lists of ranks by the library that distinguishes them.
  for (const key of ['graph', 'mpi', 'upc', 'upcxx'])
    yield* key === 'graph' ? graphOf(component.graph, 0) : ranksOf(component[key]);
  for (const item of listOf(component.ranks)) {
    const { rank, graph } = fieldsOf(item);
    yield* graphOf(graph, numberOf(rank) ?? 0);
  }
}

function* ranksOf(ranks: unknown): Generator<TimemoryRow> {
  let rank = 0;
  for (const graph of listOf(ranks)) yield* graphOf(Array.isArray(graph) ? graph : [graph], rank++);
}

function* graphOf(graph: unknown, rank: number): Generator<TimemoryRow> {
  for (const item of listOf(graph)) {
    // Graphs of several threads are lists in a list.
    for (const one of Array.isArray(item) ? item : [item]) {
      const fields = fieldsOf(one);
      if ('node' in fields) yield* treeOf(fields, rank);
      else yield listed(fields, rank);
    }
  }
}

function listed(fields: Fields, rank: number): TimemoryRow {
  const text = textOf(fields.prefix);
  const [prefix = '', thread] = PREFIX.exec(text) ?? [];
  return {
    rank,
    thread: numberOf(fields.tid) ?? Number(thread ?? 0),
    isSummed: false,
    name: text.slice(prefix.length).replace(MARKS, ''),
    depth: Math.max(0, numberOf(fields.depth) ?? 0),
    ...valuesOf(fields.entry),
  };
}

function* treeOf(root: Fields, rank: number): Generator<TimemoryRow> {
  const open: { readonly fields: Fields; readonly depth: number }[] = [{ fields: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { fields, depth } = next;
    const node = fieldsOf(fields.node);
    // The root, and nodes that synchronize threads, are no regions.
    const isRegion = numberOf(node.hash) !== 0 && node.is_dummy !== true;
    if (isRegion) {
      const threads = listOf(node.tid).map((thread) => numberOf(thread) ?? 0);
      yield {
        rank,
        thread: threads[0] ?? 0,
        isSummed: threads.length > 1,
        name: textOf(node.prefix),
        depth,
        ...valuesOf(fieldsOf(node.inclusive).entry),
      };
    }
    for (const child of listOf(fields.children).toReversed())
      open.push({ fields: fieldsOf(child), depth: depth + (isRegion ? 1 : 0) });
  }
}

function valuesOf(entry: unknown): Pick<TimemoryRow, 'calls' | 'value'> {
  const { laps, repr_data: value } = fieldsOf(entry);
  return { calls: Math.max(0, numberOf(laps) ?? 0), value: numberOf(value) };
}
