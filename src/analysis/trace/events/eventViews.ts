import { elementAt } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import { NO_EVENT } from './store/eventStore.js';
import { type EventType, typeOf } from './store/eventTypes.js';
import type { Place } from './places.js';
import { messageEnds, isReceive, isSend } from './state/messageQueues.js';
import type { StateContext } from './state/overallState.js';
import { TraceEvent } from './traceEvent.js';

const noOperands = new Float64Array(0);

/** Makes events to look at from kept ones. They stay valid whatever becomes of the kept ones. */
export class EventViews {
  constructor(
    private readonly context: StateContext,
    private readonly places: readonly Place[],
    private readonly event: (index: number) => TraceEvent,
  ) {}

  typeOf(slot: number): EventType {
    const { store, definitions } = this.context;
    const kind = elementAt(store.kind, slot);
    return typeOf(kind, kind === EventKind.Leave ? definitions.regions[elementAt(store.reference, slot)] : undefined);
  }

  view(slot: number): TraceEvent {
    const { store, definitions, graph } = this.context;

    const kind = elementAt(store.kind, slot);
    const location = elementAt(store.location, slot);
    const isRegion = kind === EventKind.Enter || kind === EventKind.Leave;
    const isMessage = isSend(kind) || isReceive(kind);
    const hasCommunicator = isMessage || kind === EventKind.MpiCollectiveEnd;
    const caller = elementAt(store.caller, slot);
    const site = kind === EventKind.Enter ? elementAt(store.site, slot) : 0;
    return new TraceEvent(
      {
        index: store.indexOf(slot),
        kind,
        type: this.typeOf(slot),
        time: elementAt(store.time, slot),
        location,
        place: elementAt(this.places, location),
        region: isRegion ? definitions.regions[elementAt(store.reference, slot)] : undefined,
        csite: site === 0 ? undefined : definitions.sourceCodeLocations[site - 1],
        operands: isRegion ? noOperands : store.operandsOf(slot),
        ends: isMessage ? messageEnds(store, slot, this.context) : undefined,
        communicator: hasCommunicator ? definitions.communicators[store.operand(slot, 0)] : undefined,
        enter: store.indexOf(elementAt(store.enter, slot)),
        caller: store.indexOf(caller),
        link: elementAt(store.linkIndex, slot),
        start: elementAt(store.startIndex, slot),
        node: graph.representative(elementAt(store.node, slot)),
        edge: graph.representative(caller === NO_EVENT ? NO_EVENT : elementAt(store.node, caller)),
      },
      (index) => (index === NO_EVENT ? undefined : this.event(index)),
    );
  }

  list(slots: Iterable<number>): TraceEvent[] {
    return Array.from(slots, (slot) => this.view(slot));
  }

  /** Returns the events from the bottom of a stack to `top`, following the links in `below`. */
  chain(top: number, below: Int32Array): TraceEvent[] {
    const slots: number[] = [];
    for (let slot = top; slot !== NO_EVENT; slot = elementAt(below, slot)) slots.push(slot);
    return this.list(slots.reverse());
  }
}
