/** Writing a CUBE 4 file piece by piece, so that it never has to be in memory as a whole. */
import { deflateSync } from 'node:zlib';
import { elementAt } from '../../base/elements.js';
import type { Definitions } from '../../model/definitions.js';
import type { ProcessMemory } from '../../model/findings/memory.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import type { ApartMetric } from '../../model/profile.js';
import type { CubeMetric } from './anchor.js';
import { writeAnchor } from './anchorWriter.js';
import { extremeColumn, withExtremes, writtenExtremes } from './extremeMetrics.js';
import { fromSpace, type CubeContent } from './fromSpace.js';
import { heapColumn, isHeap, withHeapMetric } from './heapMetric.js';
import { BLOCK, tarEnd, tarHeader, tarPadding } from '../../base/tar/header.js';
import { BLOCK_ENTRY, COMPRESSED_MARK, DATA_MARK, INDEX_HEADER, INDEX_MARK, SPARSE } from './valueFiles.js';

export interface CubeOptions {
  /** Who writes the file. */
  readonly creator: string;
  /** Packs values with zlib, which tools built without it cannot read. */
  readonly compress?: boolean;
  /** Peak heap memory of the processes, if known. */
  readonly memory?: readonly ProcessMemory[];
  /**
   * Metrics in addition to those of the space, of which least and greatest values are written; with the same call paths
   * and locations.
   */
  readonly apart?: readonly ApartMetric[];
}

/** A piece holds about so many bytes of values. */
const PIECE = 1 << 20;

/** The bytes of a CUBE file that holds a performance space: every metric with exclusive values along the call tree. */
export function* encodeCube(
  space: PerformanceSpace,
  definitions: Definitions,
  { creator, compress = false, memory = [], apart = [] }: CubeOptions,
): Generator<Uint8Array> {
  const extremes = writtenExtremes(space, apart);
  const metrics = (own: readonly CubeMetric[]): readonly CubeMetric[] => {
    const all = withExtremes(own, extremes);
    return memory.length > 0 ? withHeapMetric(all) : all;
  };
  const content = fromSpace(space, definitions, creator, metrics);
  const columnOf = (metric: CubeMetric): SeverityColumn | undefined => {
    if (memory.length > 0 && isHeap(metric)) return heapColumn(space, content, memory);
    const extreme = extremes.get(metric.name);
    return extreme === undefined ? space.severities.get(metric.name) : extremeColumn(extreme);
  };
  yield* member('anchor.xml', anchorBytes(content));
  // Without a call path there is nothing that a value could belong to.
  if (content.anchor.callTree.size > 0 && space.locationCount > 0) {
    for (const metric of content.anchor.metrics) {
      const column = columnOf(metric);
      const rows = new Rows(column, content, space.locationCount, metric);
      yield* member(`${metric.id}.index`, indexOf(rows));
      if (compress) yield* member(`${metric.id}.data`, packedData(rows));
      else yield* plainData(`${metric.id}.data`, rows);
    }
  }
  yield tarEnd();
}

function anchorBytes({ anchor }: CubeContent): Uint8Array {
  const bytes = Buffer.from(writeAnchor(anchor), 'utf8');
  // CUBE's own reader looks for the next file one block too far behind a file that fills its blocks.
  return bytes.length % BLOCK === 0 ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes;
}

function* member(name: string, bytes: Uint8Array): Generator<Uint8Array> {
  yield tarHeader(name, bytes.length);
  yield bytes;
  yield tarPadding(bytes.length);
}

interface RowOfValues {
  /** Place in the order of the call tree. */
  readonly node: number;
  /** Entries of the column. */
  readonly begin: number;
  readonly end: number;
}

/** The rows of one metric that hold a value, in the order of the anchor's call tree. */
class Rows {
  readonly list: readonly RowOfValues[];
  /** Bytes of a row. */
  readonly width: number;

  constructor(
    private readonly column: SeverityColumn | undefined,
    private readonly content: CubeContent,
    readonly locations: number,
    private readonly metric: CubeMetric,
  ) {
    const list: RowOfValues[] = [];
    const callPath = column?.callPath ?? new Uint32Array(0);
    for (let begin = 0, end = 0; begin < callPath.length; begin = end) {
      while (end < callPath.length && callPath[end] === callPath[begin]) end++;
      list.push({ node: elementAt(content.nodeOf, elementAt(callPath, begin)), begin, end });
    }
    // Readers want one row at least.
    this.list = list.length === 0 ? [{ node: 0, begin: 0, end: 0 }] : list.sort((a, b) => a.node - b.node);
    this.width = locations * 8;
  }

  /** Adds a row to zeros. */
  fill(view: DataView, at: number, { begin, end }: RowOfValues): void {
    if (this.column === undefined) return;
    const { location, value } = this.column;
    const { locationOf } = this.content;
    const whole = this.metric.dataType === 'UINT64';
    for (let i = begin; i < end; i++) {
      const place = at + elementAt(locationOf, elementAt(location, i)) * 8;
      // Phases, of which CUBE knows nothing, add up.
      if (whole) view.setBigUint64(place, view.getBigUint64(place, true) + BigInt(elementAt(value, i)), true);
      else view.setFloat64(place, view.getFloat64(place, true) + elementAt(value, i), true);
    }
  }
}

function indexOf({ list }: Rows): Uint8Array {
  const bytes = new Uint8Array(INDEX_HEADER + 4 + 4 * list.length);
  const view = new DataView(bytes.buffer);
  bytes.set(Buffer.from(INDEX_MARK));
  view.setUint32(INDEX_MARK.length, 1, true);
  view.setUint8(INDEX_HEADER - 1, SPARSE);
  view.setUint32(INDEX_HEADER, list.length, true);
  for (const [i, { node }] of list.entries()) view.setUint32(INDEX_HEADER + 4 + 4 * i, node, true);
  return bytes;
}

function* plainData(name: string, rows: Rows): Generator<Uint8Array> {
  const size = DATA_MARK.length + rows.list.length * rows.width;
  yield tarHeader(name, size);
  yield Buffer.from(DATA_MARK);
  const together = Math.max(1, Math.floor(PIECE / rows.width));
  for (let first = 0; first < rows.list.length; first += together) {
    const some = rows.list.slice(first, first + together);
    const bytes = new Uint8Array(some.length * rows.width);
    const view = new DataView(bytes.buffer);
    for (const [i, row] of some.entries()) rows.fill(view, i * rows.width, row);
    yield bytes;
  }
  yield tarPadding(size);
}

/** Returns each row compressed separately, after a list of their numbers, positions and lengths. */
function packedData(rows: Rows): Uint8Array {
  const { list, width } = rows;
  const head = new Uint8Array(COMPRESSED_MARK.length + 8 + BLOCK_ENTRY * list.length);
  const view = new DataView(head.buffer);
  head.set(Buffer.from(COMPRESSED_MARK));
  view.setBigUint64(COMPRESSED_MARK.length, BigInt(list.length), true);
  const blocks: Uint8Array[] = [head];
  let start = 0;
  for (const [i, row] of list.entries()) {
    const plain = new Uint8Array(width);
    rows.fill(new DataView(plain.buffer), 0, row);
    const block = deflateSync(plain);
    const entry = COMPRESSED_MARK.length + 8 + BLOCK_ENTRY * i;
    view.setBigUint64(entry, BigInt(i * width), true);
    view.setBigUint64(entry + 8, BigInt(start), true);
    view.setBigUint64(entry + 16, BigInt(block.length), true);
    start += block.length;
    blocks.push(block);
  }
  const size = head.length + start;
  // As for the anchor: no file may fill its blocks.
  return Buffer.concat(size % BLOCK === 0 ? [...blocks, new Uint8Array(1)] : blocks);
}
