import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import { barrierOf, type Intervals } from './intervals.js';

/** Intervals are summed up in blocks of so many, so that long stretches need not be gone through one by one. */
const BLOCK = 64;

/** Sums of seconds by call-tree node, reset at the cost of what was added. */
export class NodeSums {
  readonly seconds: Float64Array;
  /** The nodes that were added to, in the order in which they came. */
  readonly nodes: number[] = [];
  private readonly present: Uint8Array;

  constructor(size: number) {
    this.seconds = new Float64Array(size);
    this.present = new Uint8Array(size);
  }

  add(node: number, seconds: number): void {
    if (this.present[node] === 0) {
      this.present[node] = 1;
      this.nodes.push(node);
    }
    this.seconds[node] += seconds;
  }

  clear(): void {
    for (const node of this.nodes) {
      this.present[node] = 0;
      this.seconds[node] = 0;
    }
    this.nodes.length = 0;
  }
}

interface Blocks {
  readonly start: Int32Array;
  readonly node: Int32Array;
  readonly seconds: Float64Array;
}

/** The intervals of one location, without the time it waited. */
export class Timeline {
  private blocks: Blocks | undefined;

  constructor(readonly intervals: Intervals) {}

  /** Takes waiting out of the interval that begins with the waiting operation. */
  remove(mark: number, node: number, seconds: number): void {
    const { start, node: nodes, seconds: values } = this.intervals;
    for (let entry = start[mark]; entry < start[mark + 1]; entry++) {
      if (nodes[entry] !== node) continue;
      values[entry] = Math.max(0, values[entry] - seconds);
      return;
    }
  }

  /** Adds the time of the intervals from mark `from` up to mark `to` by node. */
  sum(from: number, to: number, sums: NodeSums): void {
    const firstBlock = Math.ceil(from / BLOCK);
    const lastBlock = Math.floor(to / BLOCK);
    if (lastBlock - firstBlock < 2) {
      this.addIntervals(from, to, sums);
      return;
    }
    this.blocks ??= this.sumBlocks(sums.seconds.length);
    this.addIntervals(from, firstBlock * BLOCK, sums);
    const { start, node, seconds } = this.blocks;
    for (let i = start[firstBlock]; i < start[lastBlock]; i++) sums.add(node[i], seconds[i]);
    this.addIntervals(lastBlock * BLOCK, to, sums);
  }

  private addIntervals(from: number, to: number, sums: NodeSums): void {
    const { start, node, seconds } = this.intervals;
    for (let entry = start[from]; entry < start[to]; entry++) sums.add(node[entry], seconds[entry]);
  }

  private sumBlocks(nodes: number): Blocks {
    const count = Math.floor(this.intervals.count / BLOCK);
    const sums = new NodeSums(nodes);
    const start = new Int32Array(count + 1);
    const node: number[] = [];
    const seconds: number[] = [];
    for (let block = 0; block < count; block++) {
      this.addIntervals(block * BLOCK, (block + 1) * BLOCK, sums);
      for (const present of sums.nodes) {
        node.push(present);
        seconds.push(sums.seconds[present]);
      }
      sums.clear();
      start[block + 1] = node.length;
    }
    return { start, node: Int32Array.from(node), seconds: Float64Array.from(seconds) };
  }
}

/** All locations' timelines, and where each operation stands on its own. */
export class Timelines {
  /** Mark of each row of `operations` on its location's timeline; 0 where it has none. */
  readonly markOf: Int32Array;
  /** The same for rows of the OpenMP barriers. */
  readonly barrierMarkOf: Int32Array;
  private readonly byLocation = new Map<number, Timeline>();

  constructor(
    readonly records: CommunicationRecords,
    readonly threads: ThreadRecords,
    intervals: ReadonlyMap<number, Intervals>,
  ) {
    this.markOf = new Int32Array(records.operations.length);
    this.barrierMarkOf = new Int32Array(threads.barriers.length);
    for (const [location, ofLocation] of intervals) {
      this.byLocation.set(location, new Timeline(ofLocation));
      for (let mark = 0; mark < ofLocation.count; mark++) this.place(ofLocation.row[mark], mark);
    }
  }

  of(location: number): Timeline | undefined {
    return this.byLocation.get(location);
  }

  private place(row: number, mark: number): void {
    const barrier = barrierOf(row);
    if (barrier !== undefined) this.barrierMarkOf[barrier] = mark;
    else if (row >= 0) this.markOf[row] = mark;
  }
}
