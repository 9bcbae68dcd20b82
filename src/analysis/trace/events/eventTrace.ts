import { elementAt } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import type { Definitions } from '../../../model/definitions.js';
import { EventKind } from '../../../model/events.js';
import { TrimtabError } from '../../../base/problem.js';
import type { Trace } from '../../../model/trace.js';
import { Bookmarks } from './bookmarks.js';
import { resident, streaming, type EventSource } from './eventSource.js';
import { NO_EVENT } from './store/eventStore.js';
import type { EventType } from './store/eventTypes.js';
import { EventViews } from './eventViews.js';
import { type Place, placesOf } from './places.js';
import { stateContext } from './stateContext.js';
import type { OverallState, StateContext } from './state/overallState.js';
import type { TraceEvent } from './traceEvent.js';
import { Walker } from './walker.js';

export interface EventTraceOptions {
  /** Number of past events available without reading again; 2,048 if omitted. */
  readonly historyLength?: number;
  /**
   * Number of events between bookmarks; 16,384 if omitted. Larger distances cost less memory, smaller ones less time.
   */
  readonly bookmarkDistance?: number;
  /** Keep all columns in memory, for much random access; otherwise the trace is read again where needed. */
  readonly resident?: boolean;
}

/**
 * A trace in the enhanced event model: random access to events with their pointer attributes, and to the states at any
 * event, as in EARL (Wolf 2003, 4.4.4). Events are numbered from 0 in global order of time. One traversal needs memory
 * for the history and for open operations. Everything else is read again from the nearest bookmark. Call `close` when
 * it is no longer needed.
 */
export class EventTrace {
  readonly definitions: Definitions;
  /** Machine, node, process and thread of each location. */
  readonly places: readonly Place[];
  private readonly context: StateContext;
  private readonly source: EventSource;
  private readonly bookmarks: Bookmarks;
  private readonly views: EventViews;
  private readonly historyLength: number;
  /** Every pass through the trace, and the one that serves random access. */
  private readonly walkers = new Set<Walker>();
  private random: Walker | undefined;
  private known: number | undefined;

  constructor(trace: Trace, options: EventTraceOptions = {}) {
    this.definitions = trace.definitions;
    this.places = placesOf(trace.definitions);
    this.source = options.resident === true ? resident(trace) : streaming(trace);
    this.historyLength = options.historyLength ?? 2048;
    this.bookmarks = new Bookmarks(options.bookmarkDistance ?? 16_384);
    this.context = stateContext(this.source);
    this.views = new EventViews(this.context, this.places, (index) => this.event(index));
  }

  /** All events in order, or those of the given types. While an event is current, its states are at hand. */
  *events(...types: readonly EventType[]): Generator<TraceEvent, void> {
    const walker = new Walker(this.context, this.source, this.historyLength);
    this.walkers.add(walker);
    const wanted = new Set(types);
    try {
      for (let slot = this.stepOf(walker); slot !== NO_EVENT; slot = this.stepOf(walker)) {
        if (wanted.size === 0 || wanted.has(this.views.typeOf(slot))) yield this.views.view(slot);
      }
    } finally {
      this.walkers.delete(walker);
      walker.close();
    }
  }

  /**
   * The event of an index.
   * @throws TrimtabError when the trace has no such event
   */
  event(index: number): TraceEvent {
    return this.views.view(this.slotOf(index));
  }

  /** Number of events; reads the trace to its end the first time. */
  get length(): number {
    this.known ??= countEvents(this.source);
    return this.known;
  }

  /** Number of events in memory: histories, open operations there and at bookmarks, and the call graph. */
  get eventsKept(): number {
    return this.context.store.live;
  }

  /** Enter events of the open regions of a location after event `index`, outermost first (definition 3.6). */
  regionStack(location: number, index: number): TraceEvent[] {
    return this.views.chain(this.topAt(location, index), this.context.store.enter);
  }

  /** Whether the region that `enter` enters is open at its location after event `index`, as `e ∈ R(i)`. */
  isOpen(enter: TraceEvent, index: number): boolean {
    const { store } = this.context;
    if (index < enter.index) return false;
    const ended = elementAt(store.ended, this.slotOf(enter.index));
    if (ended <= index) return false;
    if (Number.isFinite(ended)) return true;
    let slot = this.topAt(enter.location, index);
    while (store.indexOf(slot) > enter.index) slot = elementAt(store.enter, slot);
    return store.indexOf(slot) === enter.index;
  }

  /** As `regionStack`, with what a worker thread inherits from its master (definition 3.20). */
  inheritedStack(location: number, index: number): TraceEvent[] {
    const top = this.stateAt(index).stacks.innermost(location);
    return this.views.chain(top, this.context.store.caller);
  }

  /** Send events of the messages under way between two processes after event `index`, oldest first (definition 3.7). */
  messageQueue(source: number, destination: number, index: number): TraceEvent[] {
    return this.views.list(this.stateAt(index).messages.between(source, destination));
  }

  /** The first of `messageQueue`, without looking at the others. */
  oldestMessage(source: number, destination: number, index: number): TraceEvent | undefined {
    for (const slot of this.stateAt(index).messages.between(source, destination)) return this.views.view(slot);
    return undefined;
  }

  /** MPICExit events of a communicator's operations that not all members have ended after event `index` (3.8). */
  collectiveQueue(communicator: number, index: number): TraceEvent[] {
    return this.views.list(this.stateAt(index).collectives.pending(communicator)).sort(byIndex);
  }

  /**
   * OMPCExit events of a construct that not all threads have ended after event `index` (3.19).
   * @param location a thread of the team
   * @param region index of the construct's region
   */
  constructQueue(location: number, region: number, index: number): TraceEvent[] {
    return this.views.list(this.stateAt(index).pendingConstructs(location, region)).sort(byIndex);
  }

  /** All MPICExit events of the collective operation that `exit` completes, by rank; none when it completes none (3.9). */
  mpicoll(exit: TraceEvent): TraceEvent[] {
    return exit.type === 'MPICExit' ? this.instance(exit) : [];
  }

  /** All OMPCExit events of the construct that `exit` completes, by thread; none when it completes none (3.5.2). */
  ompcoll(exit: TraceEvent): TraceEvent[] {
    return exit.type === 'OMPCExit' ? this.instance(exit) : [];
  }

  /** The last acquisition or release of a lock up to event `index` (definition 3.15). */
  lockStatus(process: number, lock: number, index: number, paradigm = OPENMP): TraceEvent | undefined {
    const slot = this.stateAt(index).locks.status(process, paradigm, lock);
    return slot === NO_EVENT ? undefined : this.views.view(slot);
  }

  /** The location that holds a lock after event `index`; undefined when it is free. */
  lockOwner(process: number, lock: number, index: number, paradigm = OPENMP): number | undefined {
    const last = this.lockStatus(process, lock, index, paradigm);
    return last?.kind === EventKind.ThreadAcquireLock ? last.location : undefined;
  }

  /**
   * The dynamic call graph after event `index`: call paths in the order of their first visits, as a tree, with the
   * index of the Enter event that represents each (definition 3.25).
   */
  callGraph(index: number): { readonly tree: CallTree; readonly representatives: readonly number[] } {
    const { graph } = this.context;
    this.slotOf(index);
    const size = graph.sizeAt(index);
    return { tree: graph.first(size), representatives: graph.representatives(size) };
  }

  /** Regions and call sites from the root of the call path to `enter` itself, as Enter events (definition 3.21). */
  callPath(enter: TraceEvent): TraceEvent[] {
    return this.views.chain(this.slotOf(enter.index), this.context.store.caller);
  }

  /** Releases files and memory. The trace can be used again, but restarts from the beginning. */
  close(): void {
    for (const walker of this.walkers) walker.close();
    this.walkers.clear();
    this.random = undefined;
    this.bookmarks.dispose();
  }

  private stepOf(walker: Walker): number {
    const slot = walker.step();
    if (slot !== NO_EVENT) this.bookmarks.offer(walker);
    return slot;
  }

  private instance(exit: TraceEvent): TraceEvent[] {
    const { store } = this.context;
    const slot = this.inHistory(exit.index);
    return this.views.list(store.membersOf(slot === NO_EVENT ? this.walkTo(exit.index) : slot) ?? []);
  }

  private topAt(location: number, index: number): number {
    for (const walker of this.walkers) if (walker.reaches(index)) return walker.topAt(location, index);
    return elementAt(this.stateAt(index).stacks.top, location);
  }

  /** Returns the state after an event: that of an existing pass, else read again. */
  private stateAt(index: number): OverallState {
    for (const walker of this.walkers) if (walker.position === index) return walker.state;
    this.walkTo(index);
    return this.randomWalker().state;
  }

  private slotOf(index: number): number {
    const slot = this.inHistory(index);
    if (slot !== NO_EVENT) return slot;
    const kept = this.context.store.find(index);
    return kept === NO_EVENT ? this.walkTo(index) : kept;
  }

  private inHistory(index: number): number {
    for (const walker of this.walkers) {
      const slot = walker.find(index);
      if (slot !== NO_EVENT) return slot;
    }
    return NO_EVENT;
  }

  /** Reads to an event, from where random access was last or from the nearest bookmark before; returns its slot. */
  private walkTo(index: number): number {
    if (!Number.isInteger(index) || index < 0) throw noEvent(index);
    const walker = this.randomWalker();
    const mark = this.bookmarks.before(index);
    // A bookmark after the event itself would leave the event out of the history.
    const start = mark?.index === index ? this.bookmarks.before(index - 1) : mark;
    if (walker.position > index || (start?.index ?? NO_EVENT) > walker.position) walker.goTo(start);
    while (walker.position < index) if (this.stepOf(walker) === NO_EVENT) throw noEvent(index);
    return walker.find(index);
  }

  private randomWalker(): Walker {
    this.random ??= new Walker(this.context, this.source, this.historyLength);
    this.walkers.add(this.random);
    return this.random;
  }
}

/** Number of OpenMP among the paradigms of the trace format. */
const OPENMP = 3;

const byIndex = (a: TraceEvent, b: TraceEvent): number => a.index - b.index;

const noEvent = (index: number): TrimtabError =>
  new TrimtabError(`There is no event ${index} in the trace; ask for one from 0 up to its length.`);

function countEvents(source: EventSource): number {
  let events = 0;
  for (let location = 0; location < source.definitions.locations.length; location++) {
    const batches = source.from(location, 0);
    for (let next = batches.next(); next.done !== true; next = batches.next()) events += next.value.count;
  }
  return events;
}
