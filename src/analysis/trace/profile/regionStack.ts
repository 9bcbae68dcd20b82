/** One region of a stack that was set aside. */
export interface Frame {
  readonly node: number;
  readonly region: number;
  readonly enter: number;
  readonly operation: number;
}

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

  /** Takes off the regions above `depth`, outermost first. */
  takeAbove(depth: number): Frame[] {
    const frames: Frame[] = [];
    for (let at = depth + 1; at <= this.depth; at++) {
      frames.push({
        node: this.node[at],
        region: this.region[at],
        enter: this.enter[at],
        operation: this.operation[at],
      });
    }
    this.depth = Math.min(this.depth, depth);
    return frames;
  }

  /** Puts a region that was taken off on top. */
  putBack(frame: Frame): void {
    this.push(frame.node, frame.region, frame.enter);
    this.operation[this.depth] = frame.operation;
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
