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
