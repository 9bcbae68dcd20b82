import { absent, elementAt } from '../../base/elements.js';
import type { Contours } from './contours.js';
import type { Crossings } from './crossings.js';
import { SCALES_PER_OCTAVE, type ScaleSpace } from './scaleSpace.js';

/** Represent the ends of the series, where its smoothed copies have no slope. */
const LEFT = -1;
const RIGHT = -2;

/**
 * Intervals between contours that are neighbors, over the scales on which they are (Witkin 1983): columns by node, those
 * of the coarsest scale first; the children of a node follow each other, from left to right.
 */
export interface IntervalTree {
  readonly size: number;
  /** Contours at its ends, shared with adjacent and inner nodes. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Positions of the contours on the finest scale; −½ and N − ½ at the ends of the series. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Indices of the coarsest and the finest scale of its life. */
  readonly high: Int32Array;
  readonly low: Int32Array;
  /** −1 at the top. */
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly children: Int32Array;
  /** The largest change of slope over it on any of its scales, in deviations of what noise would make of it. */
  readonly significance: Float64Array;
}

/** Returns the number of octaves over which a node exists. */
export function stability({ high, low }: IntervalTree, node: number): number {
  return (elementAt(high, node) - elementAt(low, node) + 1) / SCALES_PER_OCTAVE;
}

/** Builds the trees of one series after the other; a tree is valid until the next is built. */
export class TreeBuilder {
  private tree = emptyTree(0);
  /** By interval of the scale before, and of the current one: its node. */
  private nodes = new Int32Array(0);
  private finer = new Int32Array(0);

  constructor(private readonly space: ScaleSpace) {}

  /** @param noise standard deviation of the series' noise; 0 makes any change infinitely significant */
  build({ start, slope }: Crossings, { id, next, count, place }: Contours, noise: number): IntervalTree {
    const { scales } = this.space;
    // A node begins at the top or where contours do, of which each two cut an interval into three.
    this.makeRoom(2 * count + 2);
    const { left, right, high, low, parent, firstChild, children, significance } = this.tree;
    let size = 0;
    let before = 0;
    for (let k = scales.length - 1; k >= 0; k--) {
      const row = start[k] ?? absent(k);
      const end = start[k + 1] ?? absent(k);
      const { nodes, finer } = this;
      // At the top all intervals are parts of one that is no node.
      for (let i = 0, from = 0; i <= before; i++) {
        const to = i === before ? end - row : (next[end + i] ?? absent(i));
        const node = k === scales.length - 1 ? -1 : (nodes[i] ?? absent(i));
        if (from === to && node >= 0) finer[from] = node;
        else {
          if (node >= 0) {
            low[node] = k + 1;
            firstChild[node] = size;
            children[node] = to - from + 1;
          }
          for (let at = from; at <= to; at++) {
            left[size] = at === 0 ? LEFT : (id[row + at - 1] ?? absent(at));
            right[size] = row + at === end ? RIGHT : (id[row + at] ?? absent(at));
            high[size] = k;
            low[size] = 0;
            parent[size] = node;
            firstChild[size] = 0;
            children[size] = 0;
            significance[size] = 0;
            finer[at] = size++;
          }
        }
        from = to + 1;
      }
      before = end - row;
      const deviation = noise * elementAt(scales, k).slopeNoise;
      const isNoisy = deviation > 0;
      for (let i = 0, earlier = 0; i <= before; i++) {
        const here = i === before ? 0 : (slope[row + i] ?? absent(i));
        const change = Math.abs(here - earlier);
        earlier = here;
        const own = isNoisy ? change / deviation : change > 0 ? Infinity : 0;
        const node = finer[i] ?? absent(i);
        if (own > (significance[node] ?? absent(node))) significance[node] = own;
      }
      [this.nodes, this.finer] = [finer, nodes];
    }
    this.placeEnds(size, place);
    return { ...this.tree, size };
  }

  private placeEnds(size: number, place: Float64Array): void {
    const { left, right, from, to } = this.tree;
    const end = this.space.length - 0.5;
    for (let node = 0; node < size; node++) {
      const [first, last] = [left[node] ?? absent(node), right[node] ?? absent(node)];
      from[node] = first < 0 ? -0.5 : (place[first] ?? absent(first));
      to[node] = last < 0 ? end : (place[last] ?? absent(last));
    }
  }

  private makeRoom(nodes: number): void {
    if (this.nodes.length >= nodes) return;
    this.tree = emptyTree(2 * nodes);
    this.nodes = new Int32Array(2 * nodes);
    this.finer = new Int32Array(2 * nodes);
  }
}

function emptyTree(most: number): Omit<IntervalTree, 'size'> {
  return {
    left: new Int32Array(most),
    right: new Int32Array(most),
    from: new Float64Array(most),
    to: new Float64Array(most),
    high: new Int32Array(most),
    low: new Int32Array(most),
    parent: new Int32Array(most),
    firstChild: new Int32Array(most),
    children: new Int32Array(most),
    significance: new Float64Array(most),
  };
}
