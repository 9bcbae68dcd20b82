import { elementAt } from '../../../../base/elements.js';
import { EventKind } from '../../../../model/events.js';
import type { Processes } from '../../../../model/processes.js';
import type { EventStore } from '../store/eventStore.js';

/**
 * Non-blocking sends and receives that have not completed, by process. The event that completes one is pointed to the
 * one that started it. This goes beyond Wolf's model, which has only blocking communication.
 */
export class Requests {
  /** Start events by request, sends and receives apart, in the order in which they were started. */
  private readonly open: readonly Map<number, number>[];
  private readonly openReceives: readonly Map<number, number>[];

  constructor(
    private readonly store: EventStore,
    private readonly processes: Processes,
    from?: Requests,
  ) {
    const empty = (): Map<number, number>[] => processes.locations.map(() => new Map<number, number>());
    this.open = from?.open.map((map) => new Map(map)) ?? empty();
    this.openReceives = from?.openReceives.map((map) => new Map(map)) ?? empty();
    for (const slot of this.slots()) store.hold(slot);
  }

  copy(): Requests {
    return new Requests(this.store, this.processes, this);
  }

  dispose(): void {
    for (const slot of this.slots()) this.store.release(slot);
  }

  apply(slot: number): void {
    const { store } = this;
    const process = this.processOf(slot);
    const sends = elementAt(this.open, process);
    const receives = elementAt(this.openReceives, process);
    switch (store.kind[slot]) {
      case EventKind.MpiIsend:
        this.put(sends, store.operand(slot, 4), slot);
        break;
      case EventKind.MpiIrecvRequest:
        this.put(receives, store.operand(slot, 0), slot);
        break;
      case EventKind.MpiIsendComplete:
        this.complete(sends, store.operand(slot, 0), slot);
        break;
      case EventKind.MpiIrecv:
        this.complete(receives, store.operand(slot, 4), slot);
        break;
      case EventKind.MpiRequestCancelled:
        this.complete(sends, store.operand(slot, 0), slot);
        this.complete(receives, store.operand(slot, 0), slot);
        break;
      default:
        break;
    }
  }

  /** Whether the receive that `slot` completes was posted before all others of its process still open. */
  isFirstPosted(slot: number): boolean {
    const { store } = this;
    const open = elementAt(this.openReceives, this.processOf(slot));
    if (store.kind[slot] === EventKind.MpiRecv) return open.size === 0;
    const first = open.keys().next();
    return first.done === true || first.value === store.operand(slot, 4);
  }

  private processOf(slot: number): number {
    return elementAt(this.processes.ofLocation, elementAt(this.store.location, slot));
  }

  private put(open: Map<number, number>, request: number, slot: number): void {
    const former = open.get(request);
    open.delete(request);
    open.set(request, this.store.hold(slot));
    if (former !== undefined) this.store.release(former);
  }

  private complete(open: Map<number, number>, request: number, slot: number): void {
    const start = open.get(request);
    if (start === undefined) return;
    open.delete(request);
    this.store.setStart(slot, start);
    this.store.release(start);
  }

  private *slots(): Generator<number> {
    for (const open of this.open) yield* open.values();
    for (const open of this.openReceives) yield* open.values();
  }
}
