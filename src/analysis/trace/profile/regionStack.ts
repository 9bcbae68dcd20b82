/** The regions a thread is in, outermost first, as columns. */
export class RegionStack {
  /** Index of the innermost region, -1 when there is none. */
  depth = -1;
  node = new Int32Array(64);
  region = new Uint32Array(64);
  enter = new Float64Array(64);
  /** Row of the communication records' operations, or -1. */
  operation = new Int32Array(64);

  push(node: number, region: number, time: number): void {
    const depth = ++this.depth;
    if (depth === this.node.length) this.grow();
    this.node[depth] = node;
    this.region[depth] = region;
    this.enter[depth] = time;
    this.operation[depth] = -1;
  }

  private grow(): void {
    const capacity = this.node.length * 2;
    const node = new Int32Array(capacity);
    node.set(this.node);
    const region = new Uint32Array(capacity);
    region.set(this.region);
    const enter = new Float64Array(capacity);
    enter.set(this.enter);
    const operation = new Int32Array(capacity);
    operation.set(this.operation);
    this.node = node;
    this.region = region;
    this.enter = enter;
    this.operation = operation;
  }
}
