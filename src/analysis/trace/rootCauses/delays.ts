import { absent } from '../../../base/elements.js';
import { markAt } from '../intervals/marks.js';
import { NodeSums } from './nodeSums.js';
import type { Start, StretchStarts } from './stretchStarts.js';
import type { Timelines } from './timelines.js';
import type { WaitIndex } from './waitIndex.js';
import type { WaitStateRows } from '../waits/waitStates.js';

/**
 * Activities of the waiting and the delaying location between their previous synchronization and a wait state. Excess
 * time of the delaying one, call path by call path, is a delay; its own waiting is waiting that caused this one. It
 * depends on no other wait state's causes.
 */
export class Delays {
  /** The first `count` nodes with a delay, and the seconds of each. */
  count = 0;
  readonly nodes: Int32Array;
  readonly seconds: Float64Array;
  /** Sum of the delays. */
  delayed = 0;
  /** The delaying location. */
  location = 0;
  /** Its wait states in the stretch, as positions; `to` is not contained. `from - 1` may reach into the stretch. */
  from = 0;
  to = 0;
  /** Seconds it waited, and how many of them at `from - 1`. */
  waited = 0;
  reaching = 0;
  /** Call paths of the stretch on either location, whichever has more. */
  callPaths = 0;
  private readonly delaying: NodeSums;
  private readonly waiting: NodeSums;

  constructor(
    private readonly states: WaitStateRows,
    private readonly timelines: Timelines,
    private readonly index: WaitIndex,
    private readonly starts: StretchStarts,
    nodes: number,
  ) {
    this.nodes = new Int32Array(nodes);
    this.seconds = new Float64Array(nodes);
    this.delaying = new NodeSums(nodes);
    this.waiting = new NodeSums(nodes);
  }

  /** @param row place of the wait state in order of time */
  find(state: number, row: number): void {
    const { starts, timelines, index } = this;
    const { waiter, delayer } = this.states.table.columns;
    const late = delayer[state] ?? absent(state);
    starts.find(state, row);
    this.sum(this.waiting, waiter[state] ?? absent(state), starts.waiting);
    this.sum(this.delaying, late, starts.delaying);
    this.callPaths = Math.max(this.waiting.count, this.delaying.count);
    this.compare();
    const start = starts.delaying;
    const location = timelines.locationOf(late);
    this.location = location;
    this.from = index.from(location, start.index + 1);
    this.to = index.from(location, timelines.indexOf(late));
    this.reaching = index.isAt(this.from - 1, location, start.index) ? start.reaching : 0;
    this.waited = index.waited(this.from, this.to) + this.reaching;
    this.waiting.clear();
    this.delaying.clear();
  }

  /** Time by node of one side, from its synchronization to the mark. */
  private sum(sums: NodeSums, mark: number, { index, passed }: Start): void {
    const timeline = this.timelines.of(this.timelines.locationOf(mark));
    if (timeline === undefined) return;
    timeline.sum(index, this.timelines.indexOf(mark), sums);
    if (passed > 0) sums.add(this.timelines.nodeOf(markAt(timeline.intervals.marks, index)), -passed);
  }

  /** Computes the excess time of the delaying side over the waiting one, by node. */
  private compare(): void {
    const { nodes, count, seconds } = this.delaying;
    const other = this.waiting.seconds;
    let sum = 0;
    let found = 0;
    for (let i = 0; i < count; i++) {
      const node = nodes[i] ?? absent(i);
      const delay = (seconds[node] ?? absent(node)) - Math.max(0, other[node] ?? absent(node));
      if (!(delay > 0)) continue;
      this.nodes[found] = node;
      this.seconds[found++] = delay;
      sum += delay;
    }
    this.count = found;
    this.delayed = sum;
  }
}
