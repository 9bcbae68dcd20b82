import type { MetricName } from '../metrics/metrics.js';
import type { PairSums } from '../tables/pairSums.js';
import type { Severities } from '../severities/severities.js';
import type { IdleThreads } from './idleThreads.js';
import { MaximumOf } from './maximumOf.js';
import { Origins } from './origins.js';
import { Spread } from './spread.js';
import type { Starts, StartsOfSide } from './starts.js';
import { NodeSums } from './nodeSums.js';
import type { Timelines } from './timelines.js';
import type { WaitIndex } from './waitIndex.js';
import { costMetrics, isMessage, Kind, KINDS, type WaitStates } from './waitStates.js';

/** Of the wait states in a stretch of time, the latest so many stand for all where the origin of waiting is told. */
const MOST_TOLD = 64;

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
  /** Where the waiting at each call path comes from. */
  readonly origins = new Origins();
  private readonly delaying: NodeSums;
  private readonly waiting: NodeSums;
  private readonly spread: Spread;
  private readonly shares: MaximumOf;
  /** The delays of the wait state being visited: the first `delayCount` nodes, and seconds at each of them. */
  private readonly delayNodes: Int32Array;
  private readonly delays: Float64Array;
  private delayCount = 0;
  /** The kinds of waiting that occur. What follows "by slot" is in the order of these. */
  private readonly kinds: readonly number[];
  private readonly slotOf: readonly number[];
  /** Where costs are booked, by slot. */
  private readonly short: readonly PairSums[];
  private readonly long: readonly PairSums[];
  /** Costs that spread from the wait state being visited, by slot. */
  private readonly longTerm: Float64Array;
  /** Call paths of the stretch of time, of a waiting or a delaying location, that has most of them. */
  mostCallPaths = 0;
  /** By kind: seconds of waiting that nothing in view explains. Costs and these are the waiting there is. */
  readonly unattributed = new Float64Array(KINDS);

  constructor(
    private readonly states: WaitStates,
    private readonly timelines: Timelines,
    private readonly index: WaitIndex,
    private readonly idle: IdleThreads,
    private readonly severities: Severities,
    nodes: number,
    /** Seconds that threads idle while their masters wait, most of which `visit` attributes. */
    idleWaiting: number,
  ) {
    this.unattributed[Kind.IdleThreads] = idleWaiting;
    this.delaying = new NodeSums(nodes);
    this.waiting = new NodeSums(nodes);
    this.delayNodes = new Int32Array(nodes);
    this.delays = new Float64Array(nodes);
    this.kinds = kindsThatOccur(states, idle);
    this.slotOf = Array.from({ length: KINDS }, (_, kind) => this.kinds.indexOf(kind));
    this.longTerm = new Float64Array(this.kinds.length);
    this.spread = new Spread(index.firstOf, this.kinds.length);
    this.shares = new MaximumOf(index.firstOf.length - 1);
    const short = costMetrics.map(([metric]) => severities.of(metric));
    const long = costMetrics.map(([, metric]) => severities.of(metric));
    this.short = this.kinds.map((kind) => short[kind]);
    this.long = this.kinds.map((kind) => long[kind]);
  }

  /**
   * Attributes one wait state.
   * @param row where `starts` says since when the stretch of time before it runs
   */
  visit(state: number, row: number, starts: Starts): void {
    const { seconds, kind, waiter, delayer } = this.states.table.columns;
    this.receive(state);
    this.sum(this.waiting, waiter[state], starts.waiting, row);
    this.sum(this.delaying, delayer[state], starts.delaying, row);
    this.mostCallPaths = Math.max(this.mostCallPaths, this.waiting.count, this.delaying.count);
    const stretch = this.stretch(delayer[state], starts.delaying, row);
    const whole = stretch.delayed + stretch.waited;
    const share = whole > 0 ? seconds[state] / whole : 0;
    const own = isMessage(kind[state]) ? Math.min(1, share) : share;
    const key = this.index.origin[this.index.positionOf[state]];
    const slot = this.slotOf[kind[state]];
    this.unattributed[kind[state]] += seconds[state] - own * whole;
    this.bookDelays(stretch.location, slot, own, whole);
    this.tellOrigins(key, stretch, own);
    this.handOn(stretch, slot, own, whole);
    if (isMessage(kind[state])) this.bookMessage(state, stretch, own);
    this.waiting.clear();
    this.delaying.clear();
  }

  /** What spreads from a wait state: other waiting that it caused, and threads that idled meanwhile. */
  private receive(state: number): void {
    const { seconds, waiter } = this.states.table.columns;
    const location = this.timelines.locationOf(waiter[state]);
    this.spread.read(location, this.index.positionOf[state], this.longTerm);
    const idling = this.idle.waitingFor(location, this.timelines.nodeOf(waiter[state]));
    if (idling > 0) {
      this.longTerm[this.slotOf[Kind.IdleThreads]] += idling;
      this.unattributed[Kind.IdleThreads] -= idling * seconds[state];
    }
    for (let slot = 0; slot < this.longTerm.length; slot++) this.longTerm[slot] *= seconds[state];
  }

  /** Time by node of one side, from its synchronisation to the mark. */
  private sum(sums: NodeSums, mark: number, { index, passed }: StartsOfSide, row: number): void {
    const timeline = this.timelines.of(this.timelines.locationOf(mark));
    if (timeline === undefined) return;
    timeline.sum(index[row], this.timelines.indexOf(mark), sums);
    if (passed[row] > 0) sums.add(this.timelines.nodeOf(timeline.intervals.row[index[row]]), -passed[row]);
  }

  private stretch(delayer: number, { index, reaching }: StartsOfSide, row: number): Stretch {
    const location = this.timelines.locationOf(delayer);
    const from = this.index.from(location, index[row] + 1);
    const to = this.index.from(location, this.timelines.indexOf(delayer));
    const delayed = this.findDelays();
    const reached = this.index.isAt(from - 1, location, index[row]) ? reaching[row] : 0;
    return { location, from, to, waited: this.index.waited(from, to) + reached, reaching: reached, delayed };
  }

  /** What the delaying side did longer than the waiting one, by node; returns the sum. */
  private findDelays(): number {
    const { nodes, count, seconds } = this.delaying;
    const other = this.waiting.seconds;
    let sum = 0;
    this.delayCount = 0;
    for (let i = 0; i < count; i++) {
      const node = nodes[i];
      const delay = seconds[node] - Math.max(0, other[node]);
      if (!(delay > 0)) continue;
      this.delayNodes[this.delayCount] = node;
      this.delays[this.delayCount++] = delay;
      sum += delay;
    }
    return sum;
  }

  /** Short-term costs at the delays, and what spread from the wait state to here as long-term costs. */
  private bookDelays(location: number, slot: number, own: number, whole: number): void {
    const { delays, delayNodes, delayCount } = this;
    const short = this.short[slot];
    for (let i = 0; i < delayCount; i++) short.add(delayNodes[i], location, delays[i] * own);
    for (let other = 0; other < this.kinds.length; other++) {
      const longTerm = this.longTerm[other];
      if (!(longTerm > 0)) continue;
      const long = this.long[other];
      for (let i = 0; i < delayCount; i++) long.add(delayNodes[i], location, (delays[i] / whole) * longTerm);
    }
  }

  /** Remembers what the wait state is due to. */
  private tellOrigins(key: number, { location, from, to, waited, reaching }: Stretch, own: number): void {
    const origin = this.origins.at(key);
    for (let i = 0; i < this.delayCount; i++) origin.addDelay(this.delayNodes[i], location, this.delays[i] * own);
    const first = Math.max(from, to - MOST_TOLD);
    const reached = first === from ? reaching : 0;
    const told = this.index.waited(first, to) + reached;
    const addWait = (position: number, seconds: number): void =>
      origin.addWait(this.index.origin[position], ((waited * seconds) / told) * own);
    for (let position = first; position < to; position++) addWait(position, this.index.waited(position, position + 1));
    if (reached > 0) addWait(from - 1, reached);
  }

  /** What is due to the delaying location's own waiting spreads from there. */
  private handOn({ location, from, to, reaching }: Stretch, slot: number, own: number, whole: number): void {
    for (let i = 0; i < this.kinds.length; i++) {
      if (whole === 0) this.unattributed[this.kinds[i]] += this.longTerm[i];
      if (whole === 0 || (this.longTerm[i] === 0 && i !== slot)) continue;
      const amount = this.longTerm[i] / whole + (i === slot ? own : 0);
      this.hand(location, i, from, to, amount);
      if (reaching > 0) this.hand(location, i, from - 1, from, amount * this.index.part(from - 1, reaching));
    }
  }

  private hand(location: number, slot: number, from: number, to: number, amount: number): void {
    const end = this.spread.add(location, slot, from, to, amount);
    this.unattributed[this.kinds[slot]] += amount * this.index.waited(end, to);
  }

  /** Direct and indirect, propagating and terminal parts of waiting for a message. */
  private bookMessage(state: number, { location, from, to, waited, reaching }: Stretch, own: number): void {
    const { seconds, waiter, kind } = this.states.table.columns;
    const parts = kind[state] === Kind.LateSender ? lateSenderParts : lateReceiverParts;
    const node = this.timelines.nodeOf(waiter[state]);
    const at = this.timelines.locationOf(waiter[state]);
    const indirect = waited * own;
    const propagating = seconds[state] * Math.min(1, this.shares.at(at, this.index.positionOf[state]));
    this.book(parts.indirect, node, at, indirect);
    this.book(parts.direct, node, at, seconds[state] - indirect);
    this.book(parts.propagating, node, at, propagating);
    this.book(parts.terminal, node, at, seconds[state] - propagating);
    if (from < to) this.shares.add(location, from, own);
    if (reaching > 0) this.shares.add(location, from - 1, own * this.index.part(from - 1, reaching));
  }

  private book(metric: MetricName, node: number, location: number, seconds: number): void {
    if (seconds > 0) this.severities.of(metric).add(node, location, seconds);
  }
}

/** Most traces have few kinds of waiting: memory and time follow those there are. */
function kindsThatOccur({ table }: WaitStates, idle: IdleThreads): number[] {
  const occurs = new Uint8Array(KINDS + 1);
  for (let state = 0; state < table.length; state++) occurs[table.columns.kind[state]] = 1;
  if (idle.letsOthersIdle) occurs[Kind.IdleThreads] = 1;
  return Array.from({ length: KINDS }, (_, kind) => kind).filter((kind) => occurs[kind] === 1);
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
