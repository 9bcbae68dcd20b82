import { elementAt } from '../../../base/elements.js';
import { enlargeFloat64, enlargeInt32, enlargeUint32 } from '../tables/enlarge.js';

/** There may be hundreds of thousands of these, of locations that do little: they begin small and double. */
const INITIAL = 16;

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
  // They grow with the first region, as in PairSums.
  node: Int32Array = new Int32Array(0);
  region: Uint32Array = new Uint32Array(0);
  enter: Float64Array = new Float64Array(0);
  /** Row of the record kept of the region (an MPI operation or an OpenMP barrier), or -1. */
  operation: Int32Array = new Int32Array(0);

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
        node: elementAt(this.node, at),
        region: elementAt(this.region, at),
        enter: elementAt(this.enter, at),
        operation: elementAt(this.operation, at),
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
    const capacity = Math.max(INITIAL, this.node.length * 2);
    this.node = enlargeInt32(this.node, capacity);
    this.region = enlargeUint32(this.region, capacity);
    this.enter = enlargeFloat64(this.enter, capacity);
    this.operation = enlargeInt32(this.operation, capacity);
  }
}
