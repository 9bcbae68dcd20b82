import { absent } from '../../../base/elements.js';
import { enlargeFloat64 } from '../tables/enlarge.js';
import { LEAST_ROOM } from './room.js';

/**
 * Time and visits of one location by call-tree node. Slot n + 1 belongs to node n; slot 0 collects time that belongs
 * to no node. Times are seconds, exclusive of called regions.
 */
export class NodeTimes {
  /** Current target of time: `serial` outside parallel regions this thread forked, else `inTeam`. */
  self: Float64Array;
  // They grow at once, as in PairSums.
  serial: Float64Array = new Float64Array(0);
  inTeam: Float64Array = new Float64Array(0);
  visits: Float64Array = new Float64Array(0);
  /** Time to start and to end teams, by node. Not contained in the other times. */
  readonly fork = new Map<number, number>();
  readonly management = new Map<number, number>();
  /** Length of the parallel regions that went without this worker thread. */
  readonly limited = new Map<number, number>();

  /** @param slots initial capacity */
  constructor(slots = LEAST_ROOM.slots) {
    this.self = this.serial;
    this.grow(slots);
  }

  visit(node: number): void {
    if (node + 1 >= this.visits.length) this.grow(node + 2);
    this.visits[node + 1] = (this.visits[node + 1] ?? absent(node)) + 1;
  }

  enterTeams(): void {
    this.self = this.inTeam;
  }

  leaveTeams(): void {
    this.self = this.serial;
  }

  private grow(least: number): void {
    const capacity = Math.max(least, this.visits.length * 2);
    const inTeam = this.self === this.inTeam;
    this.serial = enlargeFloat64(this.serial, capacity);
    this.inTeam = enlargeFloat64(this.inTeam, capacity);
    this.visits = enlargeFloat64(this.visits, capacity);
    this.self = inTeam ? this.inTeam : this.serial;
  }
}

export function addTo(sums: Map<number, number>, node: number, amount: number): void {
  sums.set(node, (sums.get(node) ?? 0) + amount);
}
