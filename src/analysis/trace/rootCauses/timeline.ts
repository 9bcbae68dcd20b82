import { absent } from '../../../base/elements.js';
import { enlargeFloat64 } from '../tables/enlarge.js';
import { OWN_MEMORY } from '../tables/memory.js';
import type { Intervals } from '../intervals/intervals.js';
import { barrierOf, markAt, teamOf } from '../intervals/marks.js';
import { emptyNodes, enlargeNodes, type NodeColumn } from '../intervals/nodeColumn.js';
import { NodeSums } from './nodeSums.js';

/** Intervals are summed up in blocks of so many, so that long stretches need not be gone through one by one. */
const BLOCK = 64;

interface Blocks {
  readonly start: Int32Array;
  readonly node: NodeColumn;
  readonly seconds: Float64Array;
}

/** The intervals of one location, without the time it waited. */
export class Timeline {
  private blocks: Blocks | undefined;

  constructor(readonly intervals: Intervals) {}

  /** Takes waiting out of the interval that begins with the waiting operation. Not after `sum` was asked for. */
  remove(index: number, node: number, seconds: number): void {
    const { start, node: nodes, seconds: values } = this.intervals;
    const end = start[index + 1] ?? absent(index + 1);
    for (let entry = start[index] ?? absent(index); entry < end; entry++) {
      if (nodes[entry] !== node) continue;
      values[entry] = Math.max(0, (values[entry] ?? absent(entry)) - seconds);
      return;
    }
  }

  /** Adds the time of the intervals `from` up to `to`, which is not contained, by node. */
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
    sums.addAll(node, seconds, start[firstBlock] ?? absent(firstBlock), start[lastBlock] ?? absent(lastBlock));
    this.addIntervals(lastBlock * BLOCK, to, sums);
  }

  /**
   * Adds the time of the whole location by node. On a worker thread, time after the last barrier of a team is left
   * out: the team has ended there, and what follows is the master's.
   */
  sumAll(isWorker: boolean, sums: NodeSums): void {
    const { count, marks } = this.intervals;
    let from = 0;
    for (let index = 1; isWorker && index < count; index++) {
      const endsTeam = index + 1 === count || teamOf(markAt(marks, index + 1)) !== undefined;
      if (!endsTeam || barrierOf(markAt(marks, index)) === undefined) continue;
      this.sum(from, index, sums);
      from = index + 1;
    }
    this.sum(from, count, sums);
  }

  private addIntervals(from: number, to: number, sums: NodeSums): void {
    const { start, node, seconds } = this.intervals;
    sums.addAll(node, seconds, start[from] ?? absent(from), start[to] ?? absent(to));
  }

  private sumBlocks(nodes: number): Blocks {
    const count = Math.floor(this.intervals.count / BLOCK);
    const sums = new NodeSums(nodes);
    const start = new Int32Array(count + 1);
    let node = emptyNodes(count * 2, nodes - 1);
    let seconds: Float64Array = new Float64Array(count * 2);
    let length = 0;
    for (let block = 0; block < count; block++) {
      this.addIntervals(block * BLOCK, (block + 1) * BLOCK, sums);
      if (length + sums.count > node.length) {
        node = enlargeNodes(node, 2 * (length + sums.count), OWN_MEMORY);
        seconds = enlargeFloat64(seconds, 2 * (length + sums.count));
      }
      for (let i = 0; i < sums.count; i++) {
        const at = sums.nodes[i] ?? absent(i);
        node[length] = at;
        seconds[length++] = sums.seconds[at] ?? absent(at);
      }
      sums.clear();
      start[block + 1] = length;
    }
    return { start, node, seconds };
  }
}
