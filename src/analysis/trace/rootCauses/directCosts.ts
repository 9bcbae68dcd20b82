import type { SeverityColumn } from '../../../model/performanceSpace.js';
import type { MetricName } from '../metrics/metrics.js';
import { PairSums } from '../tables/pairSums.js';
import type { Delays } from './delays.js';
import { Effects, type EffectsData } from './effects.js';
import { type OriginData, originKey, Origins } from './origins.js';
import type { Timelines } from './timelines.js';
import type { WaitIndex } from './waitIndex.js';
import { costMetrics, isMessage, Kind, KINDS, messageParts, type WaitStateRows } from './waitStates.js';

/** Of the wait states in a stretch of time, the latest so many stand for all where the origin of waiting is told. */
const MOST_TOLD = 64;

/** What is found of some consecutive wait states without the others. */
export interface DirectCosts {
  readonly effects: EffectsData;
  /** What is to be booked. */
  readonly severities: readonly (readonly [MetricName, SeverityColumn])[];
  readonly origins: readonly OriginData[];
  /** By kind: seconds of waiting that nothing in view explains. */
  readonly unattributed: Float64Array;
  /** Call paths of the stretch of time, of a waiting or a delaying location, that has most of them. */
  readonly mostCallPaths: number;
}

/**
 * Attributes wait states to what the delaying locations did and waited themselves (Böhme et al. 2010): of a wait state of
 * length W, `W d / (Σd + Σw)` is due to each delay `d`, but not more than `d` (messages only: a collective operation's
 * waiting is attributed in full). What is due to the waiting `w` is `Effects`, which `Costs` follows further.
 */
export class DirectCostSearch {
  private readonly sums = new Map<MetricName, PairSums>();
  private origins = new Origins();
  private effects: Effects;
  private unattributed = new Float64Array(KINDS);
  private mostCallPaths = 0;
  /** By kind. */
  private readonly short: readonly PairSums[] = costMetrics.map(([metric]) => this.sumsOf(metric));

  /** Direct and indirect waiting for messages. */
  private readonly lateSender = this.partsOf(Kind.LateSender);
  private readonly lateReceiver = this.partsOf(Kind.LateReceiver);

  constructor(
    private readonly states: WaitStateRows,
    private readonly timelines: Timelines,
    private readonly index: WaitIndex,
    private readonly delays: Delays,
  ) {
    this.effects = new Effects(0);
  }

  /**
   * Goes through wait states, backwards.
   * @param order all wait states in order of time
   * @param from and `to`, which is not contained: which of them
   */
  search(order: Uint32Array, from: number, to: number): DirectCosts {
    this.effects = new Effects(to - from);
    for (let row = to - 1; row >= from; row--) this.visit(order[row], row);
    const found: DirectCosts = {
      effects: this.effects.data(),
      severities: [...this.sums].filter(([, sums]) => sums.size > 0).map(([metric, sums]) => [metric, sums.copy()]),
      origins: this.origins.data(),
      unattributed: this.unattributed,
      mostCallPaths: this.mostCallPaths,
    };
    for (const sums of this.sums.values()) sums.clear();
    this.origins = new Origins();
    this.unattributed = new Float64Array(KINDS);
    this.mostCallPaths = 0;
    return found;
  }

  private visit(state: number, row: number): void {
    const { delays } = this;
    const { seconds, kind: kinds } = this.states.table.columns;
    const length = seconds[state];
    const kind = kinds[state];
    delays.find(state, row);
    this.mostCallPaths = Math.max(this.mostCallPaths, delays.callPaths);
    const whole = delays.delayed + delays.waited;
    const share = whole > 0 ? length / whole : 0;
    const own = isMessage(kind) ? Math.min(1, share) : share;
    this.unattributed[kind] += length - own * whole;
    this.book(state, kind, own);
    if (isMessage(kind)) this.bookParts(state, kind, delays.waited * own);
    this.effects.add(delays, own, whole);
  }

  /** Short-term costs at the delays, and remembers what the wait state is due to. */
  private book(state: number, kind: number, own: number): void {
    const { count, nodes, seconds, location } = this.delays;
    const short = this.short[kind];
    const origin = this.origins.at(originKey(this.timelines.nodeOf(this.states.table.columns.waiter[state]), kind));
    for (let i = 0; i < count; i++) {
      short.add(nodes[i], location, seconds[i] * own);
      origin.addDelay(nodes[i], location, seconds[i] * own);
    }
    const { from, to, waited, reaching } = this.delays;
    const { origin: keys, before } = this.index.data;
    const first = Math.max(from, to - MOST_TOLD);
    const reached = first === from ? reaching : 0;
    const told = this.index.waited(first, to) + reached;
    for (let at = first; at < to; at++) {
      origin.addWait(keys[at], ((waited * (before[at + 1] - before[at])) / told) * own);
    }
    if (reached > 0) origin.addWait(keys[from - 1], ((waited * reached) / told) * own);
  }

  /** Direct and indirect waiting for a message. */
  private bookParts(state: number, kind: number, indirect: number): void {
    const { seconds, waiter } = this.states.table.columns;
    const { direct: directSums, indirect: indirectSums } =
      kind === Kind.LateSender ? this.lateSender : this.lateReceiver;
    const node = this.timelines.nodeOf(waiter[state]);
    const location = this.timelines.locationOf(waiter[state]);
    const direct = seconds[state] - indirect;
    if (indirect > 0) indirectSums.add(node, location, indirect);
    if (direct > 0) directSums.add(node, location, direct);
  }

  private partsOf(kind: number): { readonly direct: PairSums; readonly indirect: PairSums } {
    const { direct, indirect } = messageParts(kind);
    return { direct: this.sumsOf(direct), indirect: this.sumsOf(indirect) };
  }

  private sumsOf(metric: MetricName): PairSums {
    let sums = this.sums.get(metric);
    if (sums === undefined) this.sums.set(metric, (sums = new PairSums()));
    return sums;
  }
}
