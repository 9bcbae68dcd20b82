import { absent } from '../../../base/elements.js';
import type { NodeColumn } from '../intervals/nodeColumn.js';

/** Sums of seconds by call-tree node, reset at the cost of what was added. */
export class NodeSums {
  readonly seconds: Float64Array;
  /** The nodes that were added to, in the order in which they came: the first `count` entries. */
  readonly nodes: Int32Array;
  count = 0;
  private readonly present: Uint8Array;

  constructor(size: number) {
    this.seconds = new Float64Array(size);
    this.nodes = new Int32Array(size);
    this.present = new Uint8Array(size);
  }

  add(node: number, seconds: number): void {
    if (this.present[node] === 0) {
      this.present[node] = 1;
      this.nodes[this.count++] = node;
    }
    this.seconds[node] = (this.seconds[node] ?? absent(node)) + seconds;
  }

  /** Adds the entries `from` up to `to`, which is not contained. */
  addAll(node: NodeColumn, seconds: Float64Array, from: number, to: number): void {
    const { present, nodes, seconds: sums } = this;
    let { count } = this;
    for (let entry = from; entry < to; entry++) {
      const at = node[entry] ?? absent(entry);
      if (present[at] === 0) {
        present[at] = 1;
        nodes[count++] = at;
      }
      sums[at] = (sums[at] ?? absent(at)) + (seconds[entry] ?? absent(entry));
    }
    this.count = count;
  }

  clear(): void {
    const { nodes, present, seconds } = this;
    for (let i = 0; i < this.count; i++) {
      const node = nodes[i] ?? absent(i);
      present[node] = 0;
      seconds[node] = 0;
    }
    this.count = 0;
  }
}
