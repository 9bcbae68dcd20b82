import { absent, addAt, elementAt } from '../../../base/elements.js';
import type { PairSums } from '../tables/pairSums.js';
import type { Severities } from '../severities/severities.js';
import type { DirectCosts } from './directCosts.js';
import { type EffectsData, releaseEffects } from './effects.js';
import type { IdleThreads } from './idleThreads.js';
import { MaximumOf } from './maximumOf.js';
import { kindOfKey, nodeOfKey, Origins } from './origins.js';
import { DelaySpread } from './spread.js';
import type { WaitIndex } from './waitIndex.js';
import { costMetrics, isMessage, Kind, KINDS, messageParts, type WaitStateRows } from '../waits/waitStates.js';

/**
 * Follows waiting that caused other waiting back to the delays it comes from (Böhme et al. 2010): what is due to a
 * location's own waiting spreads from there, as long-term costs of what caused that. Wait states are visited backwards
 * in time, so that what spreads from a wait is complete before it is handed on.
 */
export class Costs {
  /** Origins of the waiting at each call path. */
  readonly origins = new Origins();
  private readonly spread: DelaySpread;
  private readonly shares: MaximumOf;
  /** The occurring kinds of waiting. Arrays "by slot" are in the order of these. */
  private readonly kinds: readonly number[];
  private readonly slotOf: readonly number[];
  /** Sums of long-term costs, by slot. */
  private readonly long: readonly PairSums[];
  private readonly lateSender: PropagationSums;
  private readonly lateReceiver: PropagationSums;
  /** Costs that spread from the wait state being visited, by slot. */
  private readonly longTerm: Float64Array;
  /** The same of all wait states being attributed, by wait state and slot. */
  private longTerms = new Float64Array(0);
  /** Call paths of the stretch of time, of a waiting or a delaying location, that has most of them. */
  mostCallPaths = 0;
  /** By kind: seconds of waiting that nothing in view explains. Costs and these are the waiting there is. */
  readonly unattributed = new Float64Array(KINDS);

  constructor(
    states: WaitStateRows,
    private readonly index: WaitIndex,
    private readonly idle: IdleThreads,
    private readonly severities: Severities,
    /** Seconds that threads idle while their masters wait, most of which is attributed. */
    idleWaiting: number,
  ) {
    const { firstOf } = index.data;
    this.unattributed[Kind.IdleThreads] = idleWaiting;
    this.kinds = kindsThatOccur(states, idle);
    this.slotOf = Array.from({ length: KINDS }, (_, kind) => this.kinds.indexOf(kind));
    this.longTerm = new Float64Array(this.kinds.length);
    this.spread = new DelaySpread(firstOf, this.kinds.length);
    this.shares = new MaximumOf(firstOf.length - 1);
    this.lateSender = new PropagationSums(severities, Kind.LateSender);
    this.lateReceiver = new PropagationSums(severities, Kind.LateReceiver);
    this.long = this.kinds.map((kind) => severities.of(elementAt(costMetrics, kind)[1]));
  }

  /**
   * Attributes some consecutive wait states, all later ones being attributed.
   * @param found what their delays and waiting cost without the others
   */
  add(found: DirectCosts): void {
    const { effects } = found;
    for (const [metric, sums] of found.severities) this.severities.of(metric).addColumn(sums);
    this.origins.addData(found.origins);
    this.mostCallPaths = Math.max(this.mostCallPaths, found.mostCallPaths);
    for (let kind = 0; kind < KINDS; kind++) addAt(this.unattributed, kind, elementAt(found.unattributed, kind));
    const slots = this.kinds.length;
    const needed = effects.key.length * slots;
    if (this.longTerms.length < needed) this.longTerms = new Float64Array(needed);
    const { longTerms } = this;
    for (let at = 0; at < effects.key.length; at++) {
      this.visit(effects, at);
      for (let slot = 0; slot < slots; slot++) longTerms[at * slots + slot] = this.longTerm[slot] ?? absent(slot);
    }
    this.bookDelays(effects);
    releaseEffects(effects);
  }

  private visit(effects: EffectsData, at: number): void {
    const kind = kindOfKey(effects.key[at] ?? absent(at));
    this.receive(effects, at);
    this.handOn(effects.delaying[at] ?? absent(at), this.slotOf[kind] ?? absent(kind), effects, at);
    if (isMessage(kind)) this.bookParts(effects, at);
  }

  /** Collects the effects of a wait state: other waiting that it caused, and threads that idled meanwhile. */
  private receive({ key, waiting, position, length }: EffectsData, at: number): void {
    const { longTerm } = this;
    const location = waiting[at] ?? absent(at);
    const seconds = length[at] ?? absent(at);
    this.spread.read(location, position[at] ?? absent(at), longTerm);
    if (this.idle.letsOthersIdle) {
      const idling = this.idle.waitingFor(location, nodeOfKey(key[at] ?? absent(at)));
      if (idling > 0) {
        addAt(longTerm, elementAt(this.slotOf, Kind.IdleThreads), idling);
        addAt(this.unattributed, Kind.IdleThreads, -idling * seconds);
      }
    }
    for (let slot = 0; slot < longTerm.length; slot++) longTerm[slot] = (longTerm[slot] ?? absent(slot)) * seconds;
  }

  /**
   * Attributes effects of wait states as long-term costs to their delays. The order is that of the delaying location,
   * whose sums are adjacent, and backward in time on each.
   */
  private bookDelays({ byDelaying, delaying, whole, start, end, node, seconds }: EffectsData): void {
    const { longTerms } = this;
    const slots = this.kinds.length;
    for (const at of byDelaying) {
      const location = delaying[at] ?? absent(at);
      const all = whole[at] ?? absent(at);
      const last = end[at] ?? absent(at);
      for (let slot = 0; slot < slots; slot++) {
        const longTerm = longTerms[at * slots + slot] ?? absent(at);
        if (!(longTerm > 0)) continue;
        const long = this.long[slot] ?? absent(slot);
        for (let i = start[at] ?? absent(at); i < last; i++)
          long.add(node[i] ?? absent(i), location, ((seconds[i] ?? absent(i)) / all) * longTerm);
      }
    }
  }

  /** Propagates the part due to the delaying location's waiting. */
  private handOn(location: number, own: number, effects: EffectsData, at: number): void {
    const from = effects.from[at] ?? absent(at);
    const to = effects.to[at] ?? absent(at);
    const whole = effects.whole[at] ?? absent(at);
    const reaching = effects.reaching[at] ?? absent(at);
    for (let slot = 0; slot < this.longTerm.length; slot++) {
      const longTerm = this.longTerm[slot] ?? absent(slot);
      if (whole === 0) this.leaveUnattributed(slot, longTerm);
      if (whole === 0 || (longTerm === 0 && slot !== own)) continue;
      const amount = longTerm / whole + (slot === own ? (effects.own[at] ?? absent(at)) : 0);
      this.hand(location, slot, from, to, amount);
      if (reaching > 0) this.hand(location, slot, from - 1, from, amount * this.index.part(from - 1, reaching));
    }
  }

  private hand(location: number, slot: number, from: number, to: number, amount: number): void {
    const end = this.spread.add(location, slot, from, to, amount);
    if (end < to) this.leaveUnattributed(slot, amount * this.index.waited(end, to));
  }

  private leaveUnattributed(slot: number, seconds: number): void {
    addAt(this.unattributed, elementAt(this.kinds, slot), seconds);
  }

  /** Propagating and terminal waiting for a message. */
  private bookParts(effects: EffectsData, at: number): void {
    const { key, waiting, position, length, delaying, own, from, to, reaching } = effects;
    const what = key[at] ?? absent(at);
    const parts = kindOfKey(what) === Kind.LateSender ? this.lateSender : this.lateReceiver;
    const node = nodeOfKey(what);
    const location = waiting[at] ?? absent(at);
    const seconds = length[at] ?? absent(at);
    const propagating = seconds * Math.min(1, this.shares.at(location, position[at] ?? absent(at)));
    const terminal = seconds - propagating;
    if (propagating > 0) parts.propagating.add(node, location, propagating);
    if (terminal > 0) parts.terminal.add(node, location, terminal);
    const late = delaying[at] ?? absent(at);
    const first = from[at] ?? absent(at);
    const share = own[at] ?? absent(at);
    const reached = reaching[at] ?? absent(at);
    if (first < (to[at] ?? absent(at))) this.shares.add(late, first, share);
    if (reached > 0) this.shares.add(late, first - 1, share * this.index.part(first - 1, reached));
  }
}

/** Sums of propagating and terminal waiting for messages. */
class PropagationSums {
  readonly propagating: PairSums;
  readonly terminal: PairSums;

  constructor(severities: Severities, kind: number) {
    const parts = messageParts(kind);
    this.propagating = severities.of(parts.propagating);
    this.terminal = severities.of(parts.terminal);
  }
}

/** Most traces have few kinds of waiting: memory and time follow those there are. */
function kindsThatOccur({ table }: WaitStateRows, idle: IdleThreads): number[] {
  const occurs = new Uint8Array(KINDS + 1);
  for (let state = 0; state < table.length; state++) occurs[table.columns.kind[state] ?? absent(state)] = 1;
  if (idle.letsOthersIdle) occurs[Kind.IdleThreads] = 1;
  return Array.from({ length: KINDS }, (_, kind) => kind).filter((kind) => occurs[kind] === 1);
}
