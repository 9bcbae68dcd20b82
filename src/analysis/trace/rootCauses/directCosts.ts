import { absent, elementAt } from '../../../base/elements.js';
import type { SeverityColumn } from '../../../model/performanceSpace.js';
import type { MetricName } from '../metrics/metrics.js';
import { ascending, placesByKey } from '../../../base/countingSort.js';
import type { Memory } from '../tables/memory.js';
import { PairSums } from '../tables/pairSums.js';
import type { Delays } from './delays.js';
import { BlockOrigins } from './blockOrigins.js';
import { Effects, type EffectsData } from './effects.js';
import { LocationSums } from './locationSums.js';
import { kindOfKey, nodeOfKey, type OriginData, originKey } from './origins.js';
import type { Timelines } from './timelines.js';
import type { WaitIndex } from './waitIndex.js';
import { costMetrics, isMessage, Kind, KINDS, messageParts, type WaitStateRows } from '../waits/waitStates.js';

/** From so many locations on, the wait states of a block are searched location by location. */
const FEW_LOCATIONS = 256;

/** Direct costs of some consecutive wait states, independent of the others. */
export interface DirectCosts {
  readonly effects: EffectsData;
  /** Severities to be recorded. */
  readonly severities: readonly (readonly [MetricName, SeverityColumn])[];
  readonly origins: readonly OriginData[];
  /** By kind: seconds of waiting that nothing in view explains. */
  readonly unattributed: Float64Array;
  /** Call paths of the stretch of time, of a waiting or a delaying location, that has most of them. */
  readonly mostCallPaths: number;
}

/**
 * Attributes wait states to the activities and the waiting of the delaying locations (Böhme et al. 2010). Of a wait
 * state of length W, `W d / (Σd + Σw)` is due to each delay `d`, but not more than `d`. The limit is for messages only:
 * a collective operation's waiting is attributed in full. The part due to the waiting `w` is `Effects`, which `Costs`
 * follows further.
 */
export class DirectCostSearch {
  /** Delays by kind of waiting. */
  private readonly short = new LocationSums();
  private readonly origins = new BlockOrigins();
  private readonly parts = new Map<MetricName, PairSums>();
  /** Direct and indirect waiting for messages. */
  private readonly lateSender = this.partsOf(Kind.LateSender);
  private readonly lateReceiver = this.partsOf(Kind.LateReceiver);
  /** Delays of the wait states searched together that had most of them: those that follow have as many. */
  private mostDelays = 0;

  constructor(
    private readonly states: WaitStateRows,
    private readonly timelines: Timelines,
    private readonly index: WaitIndex,
    private readonly delays: Delays,
    /** Memory of the effects. */
    private readonly memory: Memory,
  ) {}

  /**
   * Attributes some consecutive wait states. Sums over locations are added backward in time.
   * @param order all wait states in order of time
   * @param from first of them, up to `to` (exclusive)
   */
  search(order: Uint32Array, from: number, to: number): DirectCosts {
    const states = order.slice(from, to).reverse();
    const effects = this.effectsOf(states);
    let mostCallPaths = 0;
    for (const at of this.inSearchOrder(effects)) {
      this.find(states[at] ?? absent(at), to - 1 - at, at, effects);
      mostCallPaths = Math.max(mostCallPaths, this.delays.callPaths);
    }
    this.mostDelays = Math.max(this.mostDelays, effects.delays);
    this.sumDelays(effects);
    const unattributed = new Float64Array(KINDS);
    for (let at = 0; at < states.length; at++) this.sumUp(at, effects, unattributed);
    return {
      effects: effects.data(),
      severities: this.takeSeverities(),
      origins: this.origins.take(states.length),
      unattributed,
      mostCallPaths,
    };
  }

  private effectsOf(states: Uint32Array): Effects {
    const room = Math.max(this.mostDelays, 2 * states.length);
    const { delayer } = this.states.table.columns;
    const delaying = new Int32Array(states.length);
    for (let at = 0; at < states.length; at++) {
      const state = states[at] ?? absent(at);
      delaying[at] = this.timelines.locationOf(delayer[state] ?? absent(state));
    }
    return new Effects(delaying, placesByKey(delaying, this.index.data.firstOf.length - 1), room, this.memory);
  }

  /**
   * Of many locations, those wait states follow each other that one location delayed: what they look at lies near each
   * other on its timeline, while the timelines of all do not fit into the processor's cache. Of few, the order is that of
   * time: all timelines are gone through side by side, once instead of once for each location.
   */
  private inSearchOrder({ byDelaying }: Effects): Uint32Array {
    const locations = this.index.data.firstOf.length - 1;
    return locations < FEW_LOCATIONS ? ascending(byDelaying.length) : byDelaying;
  }

  /** Finds what a wait state is due to. @param at its place in the effects */
  private find(state: number, row: number, at: number, effects: Effects): void {
    const { delays } = this;
    const { seconds: lengths, kind: kinds, waiter } = this.states.table.columns;
    const kind = kinds[state] ?? absent(state);
    delays.find(state, row);
    const whole = delays.delayed + delays.waited;
    const length = lengths[state] ?? absent(state);
    const share = whole > 0 ? length / whole : 0;
    const own = isMessage(kind) ? Math.min(1, share) : share;
    const mark = waiter[state] ?? absent(state);
    const location = this.timelines.locationOf(mark);
    effects.key[at] = originKey(this.timelines.nodeOf(mark), kind);
    effects.waiting[at] = location;
    // There is one wait state at a mark at most.
    effects.position[at] = this.index.from(location, this.timelines.indexOf(mark));
    effects.length[at] = length;
    effects.put(at, delays, own, whole);
  }

  /** Sums up the delays, location after location. */
  private sumDelays(effects: EffectsData): void {
    const { byDelaying, delaying } = effects;
    for (let i = 0; i < byDelaying.length; i++) {
      const at = byDelaying[i] ?? absent(i);
      const location = delaying[at] ?? absent(at);
      this.addDelays(at, effects);
      if (i + 1 < byDelaying.length && delaying[byDelaying[i + 1] ?? absent(i + 1)] === location) continue;
      this.short.close(location);
      this.origins.close(location);
    }
  }

  private addDelays(at: number, effects: EffectsData): void {
    const { key, start, end, node, seconds } = effects;
    const own = effects.own[at] ?? absent(at);
    const what = key[at] ?? absent(at);
    const kind = kindOfKey(what);
    const origin = this.origins.numberOf(what);
    const last = end[at] ?? absent(at);
    for (let entry = start[at] ?? absent(at); entry < last; entry++) {
      const cost = (seconds[entry] ?? absent(entry)) * own;
      const late = node[entry] ?? absent(entry);
      this.short.add(kind, late, cost, at);
      this.origins.addDelay(origin, late, cost, at);
    }
  }

  /** Adds what is summed over locations. */
  private sumUp(at: number, effects: EffectsData, unattributed: Float64Array): void {
    const { key, length, whole, from, to, reaching } = effects;
    const own = effects.own[at] ?? absent(at);
    const kind = kindOfKey(key[at] ?? absent(at));
    const left = (length[at] ?? absent(at)) - own * (whole[at] ?? absent(at));
    unattributed[kind] = (unattributed[kind] ?? absent(kind)) + left;
    const waited = this.index.waited(from[at] ?? absent(at), to[at] ?? absent(at)) + (reaching[at] ?? absent(at));
    this.origins.addCauses(at, effects, this.index, waited);
    if (isMessage(kind)) this.bookParts(at, effects, waited * own);
  }

  /** Direct and indirect waiting for a message. */
  private bookParts(at: number, { key, waiting, length }: EffectsData, indirect: number): void {
    const what = key[at] ?? absent(at);
    const location = waiting[at] ?? absent(at);
    const parts = kindOfKey(what) === Kind.LateSender ? this.lateSender : this.lateReceiver;
    const direct = (length[at] ?? absent(at)) - indirect;
    if (indirect > 0) parts.indirect.add(nodeOfKey(what), location, indirect);
    if (direct > 0) parts.direct.add(nodeOfKey(what), location, direct);
  }

  private takeSeverities(): [MetricName, SeverityColumn][] {
    const parts = Array.from(this.parts, ([metric, sums]): [MetricName, SeverityColumn] => [metric, sums.copy()]);
    for (const sums of this.parts.values()) sums.clear();
    const short = this.short
      .take(KINDS)
      .map((column, kind): [MetricName, SeverityColumn] => [elementAt(costMetrics, kind)[0], column]);
    return [...short, ...parts].filter(([, column]) => column.value.length > 0);
  }

  private partsOf(kind: number): { readonly direct: PairSums; readonly indirect: PairSums } {
    const { direct, indirect } = messageParts(kind);
    const parts = { direct: new PairSums(), indirect: new PairSums() };
    this.parts.set(direct, parts.direct).set(indirect, parts.indirect);
    return parts;
  }
}
