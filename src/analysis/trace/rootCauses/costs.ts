import type { MetricName } from '../metrics.js';
import type { Severities } from '../severities.js';
import { MaximumOf } from './maximumOf.js';
import { Spread } from './spread.js';
import type { Starts } from './synchronizations.js';
import { NodeSums, type Timelines } from './timelines.js';
import type { WaitIndex } from './waitIndex.js';
import { costMetrics, Kind, KINDS, type WaitStates } from './waitStates.js';

/** The delaying location's stretch of time before a wait state. */
interface Stretch {
  readonly location: number;
  /** Its wait states, as positions; `to` is not contained. `from - 1` may reach into the stretch. */
  readonly from: number;
  readonly to: number;
  /** Seconds the location waited, and how many of them at `from - 1`. */
  readonly waited: number;
  readonly reaching: number;
  /** Sum of the delays. */
  readonly delayed: number;
}

/**
 * Attributes waiting to its causes (Böhme et al. 2010): between two synchronisations of a waiting and a delaying
 * location, what the delaying one did longer, call path by call path, is a delay `d`, and what it waited itself is a
 * wait `w` that spreads. Of a wait state of length W, `W d / (Σd + Σw)` is due to each delay, but not more than `d`
 * (messages only: a collective operation's waiting is attributed in full). Wait states are visited backwards in time,
 * so that what spreads from a wait is complete before it is handed on.
 */
export class Costs {
  private readonly delaying: NodeSums;
  private readonly waiting: NodeSums;
  private readonly spread: Spread;
  private readonly shares: MaximumOf;
  /** Costs that spread from the wait state being visited, by kind. */
  private readonly longTerm = new Float64Array(KINDS);

  constructor(
    private readonly states: WaitStates,
    private readonly timelines: Timelines,
    private readonly index: WaitIndex,
    private readonly severities: Severities,
    nodes: number,
  ) {
    this.delaying = new NodeSums(nodes);
    this.waiting = new NodeSums(nodes);
    this.spread = new Spread(index.firstOf, KINDS);
    this.shares = new MaximumOf(index.firstOf.length - 1);
  }

  /** Attributes one wait state, whose stretch of time begins at `starts`. */
  visit(state: number, starts: Starts): void {
    const { seconds, kind, waiter, delayer, instance } = this.states.table.columns;
    const { location } = this.timelines.records.operations.columns;
    const position = this.index.positionOf[state];
    this.spread.read(location[waiter[state]], position, this.longTerm);
    for (let i = 0; i < KINDS; i++) this.longTerm[i] *= seconds[state];
    this.sum(this.waiting, waiter[state], starts, 0);
    this.sum(this.delaying, delayer[state], starts, 1);
    const stretch = this.stretch(delayer[state], starts);
    const whole = stretch.delayed + stretch.waited;
    const share = whole > 0 ? seconds[state] / whole : 0;
    const own = instance[state] < 0 ? Math.min(1, share) : share;
    this.bookDelays(stretch.location, kind[state], own, whole);
    this.handOn(stretch, kind[state], own, whole);
    if (instance[state] < 0) this.bookMessage(state, position, stretch, own);
    this.waiting.clear();
    this.delaying.clear();
  }

  /** Time by node of one side, from its synchronisation to the operation. */
  private sum(sums: NodeSums, row: number, { marks, passed }: Starts, side: 0 | 1): void {
    const { location, node } = this.timelines.records.operations.columns;
    const timeline = this.timelines.of(location[row]);
    timeline?.sum(marks[side], this.timelines.markOf[row], sums);
    const first = timeline?.intervals.row[marks[side]] ?? -1;
    if (first >= 0) sums.add(node[first], -passed[side]);
  }

  private stretch(delayer: number, { marks, reaching }: Starts): Stretch {
    const location = this.timelines.records.operations.columns.location[delayer];
    const from = this.index.from(location, marks[1] + 1);
    const to = this.index.from(location, this.timelines.markOf[delayer]);
    let delayed = 0;
    for (const node of this.delaying.nodes) delayed += this.delayAt(node);
    const reached = this.index.isAt(from - 1, location, marks[1]) ? reaching[1] : 0;
    return { location, from, to, waited: this.index.waited(from, to) + reached, reaching: reached, delayed };
  }

  private delayAt(node: number): number {
    return Math.max(0, this.delaying.seconds[node] - Math.max(0, this.waiting.seconds[node]));
  }

  /** Short-term costs at the delays, and what spread from the wait state to here as long-term costs. */
  private bookDelays(location: number, kind: number, own: number, whole: number): void {
    for (const node of this.delaying.nodes) {
      const delay = this.delayAt(node);
      if (delay === 0) continue;
      this.book(costMetrics[kind][0], node, location, delay * own);
      for (let i = 0; i < KINDS; i++) {
        if (this.longTerm[i] > 0) this.book(costMetrics[i][1], node, location, (delay / whole) * this.longTerm[i]);
      }
    }
  }

  /** What is due to the delaying location's own waiting spreads from there. */
  private handOn({ location, from, to, reaching }: Stretch, kind: number, own: number, whole: number): void {
    if (whole === 0) return;
    for (let i = 0; i < KINDS; i++) {
      const amount = this.longTerm[i] / whole + (i === kind ? own : 0);
      this.spread.add(location, i, from, to, amount);
      if (reaching > 0) this.spread.add(location, i, from - 1, from, amount * this.index.part(from - 1, reaching));
    }
  }

  /** Direct and indirect, propagating and terminal parts of waiting for a message. */
  private bookMessage(state: number, position: number, stretch: Stretch, own: number): void {
    const { seconds, waiter, kind } = this.states.table.columns;
    const { location, node } = this.timelines.records.operations.columns;
    const row = waiter[state];
    const parts = kind[state] === Kind.LateSender ? lateSenderParts : lateReceiverParts;
    const indirect = stretch.waited * own;
    const propagating = seconds[state] * Math.min(1, this.shares.at(location[row], position));
    this.book(parts.indirect, node[row], location[row], indirect);
    this.book(parts.direct, node[row], location[row], seconds[state] - indirect);
    this.book(parts.propagating, node[row], location[row], propagating);
    this.book(parts.terminal, node[row], location[row], seconds[state] - propagating);
    if (stretch.waited > 0)
      this.shares.add(stretch.location, stretch.reaching > 0 ? stretch.from - 1 : stretch.from, own);
  }

  private book(metric: MetricName, node: number, location: number, seconds: number): void {
    if (seconds > 0) this.severities.of(metric).add(node, location, seconds);
  }
}

interface Parts {
  readonly direct: MetricName;
  readonly indirect: MetricName;
  readonly propagating: MetricName;
  readonly terminal: MetricName;
}

const lateSenderParts: Parts = {
  direct: 'mpi_wait_direct_latesender',
  indirect: 'mpi_wait_indirect_latesender',
  propagating: 'mpi_wait_propagating_ls',
  terminal: 'mpi_wait_terminal_ls',
};
const lateReceiverParts: Parts = {
  direct: 'mpi_wait_direct_latereceiver',
  indirect: 'mpi_wait_indirect_latereceiver',
  propagating: 'mpi_wait_propagating_lr',
  terminal: 'mpi_wait_terminal_lr',
};
